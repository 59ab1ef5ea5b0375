import { describe, expect, it } from 'vitest';
import { nextStop, stopAt, stopBefore, stopsOf, turnsOf } from '../src/lib/moves';

const actors = ['chance', 'chance', 0, 'chance', 1, 1] as const;
const stops = stopsOf(
  actors.map((actor, step) => ({ step, actor })),
  actors.length,
);

describe('a match by its moves', () => {
  it('stops where somebody decides, and at the end', () => {
    expect(stops).toEqual([2, 4, 5, 6]);
  });
  it('goes on from a step of which nothing is told', () => {
    const told = [['top'], [], ['build'], []].map((events, step) => ({ step, actor: 0, events }));
    expect(stopsOf([...told, { step: 4, actor: 1, events: ['pass'] }], 5)).toEqual([0, 1, 3, 5]);
  });
  it('joins what chance gave to the move before it', () => {
    expect(nextStop(stops, 2)).toBe(4);
    expect(nextStop(stops, 0)).toBe(2);
    expect(stopBefore(stops, 4)).toBe(2);
  });
  it('goes by turns, however many moves one takes', () => {
    const moves = [0, 0, 'chance', 0, 1, 'chance', 1, 0] as const;
    const steps = moves.map((actor, step) => ({ step, actor }));
    expect(turnsOf(steps, stopsOf(steps, steps.length))).toEqual([0, 4, 7, 8]);
  });
  it('ends at its ends', () => {
    expect(nextStop(stops, 6)).toBe(6);
    expect(stopBefore(stops, 2)).toBe(0);
  });
  it('counts moves, whatever step it stands at', () => {
    expect([0, 2, 3, 4, 6].map((now) => stopAt(stops, now))).toEqual([0, 0, 0, 1, 3]);
  });
});
