// An action in a few words: for a hint, and for the better move of a review.

import type { Words } from '../../lib/boards';
import { picture, type GiftCard } from './pieces';
import { cardKeys, lying, shareOf } from './telling';

export const words: Words = (action, view, say) => {
  const { offer } = picture(view);
  const cards = (action['cards'] ?? []) as GiftCard[];
  const slot = (action['slots'] as number[] | undefined)?.[0] ?? 0;
  switch (action.kind) {
    case 'take':
    case 'leave':
    case 'pair':
      return say('board.take', { cards: offer ? cardKeys(lying(offer, shareOf(action, offer) ?? [])) : [] });
    case 'double':
      return say('words.double', {
        first: cardKeys((action['pairs'] as GiftCard[][])[0]!),
        second: cardKeys((action['pairs'] as GiftCard[][])[1]!),
      });
    case 'hide':
      return say('action.hide-card', { card: `#card.${offer?.slots[slot]?.card ?? 'hidden'}` });
    case 'counter':
      return say('words.counter', {
        removed: `#card.${offer?.slots[action['slot'] as number]?.card ?? 'hidden'}`,
        laid: `#card.${action['card'] as string}`,
        down: action['hidden'] ? 'yes' : 'no',
      });
    case 'place':
      return say('action.place', { card: `#card.${cards[0]!}` });
    case 'tokens':
      return say(action['favour'] ? 'action.favour' : 'action.guests');
    case 'intrigue':
      return say('words.intrigue', { left: `#card.${cards[0]!}`, right: `#card.${cards[1]!}` });
    case 'open':
      return say('action.open');
    default:
      return say('words.cards', { action: `#action.${action.kind}`, cards: cardKeys(cards) });
  }
};
