// How each action is reached by small picks (see lib/choose.ts), and the small sums the choosing on the board needs.

import type { Path } from '../../lib/choose';
import type { Action } from '../../lib/protocol';
import { CARDS_FOR, MARKERS, type Item, type Marker } from './pieces';

/** A marker, then its cards in any order; the two pairs of a competition are alike; answers are a single pick. */
export function paths(action: Action): Path[] {
  const cards = (action['cards'] ?? []) as string[];
  if (action.kind === 'competition') {
    const [first, second] = [cards.slice(0, 2), cards.slice(2)];
    return [
      [[action.kind], first, second],
      [[action.kind], second, first],
    ];
  }
  if (action.kind === 'take') return [[[`take:${cards[0]}`]]];
  if (action.kind === 'pair') return [[[`pair:${action['choice']}`]]];
  return [[[action.kind], cards]];
}

/** A hand as cards that keep their name while others come and go: "fan.0", "fan.1". */
export function named(hand: readonly Item[]): { key: string; item: Item }[] {
  const seen: Partial<Record<Item, number>> = {};
  return hand.map((item) => {
    const number = (seen[item] = (seen[item] ?? -1) + 1);
    return { key: `${item}.${number}`, item };
  });
}

/** The marker that takes exactly so many cards, if it is still to be used. */
export function markerFor(count: number, available: readonly Marker[]): Marker | null {
  return available.find((marker) => CARDS_FOR[marker] === count) ?? null;
}

/** The markers the legal actions allow. */
export function allowed(actions: readonly Action[]): Marker[] {
  return MARKERS.filter((marker) => actions.some((action) => action.kind === marker));
}

/** The three ways to split four cards into pairs, one after the other. */
export function turned<T>(four: readonly T[]): T[] {
  const [a, b, c, d] = four as [T, T, T, T];
  return [a, c, d, b];
}
