// Six symbols that differ in shape as much as in colour, as outlines around the origin within a circle of radius 1.

import { speech } from '../../lib/texts.svelte';
import type { Colour } from './pieces';

const at = (radius: number, turn: number): string => {
  const angle = (turn - 0.25) * 2 * Math.PI;
  return `${(radius * Math.cos(angle)).toFixed(3)} ${(radius * Math.sin(angle)).toFixed(3)}`;
};

/** A closed line through points that lie alternately on two circles. */
function star(points: number, outer: number, inner: number): string {
  const corners = [...Array(2 * points).keys()].map((i) => at(i % 2 ? inner : outer, i / (2 * points)));
  return `M${corners.join('L')}z`;
}
/** It lies on a side, where the board's own hexes stand on a corner. */
const hexagon = (radius: number): string => `M${[...Array(6).keys()].map((i) => at(radius, (i + 0.5) / 6)).join('L')}z`;
const circle = (radius: number): string =>
  `M${radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0a${radius} ${radius} 0 1 1 ${2 * radius} 0z`;

/** Thin rays with air between them and the core: a sun, not a disc. */
function rays(count: number, from: number, to: number): string {
  return [...Array(count).keys()]
    .map((i) => {
      const half = 0.26 / count;
      return `M${at(from, i / count - half)}L${at(to, i / count)}L${at(from, i / count + half)}z`;
    })
    .join('');
}

/** Holes are cut out by the even-odd rule. */
export const SYMBOLS: Record<Colour, string> = {
  red: star(12, 1, 0.5) + circle(0.2),
  green: circle(0.8),
  blue: star(6, 1, 0.52),
  orange: hexagon(0.92),
  yellow: circle(0.42) + rays(24, 0.56, 1),
  purple: circle(0.88) + circle(0.5),
};

/** A letter or two for a colour, from its name in the language in use. */
export const letterOf = (colour: Colour): string => speech.say('ingenious', `letter.${colour}`);
