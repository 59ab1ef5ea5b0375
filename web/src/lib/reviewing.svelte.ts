// The review of a finished match as it grows: thought about on this device, or asked of the server once and then looked at
// until it is done. Looking costs nothing, asking does.

import { api } from './api';
import type { Mind } from './mind';
import type { Replay, Review, ReviewMove } from './protocol';
import { isKnown, judgedBy, moveOf } from './reviews';
import { toasts } from './toasts.svelte';

const PAUSE = 1000;
/** So often a look may fail, as on a bad line, before that is said. */
const PATIENCE = 5;

export class Reviewing {
  review = $state.raw<Review>({ state: 'none', progress: 0, moves: [] });
  /** It is this device that thinks. */
  isOwn = $state(false);

  private timer: ReturnType<typeof setTimeout> | undefined;
  private misses = 0;
  private isClosed = false;
  private mind: Mind | null = null;

  constructor(private readonly table: string) {}

  /** Look how far it is, and again until it is done. */
  async look(): Promise<void> {
    clearTimeout(this.timer);
    try {
      this.review = await api.review(this.table);
      this.misses = 0;
    } catch (error) {
      if (++this.misses === PATIENCE) toasts.caught(error);
    }
    const isWaiting = this.review.state === 'working' || (this.misses > 0 && this.misses < PATIENCE);
    if (isWaiting && !this.isClosed) this.timer = setTimeout(() => void this.look(), PAUSE);
  }

  async ask(): Promise<void> {
    try {
      this.review = await api.askReview(this.table);
    } catch (error) {
      toasts.caught(error);
    }
    await this.look();
  }

  /** Think about every decision on this device, so many seconds each; what the server has kept stays until ours is there. */
  async think({ table, steps, length }: Replay, seconds: number): Promise<void> {
    clearTimeout(this.timer);
    const before = this.review;
    this.isOwn = true;
    try {
      const [{ Mind }, decisions] = await Promise.all([import('./mind'), api.decisions(this.table, length)]);
      this.mind = await Mind.load(table.game);
      const teams = table.teams ?? table.seats.map(({ seat }) => seat);
      const moves: Record<number, ReviewMove> = Object.fromEntries(before.moves.map((move) => [move.step, move]));
      let rough: ReviewMove | null = null;
      for (const [at, decision] of decisions.entries()) {
        const { seen, seat, step } = decision;
        const thought = await this.mind?.thought({ seen, seat, isOpen: false, seconds });
        if (!thought || this.isClosed) return;
        if (thought.best.length) {
          const best = await api.actions(
            table.game,
            thought.best.slice(0, 3).map(({ action }) => action),
          );
          const describe = (id: number) => best.find((one) => one.id === id) ?? steps[step]!.action;
          const move = moveOf(decision, thought, teams, describe);
          moves[step] = move;
          if (rough) moves[rough.step] = judgedBy(rough, move);
          rough = isKnown(decision, thought) ? null : move;
        }
        const all = Object.values(moves).sort((one, other) => one.step - other.step);
        this.review = { state: 'working', progress: (at + 1) / decisions.length, moves: all };
      }
      this.review = { ...this.review, state: 'done', progress: 1 };
    } catch (error) {
      this.review = before;
      toasts.caught(error);
    } finally {
      this.isOwn = false;
      this.mind?.close();
      this.mind = null;
    }
  }

  close(): void {
    this.isClosed = true;
    this.mind?.close();
    clearTimeout(this.timer);
  }
}
