// One decision of Tea Garden in the making. Most are single picks (lib/choosing); some gather several things first
// (gather.ts), and those are then sent step by step as the server asks for them.

import { untrack } from 'svelte';
import { narrow, type Pick } from '../../lib/choose';
import { Choosing } from '../../lib/choosing.svelte';
import type { Action } from '../../lib/protocol';
import { sounds } from '../../lib/sounds';
import { countOf, filled, gatherOf, ledBy, mayGather, picksOf, type Gather } from './gather';
import { isOption, paths, written } from './picks';
import type { TableView } from './view';

interface Sight {
  table: TableView;
  near: number;
  actions: Action[];
  play: (id: number) => void;
  still: boolean;
  shown: Action | null;
}

const setOf = (picks: readonly Pick[]): ReadonlySet<Pick> => new Set(picks);

export class Deciding {
  private readonly sight: () => Sight;
  private readonly single: Choosing;
  /** What has been gathered; it belongs to one list of actions and is forgotten with it. */
  private made = $state.raw<{ actions: readonly Action[]; picks: readonly Pick[] }>({ actions: [], picks: [] });
  /** What has been confirmed and is sent step by step; the list of actions that was answered last, and whether that is on its way. */
  private plan = $state.raw<{ gather: Gather; picks: readonly Pick[] } | null>(null);
  private answered: readonly Action[] = [];
  private isOnItsWay = false;

  /** What the phase asks for together. */
  private readonly asked = $derived.by(() => {
    const { table, near, actions } = this.sight();
    return gatherOf(table, table.seats[near], actions);
  });
  /** What belongs to a main action that has been picked: leaves to ferment, gardens to harvest. */
  private readonly led = $derived.by(() => {
    const { table, near } = this.sight();
    return this.asked ? null : ledBy(this.single.picks[0], table, table.seats[near]);
  });
  readonly gather = $derived.by(() => this.asked ?? this.led);
  readonly gathered: readonly Pick[] = $derived.by(() =>
    this.gather && this.made.actions === this.sight().actions ? this.made.picks : [],
  );
  readonly next: ReadonlySet<Pick> = $derived.by(() => {
    const { gather, gathered } = this;
    if (!gather) return this.single.next;
    const more = [...gather.limits.keys()].filter((pick) => mayGather(gather, gathered, pick));
    return setOf(gathered.length || this.led ? more : [...more, ...this.single.next]);
  });
  /** What can be picked: what leads on, or something else instead of what has been picked. */
  readonly open: ReadonlySet<Pick> = $derived.by(() => {
    if (this.asked || !this.single.picks.length) return this.next;
    const others = [...narrow(this.sight().actions, [], paths).next];
    // where leaves or gardens are to be chosen, only those are lit on the table
    return setOf([...this.next, ...(this.led ? others.filter(isOption) : others)]);
  });
  private readonly hints = $derived.by(() => {
    const { shown, table, near } = this.sight();
    if (!shown) return setOf([]);
    const picks = picksOf(shown, table.seats[near]?.hand ?? null);
    return setOf(picks.length ? picks : paths(shown).flat(2));
  });

  constructor(sight: () => Sight) {
    this.sight = sight;
    this.single = new Choosing(() => {
      const { actions, play, still } = sight();
      // what is gathered is not picked one by one; passing is
      return { actions: this.asked ? actions.filter(({ kind }) => kind === 'pass') : actions, paths, play, still };
    });
    $effect(() => {
      const { actions, still } = sight();
      if (!this.plan) return;
      if (still) this.isOnItsWay = true;
      else if (actions !== this.answered) untrack(() => this.send());
      else if (this.isOnItsWay) this.plan = null; // refused: the player is asked again
    });
  }

  get still(): boolean {
    return this.sight().still || this.plan !== null;
  }
  get isAsked(): boolean {
    return this.sight().actions.length > 0;
  }
  get mayPass(): boolean {
    return this.sight().actions.some(({ kind }) => kind === 'pass');
  }
  get picks(): readonly Pick[] {
    return [...this.single.picks, ...this.gathered];
  }
  /** The action that the picks spell out, where it is one action. */
  get done(): Action | null {
    return this.led ? null : this.single.done;
  }
  get ready(): boolean {
    if (this.still) return false;
    if (!this.isGathering) return this.single.ready;
    return this.gathered.length >= this.gather!.least && this.gathered.length <= this.gather!.most;
  }
  /** Whether several things are being chosen, not a single one. */
  private get isGathering(): boolean {
    return this.led !== null || (this.gather !== null && !this.single.picks.length);
  }

  can(pick: Pick): boolean {
    return !this.still && this.open.has(pick);
  }
  has(pick: Pick): boolean {
    return this.picks.includes(pick);
  }
  /** Whether one more of what is picked already can be picked: of leaves there are several. */
  hasMore(pick: Pick): boolean {
    return this.gathered.includes(pick) && this.can(pick);
  }
  count(pick: Pick): number {
    return countOf(this.picks, pick);
  }
  /** Whether a hint points here. */
  isHinted(pick: Pick): boolean {
    return this.hints.has(pick);
  }

  pick(pick: Pick): void {
    if (!this.can(pick)) return;
    if (this.gather?.limits.has(pick)) {
      if (!this.led) this.single.clear();
      this.keep([...this.gathered, pick]);
      sounds.tap();
      return;
    }
    this.single.pick(pick);
    this.hurry();
  }

  /**
   * Pick, or take the same pick back; of leaves, of which there are several, one more is picked while one can be. What
   * followed by itself from an earlier pick goes with that one only: pressing it as well changes nothing.
   */
  toggle(pick: Pick): void {
    const limit = this.gather?.limits.get(pick) ?? 1;
    const isTaken = this.has(pick) && (limit === 1 || !this.can(pick));
    if (!isTaken) this.turnTo(pick);
    else if (!this.followed().includes(pick)) this.without(pick);
  }

  without(pick: Pick): void {
    if (this.still) return;
    const at = this.gathered.lastIndexOf(pick);
    if (at >= 0) this.keep(this.gathered.toSpliced(at, 1));
    else {
      const followed = this.followed();
      this.keep([]);
      this.single.without(pick);
      for (const one of followed) this.single.without(one);
    }
    sounds.tap();
  }

  /** Of a stack in the making: this card lies on top. */
  raise(pick: Pick): void {
    this.keep([pick, ...this.gathered.filter((one) => one !== pick)]);
    sounds.tap();
  }

  /** Leaves chosen at a stroke: the cheapest to be paid, the best to be fermented. */
  fill(): void {
    if (this.gather && !this.still) this.keep(filled(this.gather));
  }

  back(): void {
    const last = this.picks.at(-1);
    if (last !== undefined) this.without(last);
  }

  clear(): void {
    this.keep([]);
    this.single.clear();
  }

  confirm(): void {
    if (!this.ready) return;
    if (!this.isGathering) return this.single.confirm();
    this.answered = [];
    this.plan = { gather: this.gather!, picks: this.gathered };
  }

  /** Another thing of the same kind is picked instead: no need to take the first one back. */
  private turnTo(pick: Pick): void {
    if (!this.still && !this.asked && !this.next.has(pick) && this.open.has(pick)) this.clear();
    this.pick(pick);
  }

  /** The picks after the first that had no alternative. */
  private followed(): Pick[] {
    const { picks } = this.single;
    return picks.slice(1).filter((pick) => {
      const { next } = narrow(
        this.sight().actions,
        picks.filter((one) => one !== pick),
        paths,
      );
      return next.size === 1;
    });
  }

  /** A step without alternatives is not a choice. */
  private hurry(): void {
    const [only, ...others] = this.single.next;
    if (only !== undefined && !others.length && this.single.picks.length && !this.single.done) this.single.pick(only);
  }

  private send(): void {
    const { table, near, actions, play } = this.sight();
    const own = table.seats[near];
    const [step] = own ? this.plan!.gather.rest(this.plan!.picks, { phase: table.phase, own, actions }) : [];
    const action = step === undefined ? undefined : actions.find((one) => written(one) === step);
    this.isOnItsWay = false;
    this.answered = actions;
    if (action) play(action.id);
    else this.plan = null;
  }

  private keep(picks: readonly Pick[]): void {
    this.made = { actions: this.sight().actions, picks };
  }
}
