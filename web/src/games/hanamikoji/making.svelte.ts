// What is being chosen, as cards: the shared choosing knows items, the board shows which card of the hand was tapped.

import type { Choosing } from '../../lib/choosing.svelte';
import type { Action } from '../../lib/protocol';
import { allowed, isMarker, named, traced, turned } from './paths';
import { CARDS_FOR, type Item, type Marker, type Picture } from './pieces';

interface Sight {
  p: Picture;
  near: number;
  actions: Action[];
}

export class Making {
  /** The cards tapped, by name; what the choosing has not got counts for nothing. */
  private tapped = $state.raw<string[]>([]);
  private weighed = $state<number | null>(null);

  readonly live = $derived.by(() => allowed(this.sight().actions));
  readonly isAnswer = $derived.by(() => this.sight().actions.some(({ kind }) => kind === 'take' || kind === 'pair'));
  /** The marker picked by hand. */
  readonly marker = $derived.by(() => this.choosing.picks.find(isMarker) ?? null);
  /** That, or the one that the cards leave no choice about. */
  readonly chosen = $derived.by<Marker | null>(() => {
    const kind = this.choosing.done?.kind;
    return this.marker ?? (isMarker(kind) ? kind : null);
  });
  /** Every card of the hand, those in the tray too. */
  readonly hand = $derived.by(() => {
    const { p, near } = this.sight();
    return named(p.seats[near]!.hand ?? []);
  });
  readonly tray = $derived.by(() => traced(this.cards, this.hand, this.tapped));
  readonly gone = $derived.by(() => this.tray.map((card) => card.key));
  /** The group of the offer that is being weighed. */
  readonly answer = $derived.by(() => {
    const { offer } = this.sight().p;
    const pick = this.choosing.picks[0];
    if (!offer || !this.isAnswer || pick === undefined) return null;
    if (this.weighed !== null && this.pickOf(this.weighed) === pick) return this.weighed;
    return offer.groups.findIndex((_, group) => this.pickOf(group) === pick);
  });

  constructor(
    private readonly choosing: Choosing,
    private readonly sight: () => Sight,
  ) {}

  private get cards(): Item[] {
    return this.isAnswer ? [] : (this.choosing.picks.filter((pick) => !isMarker(pick)) as Item[]);
  }

  /** The pick that takes this group of the offer. */
  pickOf(group: number): string {
    const { offer } = this.sight().p;
    return offer?.kind === 'gift' ? `take:${offer.groups[group]?.[0]}` : `pair:${group}`;
  }

  /** Another marker keeps the cards it has room for. */
  pickMarker(next: Marker): void {
    if (this.marker === next) this.choosing.without(next);
    else this.choosing.replace([next, ...this.cards.slice(0, CARDS_FOR[next])]);
  }

  pickCard(key: string): void {
    this.tapped = [...this.tray.map((card) => card.key), key];
    this.choosing.pick(key.split('.')[0]!);
  }

  pickAnswer(group: number): void {
    this.weighed = group;
    this.choosing.replace([this.pickOf(group)]);
  }

  putBack(key: string): void {
    const card = this.tray.findIndex((one) => one.key === key);
    const places = this.choosing.picks.flatMap((pick, at) => (isMarker(pick) ? [] : [at]));
    this.tapped = this.tray.map((one) => one.key).filter((other) => other !== key);
    this.choosing.withoutAt(places[card] ?? -1);
  }

  /** Two pairs of a competition: divide the same four cards another way. */
  turn(): void {
    const keys = this.tray.map((card) => card.key);
    this.tapped = [keys[0]!, ...turned(keys).slice(1)];
    this.choosing.replace(['competition', ...this.tapped.map((key) => key.split('.')[0]!)]);
  }

  /** Cards that would lie with a geisha after the answer that is being weighed: [mine, the rival's]. */
  coming(item: Item): [number, number] {
    const { offer } = this.sight().p;
    if (this.answer === null || !offer) return [0, 0];
    const count = (groups: Item[][]): number => groups.flat().filter((card) => card === item).length;
    const isTaken = (group: number): boolean => group === this.answer;
    return [count(offer.groups.filter((_, g) => isTaken(g))), count(offer.groups.filter((_, g) => !isTaken(g)))];
  }
}
