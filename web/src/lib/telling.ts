// Turns steps into sentences: `event.<kind>` of the game's texts, or `event.table.<kind>` of the site's.

import type { Happened, Told } from './protocol';
import { speech, told, type Say } from './texts.svelte';

export interface LogLine {
  key: string;
  step: number | null;
  /** Whose doing it is; the table itself speaks too. */
  who: number | 'table';
  text: string;
}

/** What a seat did a moment ago, in words; nobody's doing has no seat. */
export interface Lately {
  seat: number | null;
  text: string;
}

/** Tell one event as seen from `me`; seats become names. */
export function tell(event: Happened, game: string, say: Say, names: readonly string[], me: number | null): string {
  const data: Record<string, unknown> = { ...event.data };
  const who = data['who'];
  data['you'] = me !== null && who === me ? 'yes' : 'other';
  if (data['rival'] !== undefined && me !== null)
    data['you'] = who === me ? 'yes' : data['rival'] === me ? 'rival' : 'other';
  for (const name of ['who', 'rival']) {
    const seat = data[name];
    if (typeof seat === 'number') data[name] = names[seat] ?? String(seat + 1);
  }
  const key = `event.${event.kind}`;
  if (speech.has(game, key)) return say(key, data);
  return '';
}

export function tellTable(event: Happened, names: readonly string[], me: number | null): string {
  const data: Record<string, unknown> = { ...event.data };
  data['you'] = me !== null && data['who'] === me ? 'yes' : 'other';
  if (typeof data['who'] === 'number') data['who'] = names[data['who']] ?? '';
  if (typeof data['level'] === 'string') data['level'] = told(`bot.${data['level']}`);
  return told(`event.${event.kind.startsWith('table.') ? event.kind : `table.${event.kind}`}`, data);
}

/** All lines of a log, as seen from `me`. */
export function lines(
  steps: readonly Pick<Told, 'step' | 'actor' | 'events'>[],
  game: string,
  say: Say,
  names: readonly string[],
  me: number | null,
): LogLine[] {
  const out: LogLine[] = [];
  steps.forEach((step, at) => {
    step.events.forEach((event, i) => {
      const isTable = step.actor === 'table';
      const text = isTable ? tellTable(event, names, me) : tell(event, game, say, names, me);
      if (!text) return;
      const who = event.data['who'];
      out.push({ key: `${at}.${i}`, step: step.step, who: isTable || typeof who !== 'number' ? 'table' : who, text });
    });
  });
  return out;
}

/** What the seats other than `me` did since `me` last acted, or at least the last of it. */
export function latelyOf(
  steps: readonly Told[],
  game: string,
  say: Say,
  names: readonly string[],
  me: number | null,
  most = 6,
): Lately[] {
  const others = (part: readonly Told[]): Lately[] =>
    lines(
      part.filter((step) => typeof step.actor === 'number'),
      game,
      say,
      names,
      me,
    ).flatMap(({ who, text }) => (who === 'table' || who === me ? [] : [{ seat: who, text }]));
  const since = others(steps.slice(steps.findLastIndex((step) => step.actor === me) + 1));
  return since.length ? since.slice(-most) : others(steps).slice(-1);
}
