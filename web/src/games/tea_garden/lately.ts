// What happened of late, as far as it matters: what the others did since one's own last turn and what it brought them,
// what one's own last step brought. Not every leaf paid and card drawn.

import type { BoardProps } from '../../lib/boards';
import type { Happened } from '../../lib/protocol';
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
  'lu-passes',
  'lu-fresh',
  'lu-ferment',
  'lu-token',
  'lu-garden',
  'lu-buy',
  'lu-caravan',
  'lu-court',
  'lu-market',
  'lu-research',
  'lu-cup',
  'lu-boat',
  'lu-climb',
  'lu-advanced',
  'lu-decree',
]);
/** What comes of an action without a choice. */
const BROUGHT: ReadonlySet<string> = new Set([
  'leaves',
  'fermented',
  'emperor-tokens',
  'scroll',
  'points',
  'boat',
  'research',
  'harvested',
  'decree',
  'cake-done',
]);

/** What an event brought, in words as on the pieces; nothing for what is told otherwise. */
function gain({ kind, data }: Happened, say: Say): string {
  const n = Number(data['n']);
  if (kind === 'points') return say('does.vp', { n });
  if (kind === 'leaves') return say('does.leaf', { n, quality: data['quality'] });
  if (kind === 'emperor-tokens') return say('does.emp', { n });
  return kind === 'scroll' ? say((data['thing'] as string).slice(1)) : '';
}

/** Sentences about the others, the oldest first, each with what it brought. */
export function rivalsDid(
  steps: NonNullable<BoardProps['steps']>,
  say: Say,
  names: readonly string[],
  me: number,
): string[] {
  const events = steps.flatMap((step) => step.events);
  const mine = events.findLastIndex(({ kind, data }) => BEGINS.has(kind) && data['who'] === me);
  const told: { text: string; gains: string[] }[] = [];
  let isDone = true; // what follows a pass is the end of the round, which has its own account
  for (const event of events.slice(mine + 1)) {
    const { kind, data } = event;
    if (data['who'] === me) continue;
    if (MATTERS.has(kind)) told.push({ text: tell(event, 'tea_garden', say, names, me), gains: [] });
    if (MATTERS.has(kind) || kind === 'round') isDone = ['pass', 'passes', 'round'].includes(kind);
    else if (!isDone) told.at(-1)!.gains.push(gain(event, say));
  }
  return told.map(({ text, gains }) => {
    const brought = gains.filter(Boolean);
    return brought.length ? `${text} ${say('lately.gained', { gains: brought })}` : text;
  });
}

/** What one's own last step brought, where more is to be decided. */
export function iGained(
  happened: NonNullable<BoardProps['happened']>,
  say: Say,
  names: readonly string[],
  me: number,
): string[] {
  return happened
    .flatMap((step) => step.events)
    .filter(({ kind, data }) => BROUGHT.has(kind) && data['who'] === me)
    .map((event) => tell(event, 'tea_garden', say, names, me));
}
