// The smallest lesson: one decision.

import type { Lesson } from '../../lib/lessons';

export const lesson: Lesson = {
  options: {},
  steps: [
    {
      when: ({ phase }) => phase === 'choose',
      say: ['lesson.first', 'lesson.choose'],
      at: ['cup', 'tray'],
      after: 'lesson.after',
    },
  ],
};
