// A review as a picture of chances: one line for each side, and marks where somebody gave chances away.

import type { Judged, Thought } from './mind';
import type { Action, Decision, ReviewMove } from './protocol';

export interface Side {
  seat: number;
  name: string;
  points: { step: number; win: number }[];
}

export interface Mark {
  step: number;
  seat: number;
  win: number;
  grade: 'mistake' | 'blunder';
}

const MISTAKE = 0.1;
const BLUNDER = 0.2;
/** Worth a word, but no mark on the chart. */
const SLIP = 0.03;
/** Tries from which an action is judged by themselves. */
const KNOWN = 8;

export const gradeOf = (loss: number): Mark['grade'] | null =>
  loss >= BLUNDER ? 'blunder' : loss >= MISTAKE ? 'mistake' : null;

/**
 * Each seat's chance with the best action, judged from what the actor knew; the sides' chances make one. Between two
 * sides the other has what is left; among more, what is left is shared as the search found it.
 */
export function chancesOf(teams: readonly number[], actor: number, best: number, shares: readonly number[]): number[] {
  const found = new Map<number, number>();
  teams.forEach((team, seat) => {
    if (team !== teams[actor]) found.set(team, Math.max(shares[seat] ?? 0, 0));
  });
  const total = [...found.values()].reduce((sum, share) => sum + share, 0);
  const left = Math.max(0, 1 - best);
  return teams.map((team) =>
    team === teams[actor] ? best : total ? (left * found.get(team)!) / total : left / Math.max(1, found.size),
  );
}

export const isSlip = (loss: number): boolean => loss >= SLIP && loss < MISTAKE;

const beyondDoubt = (best: number, left: number, visits: number): number =>
  Math.max(0, best - left - 1 / Math.sqrt(Math.max(1, visits)));

/** The action taken was tried often enough to be judged by that. */
export const isKnown = ({ action }: Decision, { best }: Thought): boolean =>
  best.some((one) => one.action === action && one.visits >= KNOWN);

/**
 * Judge an action that the search hardly looked at (Ingenious has thousands of placements) by the chances that were left
 * at the decision after it.
 */
export function judgedBy(move: ReviewMove, after: ReviewMove): ReviewMove {
  const loss = beyondDoubt(move.win, after.chances[move.actor]!, after.best[0]!.visits);
  return { ...move, loss, win_after: move.win - loss };
}

/**
 * Judge one decision by what was thought of it and its alternatives. An action seldom tried is known only roughly, so
 * only what it gives away beyond two standard errors counts.
 */
export function moveOf(
  { step, seat, action }: Decision,
  { best, shares }: Thought,
  teams: readonly number[],
  describe: (id: number) => Action,
): ReviewMove {
  const win = best[0]!.win;
  const taken = best.find((one: Judged) => one.action === action);
  const loss = taken ? beyondDoubt(win, taken.win, taken.visits) : 0;
  return {
    step,
    actor: seat,
    action: describe(action),
    win,
    win_after: win - loss,
    loss,
    best: best.slice(0, 3).map((one: Judged) => ({ ...one, action: describe(one.action) })),
    chances: chancesOf(teams, seat, win, shares),
  };
}

/** One line for two sides (the near one's; the other is what is left), else one for each; the end only when all is judged. */
export function sidesOf(
  moves: readonly ReviewMove[],
  names: readonly string[],
  near: number,
  end: { step: number; shares: readonly number[] } | null,
): Side[] {
  if (!moves.length) return [];
  const seats = names.length === 2 ? [near] : names.map((_, seat) => seat);
  return seats.map((seat) => ({
    seat,
    name: names[seat] ?? '',
    points: [
      ...moves.map((move) => ({ step: move.step, win: move.chances[seat] ?? 1 / Math.max(2, names.length) })),
      ...(end ? [{ step: end.step, win: end.shares[seat] ?? 0 }] : []),
    ],
  }));
}

export function marksOf(moves: readonly ReviewMove[], sides: readonly Side[]): Mark[] {
  return moves.flatMap((move) => {
    const grade = gradeOf(move.loss);
    const side = sides.find((one) => one.seat === move.actor) ?? sides[0];
    const win = side?.points.find((point) => point.step === move.step)?.win;
    return grade && win !== undefined ? [{ step: move.step, seat: move.actor, win, grade }] : [];
  });
}
