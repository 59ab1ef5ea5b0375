// The account of a round: how it stands, what everybody has for the next one. At the end of the match: what each source
// brought, one after the other, then who has won and why.

import type { Account, Scoring } from '../../lib/scoring';
import type { Say } from '../../lib/texts.svelte';
import { withLuYu } from './names';
import { sides, SOURCES, tableOf, type TableView } from './view';

/** Points come in during play, or are counted at the end. */
const DURING: readonly string[] = ['gardens', 'caravans', 'bonuses', 'halls'];

export const scoring: Scoring = {
  roundKey: (view) => {
    const { result, round } = tableOf(view);
    return result ? 'end' : round > 1 ? `round ${round - 1}` : null;
  },
  stages: (view, say, names) => {
    const table = tableOf(view);
    if (!table.result) return table.round > 1 ? roundOf(table, say, withLuYu(table, names, say)) : null;
    const all = sides(table);
    const everybody = withLuYu(table, names, say);
    const rowOf = (source: string) => {
      const values = all.map(({ ends }) => ends[source] ?? 0);
      const most = Math.max(...values);
      return {
        label: say(`source.${source}`),
        values,
        best: most ? values.flatMap((n, at) => (n === most ? [at] : [])) : [],
      };
    };
    const brought = SOURCES.filter((source) => all.some(({ ends }) => (ends[source] ?? 0) > 0));
    const totals = all.map(({ ends }) => ends['total'] ?? 0);
    const most = Math.max(...totals);
    const winners = totals.flatMap((n, at) => (n === most ? [at] : []));
    return {
      title: say('scoring.title'),
      names: everybody,
      stages: [
        { title: say('scoring.during'), rows: brought.filter((source) => DURING.includes(source)).map(rowOf) },
        { title: say('scoring.at-end'), rows: brought.filter((source) => !DURING.includes(source)).map(rowOf) },
        {
          title: say('board.total'),
          rows: [{ label: say('board.total'), values: totals, best: winners }],
          note: say(table.result.reason),
        },
      ],
    };
  },
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);

/** The round just ended: points now and as it would end, and the stores for the next one. */
function roundOf(table: TableView, say: Say, names: readonly string[]): Account {
  const all = sides(table);
  const ends = all.map(({ ends }) => ends['total'] ?? 0);
  const most = Math.max(...ends);
  const stores = [...table.seats.map(({ leaves }) => leaves), ...(table.lu_yu ? [table.lu_yu] : [])];
  const leaves = (kind: 'fresh' | 'fermented'): number[] =>
    stores.map((store) => (typeof store[kind] === 'number' ? store[kind] : sum(store[kind])));
  return {
    title: say('scoring.round', { round: table.round - 1, rounds: table.rounds }),
    names,
    stages: [
      {
        title: say('scoring.standing'),
        rows: [
          { label: say('board.now'), values: all.map(({ points }) => points) },
          { label: say('board.would-end'), values: ends, best: ends.flatMap((n, at) => (n === most ? [at] : [])) },
        ],
      },
      {
        title: say('scoring.stores'),
        rows: [
          { label: say('scoring.gardens'), values: all.map(({ built }) => built + 1) },
          { label: say('scoring.fresh'), values: leaves('fresh') },
          { label: say('scoring.fermented'), values: leaves('fermented') },
          { label: say('scoring.coins'), values: all.map(({ emperor_tokens }) => emperor_tokens) },
        ],
        note: say('scoring.aged'),
      },
    ],
  };
}
