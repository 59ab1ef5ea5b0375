// One table as this browser knows it: the socket, what the server last said, and what was asked and not yet answered.
// The server's word replaces ours always; a gap in versions asks for everything again.

import { chairsOfRematch, keep, newContribution, type Memory } from './dealing';
import type { Mind } from './mind';
import {
  expandLegal,
  type Action,
  type ChatLine,
  type Clocks,
  type FromClient,
  type FromServer,
  type Offer,
  type Review,
  type TableShown,
  type Told,
  type View,
  type Weighed,
  type You,
} from './protocol';

export type Line = 'connecting' | 'open' | 'lost' | 'closed';
type Sent = FromClient extends infer M ? (M extends { type: string } ? Omit<M, 'ref'> : never) : never;

type Standing = Pick<
  Extract<FromServer, { type: 'update' }>,
  'version' | 'view' | 'legal' | 'clocks' | 'offers' | 'you'
>;

const NOBODY: You = { seats: [], seat: null, is_watching: true, can_takeback: false };
const FINAL = [4003, 4004];
/** The server stops, or another one has the table: there is somewhere to come back to. */
const MOVED = [1001, 1013];
const TOLD = ['carried-away', 'table-damaged', 'outdated'];
const LONGEST_WAIT = 8000;
const HINT_SECONDS = 1;

/** The review with what a message adds to it: while it works only the new moves come. */
export function grown(known: Review, news: Review): Review {
  if (news.state !== 'working') return news;
  const isNew = ({ step }: { step: number }) => news.moves.some((move) => move.step === step);
  const moves = [...known.moves.filter((move) => !isNew(move)), ...news.moves];
  return { ...news, moves: moves.sort((one, other) => one.step - other.step) };
}

export class Session {
  line = $state<Line>('connecting');
  /** The line is lost because the server said to come back. */
  isMoving = $state(false);
  table = $state.raw<TableShown | null>(null);
  view = $state.raw<View | null>(null);
  actions = $state.raw<Action[]>([]);
  steps = $state.raw<Told[]>([]);
  /** The steps of the newest update, for motion. */
  happened = $state.raw<Told[]>([]);
  clocks = $state.raw<Clocks>({ left: [], running: null, now: 0 });
  /** Our clock less the server's, in seconds. */
  skew = 0;
  offers = $state.raw<Offer[]>([]);
  you = $state.raw<You>(NOBODY);
  chat = $state.raw<ChatLine[]>([]);
  spectators = $state(0);
  review = $state.raw<Review>({ state: 'none', progress: 0, moves: [] });
  hints = $state.raw<Weighed[] | null>(null);
  /** Hot-seat: the seat that is to take the screen. Decided together with the view; until it is lifted no seat's view is held here. */
  curtain = $state<number | null>(null);
  version = $state(-1);
  /** An action is on its way to the server. */
  pending = $state(false);
  /** The last thing we asked for is stored. */
  saved = $state(false);
  wrong = $state.raw<{ key: string; details: Record<string, unknown> } | null>(null);
  thinking = $state(false);

  private socket: WebSocket | null = null;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  private heard = 0;
  private ref = 0;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  private waiting = new Map<number, string>();
  private gone = false;
  private mind: Promise<Mind | null> | null = null;
  private look: number | null = null;
  /** What this device has added to the luck of a rematch, until its table is there. */
  private again: Memory | null = null;

  constructor(
    readonly id: string,
    readonly link: string | null = null,
    readonly onSteps: (steps: Told[]) => void = () => {},
  ) {
    this.connect();
    addEventListener('online', this.hurry);
    addEventListener('offline', this.drop);
    document.addEventListener('visibilitychange', this.wake);
  }

  close(): void {
    this.gone = true;
    clearTimeout(this.timer);
    clearInterval(this.beat);
    removeEventListener('online', this.hurry);
    removeEventListener('offline', this.drop);
    document.removeEventListener('visibilitychange', this.wake);
    this.socket?.close();
    void this.mind?.then((mind) => mind?.close());
  }

  private connect(): void {
    const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/tables/${this.id}/socket`;
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      this.say({ type: 'hello', link: this.link, seat: this.look });
    };
    socket.onmessage = (event) => {
      this.heard = Date.now();
      this.hear(JSON.parse(String(event.data)) as FromServer);
    };
    socket.onclose = (event) => this.lost(socket, event.code);
    clearInterval(this.beat);
    this.heard = Date.now();
    this.beat = setInterval(() => this.pulse(), 10_000);
  }

  private lost(socket: WebSocket, code: number): void {
    if (socket !== this.socket || this.gone) return;
    clearInterval(this.beat);
    this.pending = false;
    this.thinking = false;
    this.waiting.clear();
    if (FINAL.includes(code)) {
      this.line = 'closed';
      if (!TOLD.includes(this.wrong?.key ?? ''))
        this.wrong = { key: code === 4004 ? 'no-such-table' : 'needs-invitation', details: {} };
      return;
    }
    this.isMoving = MOVED.includes(code);
    this.line = 'lost';
    const wait = Math.min(LONGEST_WAIT, 400 * 2 ** this.tries++) * (0.75 + Math.random() / 2);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), wait);
  }

  private hurry = (): void => {
    if (this.line !== 'lost' || this.gone) return;
    clearTimeout(this.timer);
    this.connect();
  };

  private drop = (): void => {
    const socket = this.socket;
    if (!socket || this.gone) return;
    socket.close();
    this.lost(socket, 1006);
  };

  private wake = (): void => {
    if (document.visibilityState !== 'visible') return;
    this.hurry();
    if (this.line === 'open') this.say({ type: 'ping' });
  };

  private pulse(): void {
    if (Date.now() - this.heard > 25_000) this.drop();
    else if (this.line === 'open') this.say({ type: 'ping' });
  }

  private say(message: Sent): number {
    const ref = ++this.ref;
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify({ ...message, ref }));
      this.waiting.set(ref, message.type);
    }
    return ref;
  }

  private hear(message: FromServer): void {
    this.follow(message);
    if (this.again && this.table?.next_table) {
      keep(this.table.next_table, this.again);
      this.again = null;
    }
  }

  private follow(message: FromServer): void {
    switch (message.type) {
      case 'table':
        this.line = 'open';
        this.tries = 0;
        this.table = message.table;
        this.chat = message.chat;
        this.spectators = message.spectators;
        this.review = message.review;
        this.stand(message, message.steps, []);
        break;
      case 'update':
        if (message.since !== this.version) {
          if (message.version > this.version) this.say({ type: 'sync' });
          break;
        }
        if (message.table) this.table = message.table;
        this.stand(message, [...this.steps, ...message.steps], message.steps);
        if (this.curtain === null) this.onSteps(message.steps);
        break;
      case 'room':
        this.offers = message.offers;
        this.spectators = message.spectators;
        this.clock(message.clocks);
        this.you = message.you;
        if (this.table)
          this.table = {
            ...this.table,
            seats: message.seats,
            next_table: message.next_table,
            preparing: message.preparing,
          };
        break;
      case 'chat':
        this.chat = [...this.chat.slice(-199), message.line];
        break;
      case 'saved':
        if (this.waiting.get(message.ref ?? 0) === 'act') this.saved = true;
        this.waiting.delete(message.ref ?? 0);
        break;
      case 'hinted':
        if (message.seen) void this.ponder(message.seen, message.version);
        else {
          this.thinking = false;
          if (message.version === this.version) this.hints = message.best;
        }
        break;
      case 'review':
        this.review = grown(this.review, message.review);
        break;
      case 'error':
        this.refused(message.ref, message.key, message.details);
        break;
      case 'pong':
        this.skew = Date.now() / 1000 - message.now;
        break;
    }
  }

  private stand(message: Standing, steps: Told[], happened: Told[]): void {
    if (message.version !== this.version) {
      this.hints = null;
      this.pending = false;
    }
    this.version = message.version;
    this.clock(message.clocks);
    this.offers = message.offers;
    this.you = message.you;
    this.look = message.you.seats.length > 1 ? message.you.seat : null;
    this.curtain = this.next(message);
    const isHidden = this.curtain !== null && message.you.seat !== null;
    this.view = isHidden ? null : message.view;
    this.actions = isHidden ? [] : expandLegal(message.legal);
    this.steps = isHidden ? [] : steps;
    this.happened = isHidden ? [] : happened;
    if (isHidden) {
      this.hints = null;
      this.lookAs(null);
    }
  }

  /** The seat of this screen whose turn it is while another (or nobody) looks through it. */
  private next({ view, you }: Standing): number | null {
    const actor = view?.actor;
    const waits = typeof actor === 'number' && you.seats.length > 1 && you.seats.includes(actor) && actor !== you.seat;
    return waits && this.table?.status !== 'over' ? actor : null;
  }

  private clock(clocks: Clocks): void {
    this.clocks = clocks;
    if (clocks.now) this.skew = Date.now() / 1000 - clocks.now;
  }

  private refused(ref: number | null, key: string, details: Record<string, unknown>): void {
    const asked = this.waiting.get(ref ?? 0);
    this.waiting.delete(ref ?? 0);
    if (asked === 'act') this.pending = false;
    if (asked === 'hint') this.thinking = false;
    if (key === 'stale') this.say({ type: 'sync' });
    this.wrong = { key, details };
  }

  // -- what a player can do --------------------------------------------------------------------------------------

  act(action: number): void {
    if (this.pending || this.line !== 'open') return;
    this.pending = true;
    this.saved = false;
    this.wrong = null;
    this.say({ type: 'act', version: this.version, action });
  }

  ask(kind: Offer['kind']): void {
    this.say({ type: 'ask', kind, contribution: kind === 'rematch' ? this.addLuck() : null });
  }

  answer(kind: Offer['kind'], agree: boolean): void {
    this.say({ type: 'answer', kind, agree, contribution: kind === 'rematch' && agree ? this.addLuck() : null });
  }

  /** Add to the luck of a rematch: the finished table has shown its commitment. */
  private addLuck(): string | null {
    if (!this.table?.rematch_commitment) return null;
    const contribution = newContribution();
    const chairs = chairsOfRematch(this.table.seats);
    this.again = { commitment: this.table.rematch_commitment, contribution, chairs, seats: 'laid' };
    return contribution;
  }

  resign(): void {
    this.say({ type: 'resign' });
  }

  handOver(late: number, level: string): void {
    this.say({ type: 'hand_over', late, level });
  }

  claim(late: number): void {
    this.say({ type: 'claim', late });
  }

  chatter(text: string): void {
    this.say({ type: 'say', text });
  }

  hint(): void {
    if (this.thinking) return;
    this.thinking = true;
    void this.own().then((mind) => this.say({ type: 'hint', version: this.version, own: mind !== null }));
  }

  /** This device's own Master, where the server has the game's module: loaded when first asked for. */
  private own(): Promise<Mind | null> {
    this.mind ??= import('./mind').then(({ Mind }) => Mind.load(this.table!.game)).catch(() => null);
    return this.mind;
  }

  /** Think here about what our seat sees. */
  private async ponder(seen: string, version: number): Promise<void> {
    const mind = await this.own();
    const seat = this.you.seat;
    const thought = seat === null ? null : await mind?.thought({ seen, seat, isOpen: false, seconds: HINT_SECONDS });
    this.thinking = false;
    if (!thought || version !== this.version) return;
    this.hints = thought.best.slice(0, 3).flatMap(({ action: id, win, visits }) => {
      const action = this.actions.find((one) => one.id === id);
      return action ? [{ action, win, visits }] : [];
    });
  }

  askReview(): void {
    this.say({ type: 'review' });
  }

  /** Hot-seat: look through one of our seats, or (null) draw the curtain. */
  lookAs(seat: number | null): void {
    this.look = seat;
    this.say({ type: 'look', seat });
  }
}
