// The first match: take a tile, place it in line, read the score board, be asked about the exchange; then play freely.

import type { Lesson } from '../../lib/lessons';
import type { View } from '../../lib/protocol';
import { coloursOf, picture, type Colour } from './pieces';

/** How many tiles have been placed: a lesson is over after a few turns. */
const tiles = (view: View): number => (Object.keys(picture(view).cells).length - 6) / 2;

export const lesson: Lesson = {
  options: { mode: 'standard', seats: '2', first: '0' },
  steps: [
    {
      when: (view) => picture(view).phase === 'place' && !picture(view).started[0],
      say: ['lesson.1', 'lesson.2'],
      at: ['rack', 'field'],
      only: (action, view) => {
        const p = picture(view);
        const [one, other] = coloursOf(action['tile'] as string);
        const scores = (space: unknown, colour: Colour): boolean => p.lines?.[space as string]?.[colour] !== undefined;
        return scores(action['at'], one) || scores(action['to'], other);
      },
      after: 'lesson.after',
    },
    {
      when: (view) => picture(view).phase === 'finish' && tiles(view) < 3,
      say: ['lesson.3', 'lesson.5'],
      at: ['scores', 'tray'],
      after: 'lesson.rival',
    },
    {
      when: (view) => picture(view).phase === 'place' && tiles(view) < 4,
      say: ['lesson.4'],
      at: ['field'],
      after: 'lesson.again',
    },
    { when: (view) => picture(view).phase === 'place' && tiles(view) < 6, say: ['lesson.6'], at: ['scores'] },
  ],
};
