// Choices and their effects in words: for the tray, for hints and for those who listen.

import type { Action } from '../../lib/protocol';
import type { Say } from '../../lib/texts.svelte';
import { colourOf, type GiftCard, type Offer, type Order, type Walk } from './pieces';

export const cardKeys = (cards: readonly (GiftCard | null)[]): string[] =>
  cards.map((card) => `#card.${card ?? 'hidden'}`);

/** Where a card sends its geisha, and what she fetches. */
export const walkWords = (say: Say, card: GiftCard, walk: Walk): string =>
  say('board.walk', {
    geisha: `#geisha.${colourOf(card)}`,
    house: `#house.${walk.house}`,
    lantern: walk.lantern?.value ?? 0,
    lit: walk.lantern ? 'yes' : 'no',
    takes: walk.takes,
  });

export const orderWords = (say: Say, order: Order): string =>
  order.cards.map((card, i) => walkWords(say, card, order.walks[i]!)).join(' ');

/** The slots of an offer that an answer takes. */
export function shareOf(action: Action, offer: Offer): number[] | null {
  const slot = (action['slots'] as number[] | undefined)?.[0] ?? 0;
  if (action.kind === 'take') return [slot];
  if (action.kind === 'pair') return offer.groups[slot] ?? [];
  if (action.kind === 'leave') return offer.slots.map((_, i) => i).filter((i) => i !== slot);
  return null;
}

/** The cards in these slots, or in all others. */
export const lying = (offer: Offer, share: readonly number[], isIn = true): (GiftCard | null)[] =>
  offer.slots.flatMap(({ card }, i) => (share.includes(i) === isIn ? [card] : []));
