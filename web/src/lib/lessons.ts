// A first match that teaches by doing: an ordinary table with a fixed deal, and a coach who says a line at each decision. A game
// supplies data only; which step is told follows from the view, so a lesson can be left and resumed at any time.

import type { Action, View } from './protocol';

export interface LessonStep {
  /** Whether this step fits the moment; the first that fits is told. */
  when: (view: View, actions: readonly Action[]) => boolean;
  /** What is said: text keys of the game, one after the other. */
  say: readonly string[];
  /** What is pointed at with each of them: `data-lesson` names on the board. */
  at?: readonly string[];
  /** Keeps other choices out; leave it out where choices are equal. */
  only?: (action: Action, view: View) => boolean;
  /** Told once the action was done: a text key of the game. */
  after?: string;
}

export interface Lesson {
  /** The options the table is laid with. */
  options: Record<string, string>;
  /** The learner's seat. */
  seat?: number;
  steps: LessonStep[];
}

/** The step for this moment, with its number. */
export function stepFor(
  lesson: Lesson,
  view: View,
  actions: readonly Action[],
): { step: LessonStep; at: number } | null {
  const at = lesson.steps.findIndex((step) => step.when(view, actions));
  return at < 0 ? null : { step: lesson.steps[at]!, at };
}

/** The choices a step leaves open: never none. */
export function allowedBy(step: LessonStep | null, actions: Action[], view: View): Action[] {
  if (!step?.only) return actions;
  const kept = actions.filter((action) => step.only!(action, view));
  return kept.length ? kept : actions;
}
