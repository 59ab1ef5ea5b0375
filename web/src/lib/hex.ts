// Hexes in axial coordinates, pointed at the top: where they lie, how they look, who lies beside whom.

export interface Hex {
  q: number;
  r: number;
}

export interface Spot {
  x: number;
  y: number;
}

const ROOT3 = Math.sqrt(3);

/** The six ways on, counter-clockwise from the right. */
export const WAYS: readonly Hex[] = [
  { q: 1, r: 0 },
  { q: 1, r: -1 },
  { q: 0, r: -1 },
  { q: -1, r: 0 },
  { q: -1, r: 1 },
  { q: 0, r: 1 },
];

/** The middle of a hex whose corners are `size` away from it. */
export const centre = ({ q, r }: Hex, size: number): Spot => ({ x: size * ROOT3 * (q + r / 2), y: size * 1.5 * r });

/** The six corners around a middle, for an SVG polygon. */
export function corners({ x, y }: Spot, size: number): string {
  return [30, 90, 150, 210, 270, 330]
    .map((degrees) => (degrees * Math.PI) / 180)
    .map((angle) => `${(x + size * Math.cos(angle)).toFixed(2)},${(y + size * Math.sin(angle)).toFixed(2)}`)
    .join(' ');
}

export const step = ({ q, r }: Hex, way: number, count = 1): Hex => {
  const on = WAYS[((way % 6) + 6) % 6]!;
  return { q: q + on.q * count, r: r + on.r * count };
};

export const neighbours = (hex: Hex): Hex[] => WAYS.map((_, way) => step(hex, way));

export const distance = (a: Hex, b: Hex): number =>
  (Math.abs(a.q - b.q) + Math.abs(a.r - b.r) + Math.abs(a.q + a.r - b.q - b.r)) / 2;

/** The way from one hex to its neighbour, or -1 where they do not touch. */
export const wayTo = (from: Hex, to: Hex): number =>
  WAYS.findIndex((way) => from.q + way.q === to.q && from.r + way.r === to.r);

/** The hexes from one on in a straight way, the first not counted, as long as they are wanted. */
export function line(from: Hex, way: number, isOn: (hex: Hex) => boolean): Hex[] {
  const found: Hex[] = [];
  for (let at = step(from, way); isOn(at); at = step(at, way)) found.push(at);
  return found;
}

/** A hex's name in sets and maps. */
export const name = ({ q, r }: Hex): string => `${q},${r}`;
