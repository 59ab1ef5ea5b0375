// How each action is reached by small picks (see lib/choose.ts), and the small sums the choosing on the board needs.

import type { Path } from '../../lib/choose';
import type { Action } from '../../lib/protocol';
import { MARKERS, type Item, type Marker } from './pieces';

/** A marker and its cards in any order, or the cards alone; the two pairs of a competition are alike; answers are a single pick. */
export function paths(action: Action): Path[] {
  const { kind } = action;
  const cards = (action['cards'] ?? []) as string[];
  if (kind === 'take') return [[[`take:${cards[0]}`]]];
  if (kind === 'pair') return [[[`pair:${action['choice'] as number}`]]];
  if (kind !== 'competition') return [[[kind, ...cards]], [cards]];
  const pairs = [cards.slice(0, 2), cards.slice(2)] as const;
  return [pairs, [pairs[1], pairs[0]] as const].flatMap(([first, second]) => [
    [[kind, ...first], second],
    [first, [kind, ...second]],
    [first, second],
  ]);
}

/** A hand as cards that keep their name while others come and go: "fan.0", "fan.1". */
export function named(hand: readonly Item[]): { key: string; item: Item }[] {
  const seen: Partial<Record<Item, number>> = {};
  return hand.map((item) => {
    const number = (seen[item] = (seen[item] ?? -1) + 1);
    return { key: `${item}.${number}`, item };
  });
}

/** Which cards of the hand the picks are: those that were tapped, in that order, else the first alike. */
export function traced(
  picks: readonly Item[],
  hand: readonly { key: string; item: Item }[],
  tapped: readonly string[],
): { key: string; item: Item }[] {
  const byKey = new Map(hand.map((card) => [card.key, card]));
  const free = [...tapped.flatMap((key) => byKey.get(key) ?? []), ...hand];
  const used = new Set<string>();
  return picks.flatMap((item) => {
    const card = free.find((one) => one.item === item && !used.has(one.key));
    if (!card) return [];
    used.add(card.key);
    return [card];
  });
}

export const isMarker = (text: string | undefined): text is Marker => MARKERS.includes(text as Marker);

/** The markers the legal actions allow. */
export function allowed(actions: readonly Action[]): Marker[] {
  return MARKERS.filter((marker) => actions.some((action) => action.kind === marker));
}

/** The three ways to split four cards into pairs, one after the other. */
export function turned<T>(four: readonly T[]): T[] {
  const [a, b, c, d] = four as [T, T, T, T];
  return [a, c, d, b];
}
