// How each action is reached by small picks (see lib/choose.ts): a marker and cards, in whichever order they come to mind.

import type { Path, Paths, Pick } from '../../lib/choose';
import type { Action } from '../../lib/protocol';
import type { GiftCard } from './pieces';

export const cardPick = (card: GiftCard): Pick => `card:${card}`;
export const slotPick = (slot: number): Pick => `slot:${slot}`;
export const pairPick = (pair: number): Pick => `pair:${pair}`;
export const orderPick = (first: GiftCard): Pick => `first:${first}`;

/** The card a pick stands for, if it stands for one. */
export const cardOf = (pick: Pick): GiftCard | null => (pick.startsWith('card:') ? (pick.slice(5) as GiftCard) : null);

/** A marker before its cards, or after them. */
const eitherEnd = (marker: Pick, cards: readonly (readonly Pick[])[]): Path[] => [
  [[marker], ...cards],
  [...cards, [marker]],
];

function pathsOf(action: Action, isHiding: boolean): Path[] {
  const cards = ((action['cards'] ?? []) as GiftCard[]).map(cardPick);
  const slot = (action['slots'] as number[] | undefined)?.[0] ?? 0;
  switch (action.kind) {
    case 'reveal':
    case 'compromise':
      return eitherEnd(action.kind, [cards]);
    case 'intrigue':
      return eitherEnd(
        action.kind,
        cards.map((card) => [card]),
      );
    case 'double': {
      const [first, second] = (action['pairs'] as GiftCard[][]).map((pair) => pair.map(cardPick)) as [Pick[], Pick[]];
      return [...eitherEnd(action.kind, [first, second]), ...eitherEnd(action.kind, [second, first])];
    }
    case 'hide':
    case 'take':
      return [[[slotPick(slot)]]];
    case 'leave':
      return [[[0, 1, 2].filter((other) => other !== slot).map(slotPick)]];
    case 'pair':
      return [[[pairPick(slot)]]];
    case 'counter': {
      const laid = [['counter'], [slotPick(action['slot'] as number)], [cardPick(action['card'] as GiftCard)]];
      return [isHiding ? [...laid, [action['hidden'] ? 'down' : 'up']] : laid];
    }
    case 'place':
      return [[[orderPick((action['cards'] as GiftCard[])[0]!)]]];
    case 'tokens':
      return [[[action['favour'] ? 'favour' : 'guests']]];
    default:
      return [[[action.kind]]];
  }
}

/** The paths of these actions: whether a counter-offer asks "face up or down?" depends on all of them. */
export function pathsAmong(actions: readonly Action[]): Paths {
  const isHiding = actions.some((action) => action.kind === 'counter' && action['hidden'] === true);
  const known = new Map(actions.map((action) => [action.id, pathsOf(action, isHiding)]));
  return (action) => known.get(action.id) ?? pathsOf(action, isHiding);
}

/** Two pairs: divide the same four cards another way, the first staying where it is. */
export function turned<T>([a, b, c, d]: readonly [T, T, T, T]): T[] {
  return [a, c, d, b];
}
