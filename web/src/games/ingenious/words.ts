// An action in a few words: for a hint, and for the better move of a review.

import type { Words } from '../../lib/boards';
import { coloursOf } from './pieces';

export const words: Words = (action, _view, say) => {
  if (action.kind !== 'place') return say(`action.${action.kind}`);
  const spaces = [action['at'], action['to']] as string[];
  return coloursOf(action['tile'] as string)
    .map((colour, half) => say('board.half', { colour: `#colour.${colour}`, space: spaces[half]! }))
    .join(', ');
};
