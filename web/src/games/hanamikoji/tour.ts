// The guided first turn: texts `tour.1` … in the game's book; each points at something on the board.

import type { TourStep } from '../../lib/boards';

export const tour: TourStep[] = [
  { key: 'tour.1', at: 'geishas' },
  { key: 'tour.2', at: 'geisha' },
  { key: 'tour.3', at: 'hand' },
  { key: 'tour.4', at: 'markers' },
  { key: 'tour.5', at: 'stage' },
];
