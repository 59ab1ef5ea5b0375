// What a placement would bring, added up from what the server tells of lines and stops; no rule of the game is known here.

import type { Colour, Picture, Scored, Space, Tile } from './pieces';
import { coloursOf } from './pieces';

export interface Gain {
  colour: Colour;
  points: number;
  /** Where the marker would stand. */
  value: number;
  /** Points beyond the stop. */
  lost: number;
}

export interface Forecast {
  gains: Gain[];
  lines: Scored[];
  bonus: number;
}

/** The lines a half would score from a space. */
export function scoreOf(p: Picture, space: Space, colour: Colour): Scored {
  const runs = p.lines?.[space]?.[colour] ?? [];
  return { space, colour, runs, points: runs.reduce((sum, run) => sum + run, 0) };
}

/** Half after half, as they are scored. */
export function forecast(p: Picture, tile: Tile, at: Space, to: Space): Forecast {
  const values = { ...p.tracks[p.turn]! };
  const lines = coloursOf(tile).map((colour, half) => scoreOf(p, half ? to : at, colour));
  let bonus = 0;
  const gains = lines.map(({ colour, points }) => {
    const goal = p.goals?.[colour];
    const before = values[colour];
    const stop = goal?.stops.find((value) => value > before) ?? before;
    const value = Math.min(stop, before + points);
    if (goal?.is_bonus && value === stop && value > before) bonus += 1;
    values[colour] = value;
    return { colour, points, value, lost: before + points - value };
  });
  return { gains, lines, bonus };
}
