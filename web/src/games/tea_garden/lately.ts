// What the others did since one's own last turn, as far as it matters: not every leaf paid and card drawn.

import type { BoardProps } from '../../lib/boards';
import { tell } from '../../lib/telling';
import type { Say } from '../../lib/texts.svelte';

const BEGINS: ReadonlySet<string> = new Set(['top', 'pass']);
const MATTERS: ReadonlySet<string> = new Set([
  'pass',
  'passes',
  'build',
  'buy',
  'sell',
  'ferment',
  'harvest',
  'court',
  'market',
  'climb',
  'emperor',
  'boat',
  'research',
  'stack',
  'cake-done',
  'decree',
]);

/** Sentences about the others, the oldest first. */
export function rivalsDid(
  steps: NonNullable<BoardProps['steps']>,
  say: Say,
  names: readonly string[],
  me: number,
): string[] {
  const events = steps.flatMap((step) => step.events);
  const mine = events.findLastIndex(({ kind, data }) => BEGINS.has(kind) && data['who'] === me);
  return events
    .slice(mine + 1)
    .filter(({ kind, data }) => MATTERS.has(kind) && typeof data['who'] === 'number' && data['who'] !== me)
    .map((event) => tell(event, 'tea_garden', say, names, me));
}
