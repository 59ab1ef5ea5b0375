// A lesson at this table: which line is told now, and which choices it leaves open. What was told last stays until the next decision.

import { lessonOf } from '../lib/boards';
import { allowedBy, stepFor, type Lesson, type LessonStep } from '../lib/lessons';
import type { Action } from '../lib/protocol';
import { recall, remember } from '../lib/storage';
import type { Sitting } from './sitting.svelte';

export class Coaching {
  private lesson = $state.raw<Lesson | null>(null);
  /** The step whose action was done last: what comes of it is told while the others move. */
  private before = $state.raw<LessonStep | null>(null);
  private isSkipped = $state(false);

  readonly now = $derived.by(() => {
    const { lesson, sitting } = this;
    const { view, actions } = sitting.session;
    return lesson && view && sitting.isMyTurn ? stepFor(lesson, view, actions) : null;
  });
  /** What is said, as text keys of the game. */
  readonly lines = $derived.by<readonly string[]>(() => {
    if (this.now) return this.now.step.say;
    return this.before?.after ? [this.before.after] : [];
  });
  /** The actions the lesson leaves open. */
  readonly actions = $derived.by<Action[]>(() => {
    const { view, actions } = this.sitting.session;
    return view && this.isOn ? allowedBy(this.now?.step ?? null, actions, view) : actions;
  });

  constructor(private readonly sitting: Sitting) {
    $effect(() => {
      const { game, isLesson, table } = sitting;
      if (!isLesson || !table) return;
      this.isSkipped = recall(`lesson.${table.id}`) === 'skipped';
      void lessonOf(game).then((lesson) => (this.lesson = lesson));
    });
    $effect(() => {
      if (this.now) this.before = this.now.step;
    });
  }

  get isOn(): boolean {
    return this.lesson !== null && !this.isSkipped && !this.sitting.isOver;
  }
  get canResume(): boolean {
    return this.lesson !== null && this.isSkipped && !this.sitting.isOver;
  }
  get at(): readonly string[] {
    return this.now?.step.at ?? [];
  }

  turn(on: boolean): void {
    this.isSkipped = !on;
    if (this.sitting.table) remember(`lesson.${this.sitting.table.id}`, on ? 'on' : 'skipped');
  }
}
