// An action in a few words: for the tray, a hint, and the better move of a review.

import type { Words } from '../../lib/boards';
import * as about from './about';
import { caravanFace } from './faces';
import { tableOf } from './view';

const FAMILIES: Record<string, string> = {
  top: 'card',
  under: 'card',
  buy: 'card',
  discard: 'card',
  emperor: 'card',
  'remove-hand': 'card',
  'remove-discard': 'card',
  'remove-pile': 'card',
  pay: 'leaf',
  leaf: 'leaf',
  build: 'region',
  garden: 'region',
  court: 'hall',
  market: 'puerh',
  basic: 'puerh',
  join: 'puerh',
  do: 'effect',
  double: 'effect',
  again: 'effect',
  side: 'effect',
  stack: 'province',
  scroll: 'scroll',
  'lay-left': 'tile',
  'lay-right': 'tile',
  'cup-left': 'tile',
  'cup-right': 'tile',
};

export const words: Words = (action, view, say) => {
  const verb = say(`action.${action.kind}`);
  const item = action['item'] as string | null;
  const choice = action['choice'] as string | null;
  if (action.kind === 'sell' && item && choice) {
    const face = caravanFace(item);
    const [strength, leaves] = choice.split('+');
    return `${verb}: ${about.strengthHalf(face.strength[strength === 'high' ? 1 : 0]!, say)} ${about.leafHalf(face.leaves[leaves === 'large' ? 1 : 0]!, say)}`;
  }
  if (action.kind === 'study' && item && choice) {
    const bonus = tableOf(view).boards.university[Number(item) - 1]![Number(choice) - 1]!;
    return `${verb}: ${about.effects(bonus, say)}`;
  }
  const family = FAMILIES[action.kind];
  if (!family || !item) return verb;
  const square = action.kind === 'court' ? ` – ${choice}` : '';
  return `${verb}: ${say(`${family}.${item}`)}${square}`;
};
