// A table as it is seen from this screen: the session's last word, and what follows from it for whoever sits here.

import { seatNames } from '../lib/names';
import type { Offer, SeatShown, Told } from '../lib/protocol';
import { Session } from '../lib/session.svelte';
import { latelyOf, lines } from '../lib/telling';
import { sayer } from '../lib/texts.svelte';

export class Sitting {
  readonly session: Session;

  readonly say = $derived.by(() => sayer(this.game));
  readonly names = $derived.by(() => seatNames(this.seats));
  readonly log = $derived.by(() => lines(this.session.steps, this.game, this.say, this.names, this.me));
  /** What each other seat did since my last own action, in words; at least their last move. */
  readonly lately = $derived.by(() => latelyOf(this.session.steps, this.game, this.say, this.names, this.me));
  /** What others ask and we may answer. */
  readonly offers = $derived.by(() =>
    this.session.offers.filter((offer) => !this.isOurs(offer.by) && offer.waits_for.some((seat) => this.isOurs(seat))),
  );
  /** The seat last looked through: whoever has left it still looks from its side. */
  nearBefore = $state(0);
  /** Which of the hints is shown. */
  hintAt = $state(0);

  constructor(id: string, link: string | null, happened: (steps: Told[]) => void) {
    this.session = new Session(id, link, happened);
  }

  get table() {
    return this.session.table;
  }
  get game(): string {
    return this.table?.game ?? '';
  }
  get seats(): SeatShown[] {
    return this.table?.seats ?? [];
  }

  /** The seat this screen looks through now; null for a spectator and behind a curtain. */
  get me(): number | null {
    return this.session.you.seat;
  }
  get isSeated(): boolean {
    return this.session.you.seats.length > 0;
  }
  /** Several people share this screen. */
  get isHotSeat(): boolean {
    return this.session.you.seats.length > 1;
  }
  /** The seat at the near side of the table. */
  get near(): number {
    return this.me ?? this.session.you.seats[0] ?? this.nearBefore;
  }

  get isOpen(): boolean {
    return this.table?.status === 'open';
  }
  get isOver(): boolean {
    return this.table?.status === 'over';
  }
  /** A first match that teaches. */
  get isLesson(): boolean {
    return this.table?.lesson ?? false;
  }
  get isMyTurn(): boolean {
    return this.session.actions.length > 0 && !this.isOver;
  }
  /** The seat that is to move; null when nobody is, or chance. */
  get actor(): number | null {
    const actor = this.session.view?.actor;
    return typeof actor === 'number' ? actor : null;
  }

  /** People who have let their clock or the house's patience run out. */
  get late(): SeatShown[] {
    return this.seats.filter((seat) => seat.is_late && !seat.is_yours && seat.kind === 'person');
  }
  /** Our own time is up while we are to move. */
  get amLate(): boolean {
    return !this.isOver && this.seats.some((seat) => seat.is_late && this.isOurs(seat.seat));
  }
  get hint() {
    return this.session.hints?.[this.hintAt] ?? null;
  }

  /** Whether we have asked for this and wait for the answer. */
  hasAsked(kind: Offer['kind']): boolean {
    return this.session.offers.some((offer) => offer.kind === kind && this.isOurs(offer.by));
  }

  private isOurs(seat: number): boolean {
    return this.session.you.seats.includes(seat);
  }
}
