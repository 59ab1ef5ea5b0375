// The first match, in the basic mode: each action once in an order that explains itself, then the learner plays freely.

import type { Lesson, LessonStep } from '../../lib/lessons';
import { picture, type Marker } from './pieces';

/** The moment to use a marker for the first time: those before it are used, nothing has to be answered. */
const turnFor = (marker: Marker, before: readonly Marker[]): LessonStep['when'] => {
  return (view) => {
    const p = picture(view);
    const used = p.viewer === null ? [] : p.seats[p.viewer as 0 | 1].used;
    return p.round === 1 && p.phase === 'turn' && !used.includes(marker) && before.every((one) => used.includes(one));
  };
};
const using =
  (marker: Marker): NonNullable<LessonStep['only']> =>
  (action) =>
    action.kind === marker;

export const lesson: Lesson = {
  options: { mode: 'basic', destiny: 'off', first: '0' },
  steps: [
    {
      when: turnFor('reveal', []),
      say: ['lesson.aim', 'lesson.favour', 'lesson.road', 'lesson.lanterns', 'lesson.hand', 'lesson.reveal'],
      at: ['geishas', 'geishas', 'road', 'road', 'hand', 'marker-reveal'],
      only: using('reveal'),
      after: 'lesson.reveal.after',
    },
    { when: ({ phase }) => phase === 'order', say: ['lesson.order'], at: ['tray'] },
    {
      when: (view) => view.phase === 'answer' && picture(view).offer?.kind === 'compromise',
      say: ['lesson.answer-compromise'],
      at: ['offer'],
    },
    { when: ({ phase }) => phase === 'answer', say: ['lesson.answer-double'], at: ['offer'] },
    {
      when: turnFor('compromise', ['reveal']),
      say: ['lesson.compromise'],
      at: ['marker-compromise'],
      only: using('compromise'),
      after: 'lesson.compromise.after',
    },
    {
      when: turnFor('intrigue', ['reveal', 'compromise']),
      say: ['lesson.intrigue'],
      at: ['marker-intrigue'],
      only: using('intrigue'),
      after: 'lesson.intrigue.after',
    },
    {
      when: turnFor('double', ['reveal', 'compromise', 'intrigue']),
      say: ['lesson.double'],
      at: ['marker-double'],
    },
    { when: (view) => picture(view).round > 1, say: ['lesson.round'], at: ['geishas'] },
  ],
};
