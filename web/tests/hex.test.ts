import { describe, expect, it } from 'vitest';
import { centre, corners, distance, line, name, neighbours, step, wayTo } from '../src/lib/hex';

const home = { q: 0, r: 0 };

describe('hexes', () => {
  it('have six neighbours at the same distance', () => {
    const around = neighbours(home);
    expect(new Set(around.map(name)).size).toBe(6);
    for (const hex of around) {
      const { x, y } = centre(hex, 10);
      expect(Math.hypot(x, y)).toBeCloseTo(10 * Math.sqrt(3));
      expect(distance(home, hex)).toBe(1);
    }
  });
  it('know the way to a neighbour and no other', () => {
    expect(neighbours(home).map((hex) => wayTo(home, hex))).toEqual([0, 1, 2, 3, 4, 5]);
    expect(wayTo(home, { q: 2, r: 0 })).toBe(-1);
    expect(step(home, 9)).toEqual(step(home, 3));
  });
  it('run in straight lines as far as wanted', () => {
    expect(line(home, 0, (hex) => distance(home, hex) <= 3).map(name)).toEqual(['1,0', '2,0', '3,0']);
  });
  it('have six corners', () => {
    expect(corners({ x: 0, y: 0 }, 5).split(' ')).toHaveLength(6);
  });
});
