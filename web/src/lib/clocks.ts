// How long players may think, in words.

import type { ClockRule } from './protocol';
import { speech, t } from './texts.svelte';

const UNITS = [
  ['day', 86400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A span of time in its largest whole unit. */
function span(seconds: number): string {
  const [unit, length] = UNITS.find(([, length]) => seconds >= length && seconds % length === 0) ?? UNITS[3];
  const format = new Intl.NumberFormat(speech.language, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(seconds / length);
}

/** The rule of a clock; nothing where there is none. */
export function clockWords({ kind = 'none', seconds = 0, added = 0 }: ClockRule): string {
  if (kind === 'none') return '';
  if (kind !== 'match') return t('clock.per-move', { time: span(seconds) });
  return added ? t('clock.per-match', { time: span(seconds), added: span(added) }) : span(seconds);
}
