// One decision in the making: the picks so far, what they leave, and playing it. Boards light up what `can` be picked,
// the action tray shows the rest; nothing here knows a rule (see choose.ts).

import { untrack } from 'svelte';
import { add, narrow, remove, type Paths, type Pick } from './choose';
import { preferences } from './preferences.svelte';
import type { Action } from './protocol';
import { sounds } from './sounds';

export interface Decision {
  actions: Action[];
  paths: Paths;
  play: (id: number) => void;
  still: boolean;
}

export class Choosing {
  /** What has been picked, in order; it belongs to one list of actions and is forgotten with it. */
  private made = $state.raw<{ actions: readonly Action[]; picks: Pick[] }>({ actions: [], picks: [] });
  private readonly decision: () => Decision;
  /** What was picked is on its way: another list, even one of the same actions, is another decision. */
  private isSent = false;
  readonly now = $derived.by(() => {
    const { actions, paths } = this.decision();
    return narrow(actions, this.picks, paths);
  });

  /** `decision` is asked again whenever something it reads has changed. */
  constructor(decision: () => Decision) {
    this.decision = decision;
    // another moment: a half-made choice is forgotten, also where the same decision comes again after a takeback
    $effect.pre(() => {
      const { actions } = decision();
      untrack(() => {
        if (this.holds(actions)) return;
        this.made = { actions, picks: [] };
        this.isSent = false;
      });
    });
  }

  get picks(): readonly Pick[] {
    const { actions } = this.decision();
    return this.holds(actions) ? this.made.picks : [];
  }

  /** The picks that lead on. */
  get next(): ReadonlySet<Pick> {
    return this.now.next;
  }

  /** What is still possible after the picks. */
  get left(): readonly Action[] {
    return this.now.left;
  }

  /** The action that the picks spell out in full. */
  get done(): Action | null {
    return this.picks.length ? this.now.done : null;
  }

  get ready(): boolean {
    return this.done !== null && !this.decision().still;
  }

  /** Whether a decision is ours to make. */
  get isAsked(): boolean {
    return this.decision().actions.length > 0;
  }

  get still(): boolean {
    return this.decision().still;
  }

  can(pick: Pick): boolean {
    return !this.still && this.now.next.has(pick);
  }

  has(pick: Pick): boolean {
    return this.picks.includes(pick);
  }

  /** Add a pick; played at once where the choice is complete and the player has asked for that. */
  pick(pick: Pick): void {
    if (!this.can(pick)) return;
    const { actions, paths } = this.decision();
    this.keep(add(actions, this.picks, pick, paths));
    sounds.tap();
    this.settle();
  }

  /** Pick, or take the same pick back. */
  toggle(pick: Pick): void {
    if (this.has(pick)) this.without(pick);
    else this.pick(pick);
  }

  /** Take one pick back; later ones that lead nowhere without it go with it. */
  without(pick: Pick): void {
    this.withoutAt(this.picks.lastIndexOf(pick));
  }

  /** Take back the pick made at this place of the order. */
  withoutAt(at: number): void {
    if (at < 0 || at >= this.picks.length || this.still) return;
    const { actions, paths } = this.decision();
    this.keep(remove(actions, this.picks, at, paths));
    sounds.tap();
  }

  /** Take the last pick back. */
  back(): void {
    this.withoutAt(this.picks.length - 1);
  }

  clear(): void {
    if (!this.still) this.keep([]);
  }

  /** Pick these instead of what was picked; those that lead nowhere are left out. */
  replace(picks: readonly Pick[]): void {
    if (this.still) return;
    const { actions, paths } = this.decision();
    this.keep(picks.reduce<Pick[]>((kept, pick) => add(actions, kept, pick, paths), []));
    sounds.tap();
    this.settle();
  }

  confirm(): void {
    const { still, play } = this.decision();
    if (!this.done || still) return;
    const { id } = this.done;
    this.keep([...this.picks]);
    this.isSent = true;
    play(id);
  }

  private settle(): void {
    if (!preferences.confirm && this.done && this.next.size === 0) this.confirm();
  }

  /** Whether the picks belong to this list. */
  private holds(actions: readonly Action[]): boolean {
    return this.isSent ? this.made.actions === actions : isSame(this.made.actions, actions);
  }

  private keep(picks: Pick[]): void {
    this.made = { actions: this.decision().actions, picks };
  }
}

/** The same decision may be told again, after a reconnect say: picks survive that. */
function isSame(a: readonly Action[], b: readonly Action[]): boolean {
  return a === b || (a.length > 0 && a.length === b.length && a.every((action, at) => action.id === b[at]!.id));
}
