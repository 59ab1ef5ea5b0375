// An action in a few words: for a hint, and for the better move of a review.

import type { Words } from '../../lib/boards';
import { picture, type Item } from './pieces';

export const words: Words = (action, view, say) => {
  const list = (cards: readonly Item[]): string => cards.map((card) => say(`card.${card}`)).join(', ');
  const cards = (action['cards'] ?? []) as Item[];
  const pair = action['choice'] as number | null;
  if (action.kind === 'pair') return say('board.take', { cards: list(picture(view).offer?.groups[pair ?? 0] ?? []) });
  if (action.kind === 'take') return say('board.take', { cards: list(cards) });
  if (action.kind === 'competition')
    return `${say('action.competition')}: ${list(cards.slice(0, 2))} – ${list(cards.slice(2))}`;
  return `${say(`action.${action.kind}`)}: ${list(cards)}`;
};
