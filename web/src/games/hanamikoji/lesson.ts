// The first match: in the first round each action once, in an order that explains itself; then the learner plays freely.

import type { Lesson, LessonStep } from '../../lib/lessons';
import { picture, type Marker } from './pieces';

/** The moment to use a marker for the first time: those before it are used, nothing has to be answered. */
const turnFor = (marker: Marker, before: readonly Marker[]): LessonStep['when'] => {
  return (view) => {
    const p = picture(view);
    const used = p.viewer === null ? [] : p.seats[p.viewer]!.used;
    return p.round === 1 && p.phase === 'choose' && !used.includes(marker) && before.every((one) => used.includes(one));
  };
};
const using =
  (marker: Marker): NonNullable<LessonStep['only']> =>
  (action) =>
    action.kind === marker;

export const lesson: Lesson = {
  options: { first: '0' },
  steps: [
    {
      when: turnFor('secret', []),
      say: ['lesson.aim', 'lesson.geisha', 'lesson.hand', 'lesson.secret'],
      at: ['geishas', 'geisha', 'hand', 'marker-secret'],
      only: using('secret'),
      after: 'lesson.secret.after',
    },
    { when: ({ phase }) => phase === 'answer-gift', say: ['lesson.answer-gift'], at: ['tray'] },
    { when: ({ phase }) => phase === 'answer-competition', say: ['lesson.answer-competition'], at: ['tray'] },
    {
      when: turnFor('gift', ['secret']),
      say: ['lesson.gift'],
      at: ['marker-gift'],
      only: using('gift'),
      after: 'lesson.gift.after',
    },
    {
      when: turnFor('competition', ['secret', 'gift']),
      say: ['lesson.competition'],
      at: ['marker-competition'],
      only: using('competition'),
      after: 'lesson.competition.after',
    },
    {
      when: turnFor('discard', ['secret', 'gift', 'competition']),
      say: ['lesson.discard'],
      at: ['marker-discard'],
    },
    { when: (view) => picture(view).round > 1, say: ['lesson.round'], at: ['geishas'] },
  ],
};
