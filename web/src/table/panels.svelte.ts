// What is open beside and over the board on this screen.

export const TABS = ['log', 'chat', 'rules'] as const;
export type Tab = (typeof TABS)[number];
export type SheetName = Tab | 'menu' | 'share' | 'resign' | 'settings' | 'keys';

export class Panels {
  /** Beside the board, where the screen is wide. */
  tab = $state<Tab>('log');
  /** Over the board, one at a time. */
  sheet = $state<SheetName | null>(null);
  isEndOpen = $state(false);
  isRoundOpen = $state(false);
  /** A round has just ended: its last move is looked at before the account covers it. */
  isRoundDue = $state(false);
  /** Whether a round has ended whose account can be looked at. */
  hasRound = $state(false);
  /** So many lines of the chat have been seen. */
  read = $state(0);

  get isChatShown(): boolean {
    return this.sheet === 'chat' || this.tab === 'chat';
  }

  /** A sheet was closed by its own button or by Escape; another may have taken its place. */
  close(sheet: SheetName): void {
    if (this.sheet === sheet) this.sheet = null;
  }
}
