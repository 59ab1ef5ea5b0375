// The account of a round: the secrets turned over, the favours one by one and why they move or stay, then the standing.

import type { Scoring, StageRow } from '../../lib/scoring';
import { GEISHAS_TO_WIN, picture, POINTS_TO_WIN } from './pieces';

export const scoring: Scoring = {
  roundKey(view) {
    const p = picture(view);
    if (!p.last_round) return null;
    return p.phase === 'over' ? 'over' : String(p.round - 1);
  },

  stages(view, say, names) {
    const p = picture(view);
    const last = p.last_round;
    // a match that was given up has no last round to tell
    if (!last) return null;
    const isOver = p.result !== null;
    const favours = p.geishas.map((geisha, g): StageRow => {
      const [first, second] = [last.placed[0][g]!, last.placed[1][g]!];
      const best = first === second ? geisha.favour : first > second ? 0 : 1;
      const note =
        first !== second
          ? say('scoring.more', { name: names[best!]! })
          : best === null
            ? say('scoring.stays-middle')
            : say('scoring.stays', { name: names[best]! });
      return {
        label: say('scoring.geisha', { name: geisha.name, item: `#card.${geisha.id}`, charm: geisha.charm }),
        values: [first, second],
        note,
        best: best === null ? [] : [best],
      };
    });
    const [a, b] = p.seats;
    const standing = (name: 'geishas' | 'points', goal: number): StageRow => ({
      label: say(`scoring.${name}`, { goal }),
      values: [a[name], b[name]],
      best: [0, 1].filter((seat) => p.seats[seat]![name] >= goal),
    });
    return {
      title: say('board.account-title', { round: isOver ? p.round : p.round - 1 }),
      stages: [
        {
          title: say('scoring.secrets'),
          rows: [{ label: say('scoring.secret'), values: last.secrets.map((item) => say(`card.${item}`)) }],
        },
        { title: say('scoring.favours'), rows: favours },
        {
          title: say('scoring.standing'),
          rows: [standing('points', POINTS_TO_WIN), standing('geishas', GEISHAS_TO_WIN)],
          note: isOver ? ending(p.result!, p.seats, say, names) : say('scoring.next', { round: p.round }),
        },
      ],
    };
  },
};

/** Why the match has ended; points go before geishas, which is said where both had a claim. */
function ending(
  result: { shares: number[]; reason: string },
  seats: readonly { geishas: number; points: number }[],
  say: (key: string, params?: Record<string, unknown>) => string,
  names: readonly string[],
): string {
  const winner = result.shares.indexOf(1);
  if (winner < 0) return say('event.drawn');
  const loser = seats[1 - winner]!;
  const reason = result.reason.replace('reason.', '');
  const told = say('scoring.won', { name: names[winner]!, reason });
  const both = reason === 'points' && loser.geishas >= GEISHAS_TO_WIN;
  return both ? `${told} ${say('scoring.points-first', { name: names[1 - winner]! })}` : told;
}
