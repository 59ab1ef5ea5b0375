// The analysis of a finished match on this device: where one looks, what the Master there thinks, and the variations tried.

import { api } from './api';
import type { Mind, Thought } from './mind';
import { type Action, expandLegal, type Moment, type Told } from './protocol';
import { toasts } from './toasts.svelte';

/** A variation: actions taken from before a step of the match, what chance gave included. */
export interface Line {
  step: number;
  actions: number[];
  /** What was done last by a player: the line's name, in the words of the log. */
  told: Told | null;
  /** How many players' decisions it is long. */
  depth: number;
}

/** Seconds of thinking about one moment; looked at longer, nothing more would be found. */
const SECONDS = 30;
const PAUSE = 80;

const key = ({ step, actions }: Pick<Line, 'step' | 'actions'>): string => `${step}:${actions.join(',')}`;
export const begins = (line: Line, other: Line): boolean =>
  line.step === other.step &&
  line.actions.length <= other.actions.length &&
  line.actions.every((action, at) => other.actions[at] === action);

export class Analysis {
  /** The server has the game's module: this device can think. */
  isOffered = $state(false);
  isOn = $state(false);
  /** Everything is open; else a decision is judged by what its player could know. */
  isOpen = $state(false);
  moment = $state.raw<Moment | null>(null);
  thought = $state.raw<Thought | null>(null);
  lines = $state.raw<Line[]>([]);
  readonly actions = $derived.by((): Action[] => (this.moment ? expandLegal(this.moment.legal) : []));

  private mind: Mind | null = null;
  private loading: Promise<void> | null = null;
  private asked = 0;

  constructor(
    private readonly table: string,
    private readonly game: () => string,
  ) {}

  /** Find out whether this device can think about the game; nothing large is loaded yet. */
  async ready(): Promise<void> {
    const canThink = typeof WebAssembly !== 'undefined' && typeof Worker !== 'undefined';
    this.isOffered = canThink && (await api.mind(this.game()).catch(() => null))?.about != null;
  }

  /** Begin at a moment: the module comes when it is first wanted. */
  start(step: number, actions: readonly number[]): void {
    this.isOn = true;
    this.loading ??= import('./mind').then(async ({ Mind }) => {
      this.mind = await Mind.load(this.game());
    });
    this.loading.then(
      () => this.think(),
      (error: unknown) => {
        this.isOffered = false;
        this.off();
        toasts.caught(error);
      },
    );
    void this.look(step, actions);
  }

  /** The moment one looks at is one of the match, or of what might have been. */
  get isVariation(): boolean {
    return (this.moment?.actions.length ?? 0) > 0;
  }

  /** Look at a moment and begin to think about it. */
  async look(step: number, actions: readonly number[] = []): Promise<void> {
    const number = ++this.asked;
    this.mind?.stop();
    this.thought = null;
    try {
      if (this.moment) await new Promise((go) => setTimeout(go, PAUSE)); // whoever scrolls through asks for the last alone
      if (number !== this.asked) return;
      const moment = await api.moment(this.table, step, actions);
      if (number !== this.asked) return;
      this.moment = moment;
      if (moment.actions.length) this.keep(moment);
      this.think();
    } catch (error) {
      if (number === this.asked) toasts.caught(error);
    }
  }

  /** Try an action here. */
  tryOut(action: number): void {
    if (this.moment) void this.look(this.moment.step, [...this.moment.actions, action]);
  }

  show(line: Line): void {
    void this.look(line.step, line.actions);
  }

  setOpen(isOpen: boolean): void {
    this.isOpen = isOpen;
    this.think();
  }

  off(): void {
    this.isOn = false;
    this.asked++;
    this.mind?.stop();
    this.moment = this.thought = null;
  }

  close(): void {
    this.off();
    this.mind?.close();
  }

  /** Forget a variation and what was tried from it on; whoever looks at one of them goes back to the match. */
  forget(line: Line): void {
    this.lines = this.lines.filter((one) => !begins(line, one));
    const { moment } = this;
    if (moment && begins(line, { ...line, step: moment.step, actions: moment.actions })) void this.look(line.step);
  }

  private think(): void {
    this.thought = null;
    const { moment, mind, isOpen } = this;
    if (!moment || typeof moment.view.actor !== 'number') return mind?.stop();
    const number = this.asked;
    mind?.think(
      { seen: isOpen ? moment.truth : moment.seen, seat: moment.seat, isOpen, seconds: SECONDS },
      (thought) => {
        if (number === this.asked) this.thought = thought;
      },
    );
  }

  private keep({ step, actions, steps }: Moment): void {
    const own = steps.filter(({ actor }) => actor !== 'chance');
    const line = { step, actions, told: own.at(-1) ?? null, depth: own.length };
    if (this.lines.some((one) => key(one) === key(line))) return;
    const order = (one: Line, other: Line): number =>
      one.step - other.step || (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0);
    this.lines = [...this.lines, line].sort(order);
  }
}
