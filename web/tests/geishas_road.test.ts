// Geisha's Road: how its actions are reached by picks, and how a round is told.
import { beforeAll, describe, expect, it } from 'vitest';
import { narrow } from '../src/lib/choose';
import type { Action, View } from '../src/lib/protocol';
import { sayer, speech } from '../src/lib/texts.svelte';
import { pathsAmong, turned } from '../src/games/geishas_road/paths';
import { scoring } from '../src/games/geishas_road/scoring';
import { words } from '../src/games/geishas_road/words';

let number = 0;
const action = (kind: string, fields: Record<string, unknown>): Action => ({
  id: ++number,
  notation: '',
  kind,
  ...fields,
});
const reach = (actions: Action[], ...picks: string[]) => narrow(actions, picks, pathsAmong(actions));

beforeAll(() => speech.open('geishas_road'));

describe('paths', () => {
  const reveal = action('reveal', { cards: ['red-4'] });
  const intrigue = action('intrigue', { cards: ['red-4', 'blue-1'] });
  const other = action('intrigue', { cards: ['blue-1', 'red-4'] });
  const double = action('double', {
    pairs: [
      ['red-4', 'blue-1'],
      ['green-2', 'green-3'],
    ],
  });

  it('takes the marker before the cards or after them', () => {
    expect(reach([reveal, intrigue], 'reveal', 'card:red-4').done).toBe(reveal);
    expect(reach([reveal, intrigue], 'card:red-4', 'reveal').done).toBe(reveal);
    expect(reach([reveal, intrigue, other], 'card:blue-1', 'card:red-4', 'intrigue').done).toBe(other);
  });
  it('knows left from right in an Intrigue, but not one pair from the other', () => {
    expect(reach([intrigue, other], 'intrigue', 'card:red-4', 'card:blue-1').done).toBe(intrigue);
    const picks = ['double', 'card:green-3', 'card:green-2', 'card:blue-1', 'card:red-4'];
    expect(reach([double], ...picks).done).toBe(double);
    expect(reach([double], 'double', 'card:red-4', 'card:green-2').possible).toBe(false);
  });
  it('leaves a card by taking the two others', () => {
    const leave = [0, 1, 2].map((slot) => action('leave', { slots: [slot] }));
    expect(reach(leave, 'slot:2', 'slot:0').done).toBe(leave[1]);
  });
  it('asks how a counter-offer lies only where both are possible', () => {
    const up = action('counter', { slot: 1, card: 'red-4', hidden: false });
    const down = action('counter', { slot: 1, card: 'red-4', hidden: true });
    expect(reach([up], 'counter', 'slot:1', 'card:red-4').done).toBe(up);
    expect([...reach([up, down], 'counter', 'slot:1', 'card:red-4').next].sort()).toEqual(['down', 'up']);
    expect(reach([up, down], 'counter', 'slot:1', 'card:red-4', 'down').done).toBe(down);
  });
  it('divides four cards in three ways', () => {
    const ways = [['a', 'b', 'c', 'd']];
    for (let i = 0; i < 3; i++) ways.push(turned(ways.at(-1)! as [string, string, string, string]));
    expect(new Set(ways.slice(0, 3).map(([a, b]) => [a, b].join())).size).toBe(3);
    expect(ways[3]).toEqual(ways[0]);
  });
});

describe('telling', () => {
  const say = sayer('geishas_road');
  const round = {
    round: 1,
    counted: true,
    intrigue: ['pink-3', 'blue-1'],
    placed: [[], []],
    sums: [
      [5, 4, 5, 3, 3],
      [1, 6, 5, 3, 7],
    ],
    winners: [0, 1, 0, null, 1],
    favours: [null, null, 0, null, null],
    lanterns: [[], [], [{ value: 3, other: 0, dark: 0 }], [], []],
    tiles: [2, 2],
    lights: [3, 7],
    guests: [0, 0],
    sets: [[], []],
    markers: [0, 0],
    points: [5, 9],
  };
  const geishas = ['pink', 'red', 'blue', 'yellow', 'green'].map((id) => ({ id }));
  const view = { mode: 'basic', geishas, rounds: [round], starter: 0, result: null, offer: null } as unknown as View;

  it('tells a round geisha by geisha, and why', () => {
    const told = scoring.stages(view, say, ['Kiku', 'Adept'])!;
    const [, decided, points] = told.stages;
    expect(decided!.rows.map((row) => row.note)).toEqual([
      'Larger sum: Kiku',
      'Larger sum: Adept',
      'Equal sums, the favour token decides: Kiku',
      'Equal sums and nobody has her favour token: nobody wins her',
      'Larger sum: Adept',
    ]);
    expect(points!.rows.at(-1)!.values).toEqual([5, 9]);
    expect(points!.note).toContain('Kiku begins round 2');
  });
  it('says when four geishas made the points idle', () => {
    const idle = { ...view, rounds: [{ ...round, counted: false }], result: { shares: [0, 1], points: [5, 9] } };
    const told = scoring.stages(idle, say, ['Kiku', 'Adept'])!;
    expect(told.stages.at(-1)!.note).toContain('Four geishas or more: Adept wins');
  });
  it('names the cards of an answer', () => {
    const slots = ['red-4', null, 'green-1'].map((card) => ({ card, down: null }));
    const asked = { ...view, offer: { slots, groups: [[0], [1], [2]] } } as unknown as View;
    expect(words(action('leave', { slots: [0] }), asked, say)).toBe('Take: a face-down card, green 1');
  });
});
