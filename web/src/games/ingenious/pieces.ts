// What lies on the table, as the server's view of Ingenious tells it (`games/ingenious/show/view.py`).

import { distance, step, type Hex } from '../../lib/hex';
import type { Told, View } from '../../lib/protocol';

export const COLOURS = ['red', 'green', 'blue', 'orange', 'yellow', 'purple'] as const;
export type Colour = (typeof COLOURS)[number];
/** Two colours, "red-blue". */
export type Tile = string;
/** A space by its name, "h8". */
export type Space = string;
export type Track = Record<Colour, number>;

export interface Goal {
  /** Where points carry a marker at most, one stop after the other. */
  stops: number[];
  /** Whether arriving there earns a bonus placement. */
  is_bonus: boolean;
}

export interface Picture {
  viewer: number | null;
  actor: number | 'chance' | 'over';
  phase: 'first' | 'deal' | 'place' | 'finish' | 'refill' | 'redraw' | 'over';
  result: { shares: number[]; points: number[]; places: number[]; ordered: number[][]; reason: string } | null;
  mode: 'standard' | 'solo' | 'team' | 'duel';
  seats: number;
  teams: number[] | null;
  talk: 'closed' | 'open';
  turn: number;
  radius: number;
  cells: Record<Space, Colour>;
  printed: Space[];
  racks: (Tile[] | null)[];
  held: number[];
  tracks: Track[];
  tokens: Record<Colour, number | null> | null;
  top: number;
  started: boolean[];
  is_bonus: boolean;
  bonus: number;
  exchange_colours: Colour[];
  exchange: Tile[] | null;
  aside: Tile[];
  bag: number;
  /** Points in each of the six directions, for each free space and colour that would score there. */
  lines: Record<Space, Partial<Record<Colour, number[]>>> | null;
  goals: Record<Colour, Goal> | null;
}

export const picture = (view: View): Picture => view as unknown as Picture;

export const coloursOf = (tile: Tile): [Colour, Colour] => tile.split('-') as [Colour, Colour];
export const isDouble = (tile: Tile): boolean => new Set(coloursOf(tile)).size === 1;

// -- spaces: the letter is the row, the figure the slanting column, h8 the centre ---------------------------------------
const ROWS = 'abcdefghijklmno';
export const hexOf = (space: Space): Hex => ({ q: Number(space.slice(1)) - 8, r: ROWS.indexOf(space[0]!) - 7 });
export const spaceOf = ({ q, r }: Hex): Space => `${ROWS[r + 7] ?? '-'}${q + 8}`;
export const beside = (space: Space, way: number, count = 1): Space => spaceOf(step(hexOf(space), way, count));

/** The spaces of a zone, row by row. */
export function spacesWithin(radius: number): { space: Space; hex: Hex; ring: number }[] {
  const all = [...Array(2 * radius + 1).keys()].map((at) => at - radius);
  return all
    .flatMap((r) => all.map((q) => ({ q, r })))
    .map((hex) => ({ space: spaceOf(hex), hex, ring: distance(hex, { q: 0, r: 0 }) }))
    .filter(({ ring }) => ring <= radius);
}

/** Sides that move markers of their own: everybody, or two teams; the near one last. */
export function sidesOf(p: Picture, near: number): number[][] {
  const seats = [...Array(p.seats).keys()];
  const sides = p.teams ? [0, 1].map((team) => seats.filter((seat) => p.teams![seat] === team)) : seats.map((s) => [s]);
  const mine = sides.findIndex((side) => side.includes(near));
  return [...sides.slice(mine + 1), ...sides.slice(0, mine + 1)];
}

export const lowest = (track: Track): number => Math.min(...Object.values(track));

/** A marker of the duel with an arrow to the side it stands on: ours is on the right. */
export const sided = (value: number): string => (value < 0 ? `◂${-value}` : value > 0 ? `${value}▸` : '0');

// -- what has been placed, as the log tells it ----------------------------------------------------------------------------
export interface Placed {
  tile: Tile;
  at: Space;
  to: Space;
  who: number;
}

/** The tiles placed so far, the latest last. */
export function placedIn(steps: readonly Pick<Told, 'events'>[]): Placed[] {
  return steps
    .flatMap(({ events }) => events)
    .filter(({ kind }) => kind === 'place')
    .map(({ data }) => ({
      tile: (data['tile'] as string).replace('#tile.', ''),
      at: data['at'] as string,
      to: data['to'] as string,
      who: Number(data['who']),
    }));
}

/** Lines that score: from a space, so far in each direction. */
export interface Scored {
  space: Space;
  colour: Colour;
  runs: number[];
  points: number;
}

/** What the steps of an update have scored, half by half. */
export function scoredIn(steps: readonly Pick<Told, 'events'>[]): Scored[] {
  return steps
    .flatMap(({ events }) => events)
    .filter(({ kind }) => kind === 'score' || kind === 'pull')
    .map(({ data }) => ({
      space: data['at'] as string,
      colour: (data['colour'] as string).replace('#colour.', '') as Colour,
      runs: data['runs'] as number[],
      points: Number(data['points']),
    }));
}
