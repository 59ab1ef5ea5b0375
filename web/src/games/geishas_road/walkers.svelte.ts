// The geishas on their way: each pawn walks the ring house by house, as far as the cards say that were placed.

import { linear } from 'svelte/easing';
import { Tween } from 'svelte/motion';
import { duration } from '../../lib/preferences.svelte';
import type { Told } from '../../lib/protocol';
import { COLOURS, colourOf, valueOf, type Colour, type Geisha, type GiftCard } from './pieces';

const PACE = 300;
const HOUSES = 5;

/** How many houses each geisha went by the cards placed in these steps. */
function went(happened: readonly Told[]): Record<Colour, number> {
  const steps = Object.fromEntries(COLOURS.map((colour) => [colour, 0])) as Record<Colour, number>;
  for (const { kind, data } of happened.flatMap((step) => step.events)) {
    if (kind !== 'placed') continue;
    const card = (data['card'] as string).replace('#card.', '') as GiftCard;
    steps[colourOf(card)] += valueOf(card);
  }
  return steps;
}

export class Walkers {
  /** Houses walked since the board was drawn: whole numbers are houses, what lies between is the road. */
  private readonly ways: Record<Colour, Tween<number>>;

  constructor(geishas: readonly Geisha[]) {
    this.ways = Object.fromEntries(geishas.map(({ id, at }) => [id, new Tween(at, { easing: linear })])) as Record<
      Colour,
      Tween<number>
    >;
  }

  /** Go to where the view says she is; by the cards placed if those lead there, else by the shortest way. */
  follow(geishas: readonly Geisha[], happened: readonly Told[]): void {
    const told = went(happened);
    for (const { id, at } of geishas) {
      const way = this.ways[id];
      const from = way.target;
      const shortest = (((at - from) % HOUSES) + HOUSES) % HOUSES;
      const steps = told[id] % HOUSES === shortest ? told[id] : shortest;
      if (steps) void way.set(from + steps, { duration: duration(PACE * steps) });
    }
  }

  at(colour: Colour): number {
    return this.ways[colour].current;
  }
}
