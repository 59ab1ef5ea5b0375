// The account of a round in stages: Intrigue turned over, the geishas one by one and why, guests, specials, then the totals.

import type { Scoring, Stage, StageRow } from '../../lib/scoring';
import type { Say } from '../../lib/texts.svelte';
import { picture, type Picture, type RoundTold } from './pieces';

export const scoring: Scoring = {
  roundKey: (view) => {
    const { rounds } = picture(view);
    return rounds.length ? String(rounds.length) : null;
  },

  stages(view, say, names) {
    const p = picture(view);
    const round = p.rounds.at(-1);
    if (!round) return null;
    return { title: say('scoring.title', { round: round.round }), stages: stagesOf(p, round, say, names) };
  },
};

function stagesOf(p: Picture, round: RoundTold, say: Say, names: readonly string[]): Stage[] {
  const intrigue: StageRow = {
    label: say('scoring.left'),
    values: round.intrigue.map((card) => (card ? say(`card.${card}`) : null)),
    note: say('scoring.right'),
  };
  return [
    { title: say('scoring.intrigue'), rows: [intrigue] },
    { title: say('scoring.geishas'), rows: p.geishas.map((_, g) => geishaRow(p, round, g, say, names)) },
    { title: say('scoring.points'), rows: points(p, round, say, names), note: ending(p, round, say, names) },
  ];
}

/** A geisha: both sums, who won her, and what decided. */
function geishaRow(p: Picture, round: RoundTold, g: number, say: Say, names: readonly string[]): StageRow {
  const winner = round.winners[g]!;
  const values = [round.sums[0][g]!, round.sums[1][g]!];
  const lanterns = round.lanterns[g]!.map(({ value }) => String(value));
  const why = values[0] !== values[1] ? 'more' : winner === null ? 'nobody' : 'token';
  return {
    label: say('scoring.geisha', { geisha: `#geisha.${p.geishas[g]!.id}`, lanterns, lit: lanterns.length }),
    values,
    note: say(`scoring.${why}`, { name: winner === null ? '' : names[winner]! }),
    best: winner === null ? [] : [winner],
  };
}

/** Points part by part, with the best sets of guests. */
function points(p: Picture, round: RoundTold, say: Say, names: readonly string[]): StageRow[] {
  const sets = ([0, 1] as const).flatMap((seat) => {
    const each = round.sets[seat].map(
      (set) => `${set.guests.map((one) => say(`colour.${one}`)).join(' + ')} = ${set.points}`,
    );
    return each.length ? [say('scoring.sets', { name: names[seat]!, sets: each.join('; ') })] : [];
  });
  const [a, b] = round.points;
  return [
    { label: say('scoring.part.tiles'), values: round.tiles },
    { label: say('scoring.part.lanterns'), values: round.lights },
    ...(p.mode === 'basic' ? [] : [{ label: say('scoring.part.guests'), values: round.guests, note: sets.join(' ') }]),
    ...(p.mode === 'advanced' ? [{ label: say('scoring.part.specials'), values: round.markers }] : []),
    { label: say('scoring.part.total'), values: round.points, best: a === b ? [] : [a > b ? 0 : 1] },
  ];
}

/** What follows: four geishas, the second round and who begins it, or the end. */
function ending(p: Picture, round: RoundTold, say: Say, names: readonly string[]): string {
  if (!round.counted) {
    const winner = p.result?.shares.indexOf(1) ?? 0;
    return say('scoring.four', { name: names[winner]! });
  }
  if (!p.result) return say('scoring.next', { name: names[p.starter]! });
  const [mine, theirs] = p.result.points as [number, number];
  return say('scoring.sum', { near: names[0]!, mine, far: names[1]!, theirs });
}
