// @vitest-environment jsdom
// Ingenious: a placement in the making and what it would bring; from views as the server sends them.

import { describe, expect, it } from 'vitest';
import { forecast } from '../src/games/ingenious/forecast';
import { beside, hexOf, sided, sidesOf, spaceOf, spacesWithin, type Picture } from '../src/games/ingenious/pieces';
import { Placing } from '../src/games/ingenious/placing.svelte';
import type { Action } from '../src/lib/protocol';

const track = { red: 0, green: 0, blue: 0, orange: 0, yellow: 0, purple: 0 };
const picture = (change: Partial<Picture>): Picture =>
  ({
    mode: 'standard',
    seats: 2,
    teams: null,
    turn: 0,
    tracks: [{ ...track }, { ...track }],
    top: 18,
    lines: {},
    goals: Object.fromEntries(Object.keys(track).map((colour) => [colour, { stops: [18], is_bonus: true }])),
    result: null,
    ...change,
  }) as Picture;

let ids = 0;
const place = (tile: string, at: string, to: string): Action => ({
  id: ids++,
  notation: `${tile}:${at}-${to}`,
  kind: 'place',
  tile,
  at,
  to,
});
/** Both ways round on each pair, as mixed tiles are offered; doubles once. */
const offered = (tile: string, ...pairs: [string, string][]): Action[] =>
  pairs.flatMap(([at, to]) =>
    tile.split('-')[0] === tile.split('-')[1] ? [place(tile, at, to)] : [place(tile, at, to), place(tile, to, at)],
  );

function placing(actions: Action[]): { placing: Placing; played: number[] } {
  const played: number[] = [];
  let made!: Placing;
  $effect.root(() => {
    made = new Placing(() => ({ actions, play: (id) => void played.push(id), still: false }));
  });
  return { placing: made, played };
}

describe('spaces', () => {
  it('are named by row and slanting column', () => {
    expect(hexOf('h8')).toEqual({ q: 0, r: 0 });
    expect(spaceOf({ q: 5, r: -5 })).toBe('c13');
    expect(beside('h8', 0)).toBe('h9');
    expect(beside('h8', 2, 3)).toBe('e8');
    expect([5, 6, 7].map((radius) => spacesWithin(radius).length)).toEqual([91, 127, 169]);
  });
});

describe('a placement in the making', () => {
  it('lies as the tile points, or the nearest way that fits', () => {
    const actions = offered('red-blue', ['h8', 'h7'], ['h8', 'g8']);
    const { placing: hand, played } = placing(actions);
    hand.take('red-blue');
    hand.tap('h8');
    expect([hand.at, hand.to]).toEqual(['h8', 'g8']);
    hand.turn(1);
    expect([hand.at, hand.to]).toEqual(['h8', 'h7']);
    hand.choosing.confirm();
    expect(played).toEqual([actions[0]!.id]);
  });

  it('may be named by either space, and changes round when its other half is tapped', () => {
    const { placing: hand } = placing(offered('red-blue', ['h8', 'h9']));
    hand.take('red-blue');
    hand.tap('h9');
    expect([hand.at, hand.to]).toEqual(['h9', 'h8']);
    hand.tap('h8');
    expect([hand.at, hand.to]).toEqual(['h8', 'h9']);
  });

  it('takes a double from either end though it is offered once', () => {
    const actions = offered('green-green', ['h8', 'h9']);
    for (const first of ['h8', 'h9']) {
      const { placing: hand, played } = placing(actions);
      hand.take('green-green');
      hand.tap(first);
      expect(hand.choosing.ready).toBe(true);
      hand.choosing.confirm();
      expect(played).toEqual([actions[0]!.id]);
    }
  });

  it('keeps the order of a double where both orders are offered', () => {
    const actions = [place('green-green', 'h8', 'h9'), place('green-green', 'h9', 'h8')];
    const { placing: hand } = placing(actions);
    hand.take('green-green');
    hand.tap('h9');
    expect(hand.choosing.done?.id).toBe(actions[1]!.id);
  });

  it('points to a neighbour that is tapped next, and moves to a space farther off', () => {
    const { placing: hand } = placing(offered('red-blue', ['h8', 'h9'], ['h8', 'i8'], ['k4', 'k5']));
    hand.take('red-blue');
    hand.tap('h8');
    hand.tap('i8');
    expect([hand.at, hand.to]).toEqual(['h8', 'i8']);
    hand.tap('k4');
    expect([hand.at, hand.to]).toEqual(['k4', 'k5']);
  });

  it('is taken back step by step', () => {
    const { placing: hand } = placing(offered('red-blue', ['h8', 'h9']));
    hand.take('red-blue');
    hand.tap('h8');
    hand.choosing.back();
    expect([hand.tile, hand.at, hand.to]).toEqual(['red-blue', 'h8', null]);
    hand.choosing.clear();
    expect(hand.tile).toBeNull();
  });

  it('keeps its place when another tile is taken up', () => {
    const { placing: hand } = placing([...offered('red-blue', ['h8', 'h9']), ...offered('red-green', ['h8', 'h9'])]);
    hand.take('red-blue');
    hand.tap('h8');
    hand.take('red-green');
    expect([hand.tile, hand.at, hand.to]).toEqual(['red-green', 'h8', 'h9']);
  });

  it('needs no choice where there is one kind of tile', () => {
    const { placing: hand } = placing(offered('red-blue', ['h8', 'h9']));
    hand.takeOnly();
    expect(hand.tile).toBe('red-blue');
  });
});

describe('what a placement would bring', () => {
  it('adds up the lines, stops at the end and counts bonus placements', () => {
    const p = picture({
      tracks: [{ ...track, red: 16, blue: 3 }, track],
      lines: { h8: { red: [0, 2, 0, 3, 0, 0] }, h9: { blue: [1, 0, 0, 0, 0, 0] } },
    });
    const { gains, bonus } = forecast(p, 'red-blue', 'h8', 'h9');
    expect(gains).toEqual([
      { colour: 'red', points: 5, value: 18, lost: 3 },
      { colour: 'blue', points: 1, value: 4, lost: 0 },
    ]);
    expect(bonus).toBe(1);
  });

  it('scores the halves of a double one after the other', () => {
    const goals = { ...picture({}).goals!, green: { stops: [18, 36], is_bonus: false } };
    const p = picture({
      tracks: [{ ...track, green: 16 }, track],
      goals,
      lines: { h8: { green: [5, 0, 0, 0, 0, 0] }, h9: { green: [0, 0, 0, 0, 7, 0] } },
    });
    expect(forecast(p, 'green-green', 'h8', 'h9').gains.map(({ value }) => value)).toEqual([18, 25]);
    expect(forecast(p, 'green-green', 'h9', 'h8').gains.map(({ value }) => value)).toEqual([18, 23]);
  });
});

describe('sides', () => {
  it('end with the near one; partners are one side', () => {
    expect(sidesOf(picture({ seats: 3 }), 1)).toEqual([[2], [0], [1]]);
    expect(sidesOf(picture({ seats: 4, teams: [0, 1, 0, 1] }), 2)).toEqual([
      [1, 3],
      [0, 2],
    ]);
  });

  it('of the duel are told by an arrow', () => {
    expect([-3, 0, 9].map(sided)).toEqual(['◂3', '0', '9▸']);
  });
});
