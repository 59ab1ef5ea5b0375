// The first match: a round and a half of Tea Garden with a word at each new kind of decision; then the learner plays freely.

import type { Lesson, LessonStep } from '../../lib/lessons';
import { tableOf, type TableView } from './view';

type Moment = (table: TableView, turns: number) => boolean;

/** A moment of the learner's first round and a half. */
const early =
  (moment: Moment): LessonStep['when'] =>
  (view) => {
    const table = tableOf(view);
    const own = table.seats[table.viewer ?? 0];
    const isEarly = table.round === 1 || (table.round === 2 && (own?.turns ?? 0) < 2);
    return own !== undefined && isEarly && moment(table, own.turns);
  };
/** A main action after the first turn. */
const isLater: Moment = ({ phase, turn, round }, turns) =>
  phase === 'act' && !turn.main_done && round === 1 && turns > 1;
const hasFresh = ({ seats, viewer }: TableView): boolean =>
  seats[viewer ?? 0]?.leaves.fresh.some((n) => n > 0) ?? false;
const inPhase = (phase: string): LessonStep['when'] => early((table) => table.phase === phase);

export const lesson: Lesson = {
  options: { players: '2', puerh: 'off' },
  steps: [
    {
      when: early(({ phase, round }, turns) => phase === 'turn' && round === 1 && turns === 0),
      say: ['lesson.aim', 'lesson.ask', 'lesson.hand'],
      at: ['rounds', 'market', 'hand'],
      only: ({ kind }) => kind !== 'pass',
    },
    {
      when: (view, actions) =>
        early(({ phase, turn, round }, turns) => phase === 'act' && !turn.main_done && round === 1 && turns === 1)(
          view,
          actions,
        ) && actions.some(({ kind }) => kind === 'build'),
      say: ['lesson.main', 'lesson.map'],
      at: ['tray', 'map'],
      only: ({ kind }) => kind === 'build' || kind === 'do',
      after: 'lesson.build.after',
    },
    {
      when: early(({ phase, turn }) => phase === 'act' && turn.main_done && turn.icons.length > 0),
      say: ['lesson.side'],
      at: ['tray'],
    },
    { when: early(({ phase, turn }) => phase === 'act' && turn.main_done), say: ['lesson.more'], at: ['tray'] },
    {
      when: early(({ phase, round }, turns) => phase === 'turn' && round === 1 && turns === 1),
      say: ['lesson.second', 'lesson.slots'],
      at: ['hand', 'slots'],
    },
    {
      when: (view, actions) =>
        early(({ phase, turn, round }, turns) => phase === 'act' && !turn.main_done && round === 1 && turns === 2)(
          view,
          actions,
        ) && actions.some(({ kind }) => kind === 'sell'),
      say: ['lesson.caravan'],
      at: ['caravans'],
    },
    {
      when: early((table, turns) => isLater(table, turns) && hasFresh(table)),
      say: ['lesson.leaves'],
      at: ['baskets'],
    },
    { when: early(isLater), say: ['lesson.harvest'], at: ['tray'] },
    { when: inPhase('pay'), say: ['lesson.pay'], at: ['baskets'] },
    { when: inPhase('study'), say: ['lesson.study'], at: ['university'] },
    { when: inPhase('take-tile'), say: ['lesson.tile'], at: ['map'] },
    {
      when: early(({ phase, round }, turns) => phase === 'turn' && round === 2 && turns === 0),
      say: ['lesson.round'],
      at: ['scores'],
    },
    {
      when: (view) => {
        const { round, phase, seats, viewer } = tableOf(view);
        return round === 2 && phase === 'turn' && seats[viewer ?? 0]?.turns === 2;
      },
      say: ['lesson.free'],
    },
  ],
};
