// A placement in the making: the tile in hand, the space under it, the way it points. It becomes the picks of lib/choosing
// (tile, the space of one half, that of the other), so that taking back and confirming are the same as on every board.
/* eslint-disable svelte/prefer-svelte-reactivity -- tables made anew with every list of actions, never changed after */

import type { Path } from '../../lib/choose';
import { Choosing } from '../../lib/choosing.svelte';
import { wayTo } from '../../lib/hex';
import { preferences } from '../../lib/preferences.svelte';
import type { Action } from '../../lib/protocol';
import { sounds } from '../../lib/sounds';
import { beside, hexOf, isDouble, type Space, type Tile } from './pieces';

export interface Asked {
  actions: Action[];
  play: (id: number) => void;
  still: boolean;
}

export interface Laid {
  tile: Tile;
  at: Space;
  to: Space;
}

const spotsOf = (action: Action): Laid => action as unknown as Laid;
const key = (at: Space, to: Space): string => `${at}>${to}`;

export class Placing {
  /** The tile last taken up; in hand while `choosing` has picks. */
  private taken = $state<Tile | null>(null);
  /** Where the second half points, seen from the first. */
  way = $state(0);
  /** The space under a pointer that has not chosen yet. */
  over = $state<Space | null>(null);
  private readonly asked: () => Asked;
  /** By tile, then by its spaces: the placements allowed. */
  private readonly legal = $derived.by(() => index(this.asked().actions));
  private readonly candidates = $derived.by(() => {
    const { actions } = this.asked();
    const tile = this.taken ?? this.only;
    return tile && this.legal.has(tile) ? actions.filter((action) => spotsOf(action).tile === tile) : actions;
  });
  readonly choosing: Choosing;

  constructor(asked: () => Asked) {
    this.asked = asked;
    this.choosing = new Choosing(() => {
      const { play, still } = this.asked();
      return { actions: this.candidates, paths: (action) => this.paths(action), play, still };
    });
  }

  /** The tile in hand. */
  get tile(): Tile | null {
    const pick = this.choosing.picks[0];
    return pick?.startsWith('tile:') ? pick.slice(5) : null;
  }

  /** The only kind of tile there is: it need not be chosen. */
  private get only(): Tile | null {
    return this.legal.size === 1 ? [...this.legal.keys()][0]! : null;
  }

  /** The spaces picked: of the first half and of the other, as far as they are. */
  get at(): Space | null {
    return this.picked('at:');
  }
  get to(): Space | null {
    return this.picked('to:');
  }

  /** The tile as it lies or would lie under the pointer. */
  get ghost(): Laid | null {
    const { tile, at, to, over } = this;
    if (!tile) return null;
    if (at && to) return { tile, at, to };
    if (at || !over) return null;
    const way = this.fitting(tile, over, this.way);
    return way === null ? null : { tile, at: over, to: beside(over, way) };
  }

  /** Whether a tile of the rack may be taken up. */
  canTake(tile: Tile): boolean {
    return !this.asked().still && this.legal.has(tile);
  }

  take(tile: Tile): void {
    if (!this.canTake(tile)) return;
    if (this.tile === tile) return this.turn(1);
    const { at, to } = this;
    this.taken = tile;
    this.choosing.replace([`tile:${tile}`]);
    if (at && to && this.legal.get(tile)?.has(key(at, to))) this.lay(at, to);
    sounds.tap();
  }

  /** A single kind of tile is in hand by itself. */
  takeOnly(): void {
    const { only } = this;
    if (only && this.choosing.picks.length === 0) this.choosing.replace([`tile:${only}`]);
  }

  /** Move the whole tile so that its first half comes to lie on another space, turning it only if it must. */
  shift(space: Space): void {
    const way = this.tile === null ? null : this.fitting(this.tile, space, this.way);
    if (way !== null) this.move(space, beside(space, way));
  }

  /** Whether a half can go on this space, whichever way the tile then points. */
  canLie(space: Space): boolean {
    const { tile } = this;
    return tile !== null && !this.asked().still && this.starts.get(tile)?.has(space) === true;
  }
  private readonly starts = $derived.by(() => {
    const found: [Tile, Set<Space>][] = [...this.legal].map(([tile, spots]) => [
      tile,
      new Set([...spots.keys()].map((spot) => spot.split('>')[0]!)),
    ]);
    return new Map(found);
  });

  /** A space was tapped. On the tile itself it turns it or changes its halves round; beside its first half it points it there. */
  tap(space: Space): void {
    const { tile, at, to } = this;
    if (!tile || this.asked().still) return;
    if (space === at && to) return this.turn(1);
    if (space === to && at) {
      if (isDouble(tile)) this.turn(3);
      else this.move(to, at);
      return;
    }
    if (at && this.move(at, space)) return;
    this.shift(space);
  }

  /** Turn the tile about its first half by so many sixths, past what does not fit. */
  turn(by: number): void {
    const { tile, at, to } = this;
    const from = at && to ? wayTo(hexOf(at), hexOf(to)) : this.way;
    const space = at ?? this.over;
    this.way = (from + by + 6) % 6;
    if (!tile || !space) return;
    for (let i = 0; i < 6; i++) {
      const way = (from + by * (i + 1) + 36) % 6;
      if (!this.legal.get(tile)?.has(key(space, beside(space, way)))) continue;
      this.way = way;
      if (at) this.lay(space, beside(space, way));
      sounds.tap();
      return;
    }
  }

  /** Lay the tile so, if it may lie so. */
  move(at: Space, to: Space): boolean {
    if (!this.tile || !this.legal.get(this.tile)?.has(key(at, to))) return false;
    this.way = wayTo(hexOf(at), hexOf(to));
    this.lay(at, to);
    sounds.tap();
    return true;
  }

  /** Play at once what lies under the pointer, where the player has asked for that. */
  hurry(): void {
    if (!preferences.confirm && this.choosing.ready) this.choosing.confirm();
  }

  private lay(at: Space, to: Space): void {
    this.choosing.replace([`tile:${this.tile}`, `at:${at}`, `to:${to}`]);
  }

  private picked(prefix: string): Space | null {
    return this.choosing.picks.find((pick) => pick.startsWith(prefix))?.slice(prefix.length) ?? null;
  }

  /** The way next to the one wished for that fits on a space. */
  private fitting(tile: Tile, space: Space, wished: number): number | null {
    const spots = this.legal.get(tile);
    for (const by of [0, 1, 5, 2, 4, 3]) {
      const way = (wished + by) % 6;
      if (spots?.has(key(space, beside(space, way)))) return way;
    }
    return null;
  }

  private paths(action: Action): Path[] {
    if (action.kind !== 'place') return [[[action.kind]]];
    const { tile, at, to } = spotsOf(action);
    const way = (one: Space, other: Space): Path => [[`tile:${tile}`], [`at:${one}`, `to:${other}`]];
    const isSame = this.legal.get(tile)?.get(key(to, at)) === action;
    return isSame ? [way(at, to), way(to, at)] : [way(at, to)];
  }
}

/** Placements by tile and spaces; a double that is the same either way round is found either way. */
function index(actions: readonly Action[]): Map<Tile, Map<string, Action>> {
  const found = new Map<Tile, Map<string, Action>>();
  for (const action of actions) {
    if (action.kind !== 'place') continue;
    const { tile, at, to } = spotsOf(action);
    const spots = found.get(tile) ?? new Map<string, Action>();
    found.set(tile, spots.set(key(at, to), action));
  }
  for (const [tile, spots] of found) {
    if (!isDouble(tile)) continue;
    for (const action of [...spots.values()]) {
      const back = key(spotsOf(action).to, spotsOf(action).at);
      if (!spots.has(back)) spots.set(back, action);
    }
  }
  return found;
}
