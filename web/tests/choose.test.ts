import { describe, expect, it } from 'vitest';
import { add, follow, narrow, plainPaths, remove } from '../src/lib/choose';
import type { Action } from '../src/lib/protocol';
import { allowed, named, paths, traced, turned } from '../src/games/hanamikoji/paths';

const action = (id: number, kind: string, cards: string[], choice: number | null = null): Action => ({
  id,
  kind,
  notation: `${kind}:${id}`,
  cards,
  choice,
});
const LEGAL = [
  action(1, 'secret', ['fan']),
  action(2, 'secret', ['tea']),
  action(3, 'gift', ['fan', 'fan', 'tea']),
  action(4, 'gift', ['fan', 'tea', 'hairpin']),
  action(5, 'competition', ['fan', 'tea', 'fan', 'hairpin']),
  action(6, 'competition', ['fan', 'fan', 'tea', 'hairpin']),
];
const offer = [action(7, 'take', ['fan']), action(8, 'take', ['tea'])];

describe('narrowing the legal list', () => {
  it('offers every marker at first, and cards before their marker', () => {
    expect(narrow(LEGAL, [], paths).next).toEqual(new Set(['secret', 'gift', 'competition', 'fan', 'tea', 'hairpin']));
    expect(narrow(LEGAL, ['fan', 'gift', 'tea', 'fan'], paths).done?.id).toBe(3);
    expect(narrow(LEGAL, ['fan', 'fan', 'tea', 'competition', 'hairpin'], paths).done?.id).toBe(6);
  });
  it('finds the action by the cards alone, and lets more follow', () => {
    const one = narrow(LEGAL, ['tea'], paths);
    expect([one.done?.id, one.next.has('fan')]).toEqual([2, true]);
    expect(narrow(LEGAL, ['tea', 'fan', 'fan'], paths).done?.id).toBe(3);
    expect(narrow(LEGAL, ['tea', 'hairpin', 'fan', 'fan'], paths).done?.id).toBe(6);
  });
  it('takes the cards of a gift in any order', () => {
    for (const cards of [
      ['fan', 'fan', 'tea'],
      ['tea', 'fan', 'fan'],
      ['fan', 'tea', 'fan'],
    ]) {
      expect(narrow(LEGAL, ['gift', ...cards], paths).done?.id).toBe(3);
    }
  });
  it('keeps both gifts open after their common cards', () => {
    const now = narrow(LEGAL, ['gift', 'tea', 'fan'], paths);
    expect(now.done).toBeNull();
    expect(now.left.map((one) => one.id)).toEqual([3, 4]);
    expect(now.next).toEqual(new Set(['fan', 'hairpin']));
  });
  it('treats the two pairs of a competition alike, and tells splits apart', () => {
    expect(narrow(LEGAL, ['competition', 'fan', 'tea', 'hairpin', 'fan'], paths).done?.id).toBe(5);
    expect(narrow(LEGAL, ['competition', 'hairpin', 'fan', 'tea', 'fan'], paths).done?.id).toBe(5);
    expect(narrow(LEGAL, ['competition', 'tea', 'hairpin', 'fan', 'fan'], paths).done?.id).toBe(6);
  });
  it('refuses what no legal action has', () => {
    expect(narrow(LEGAL, ['gift', 'hairpin', 'hairpin'], paths).possible).toBe(false);
    expect(add(LEGAL, ['gift', 'hairpin'], 'hairpin', paths)).toEqual(['gift', 'hairpin']);
  });
  it('takes one pick back and keeps the rest that still fits', () => {
    expect(remove(LEGAL, ['gift', 'fan', 'hairpin', 'tea'], 2, paths)).toEqual(['gift', 'fan', 'tea']);
    expect(remove(LEGAL, ['gift', 'fan'], 0, paths)).toEqual(['fan']);
    expect(remove(offer, ['take:fan'], 0, paths)).toEqual([]);
  });
  it('narrows nothing where nothing is legal', () => {
    expect(narrow([], [], paths)).toEqual({ left: [], next: new Set(), done: null, possible: false });
  });
  it('follows a path group by group', () => {
    expect(follow([['a'], ['b', 'c']], ['a', 'c'])).toEqual({ next: ['b'], done: false });
    expect(follow([['a'], ['b', 'c']], ['b'])).toBeNull();
    expect(follow([['a'], []], ['a'])).toEqual({ next: [], done: true });
  });
  it('has a plain path for any action', () => {
    expect(plainPaths({ id: 1, notation: 'x', kind: 'place', cell: 4, turn: 'left', tile: null })).toEqual([
      [['place'], ['cell=4'], ['turn=left']],
    ]);
  });
});

describe('answers', () => {
  it('are a single pick', () => {
    expect(narrow(offer, ['take:tea'], paths).done?.id).toBe(8);
    expect(narrow([action(9, 'pair', [], 0), action(10, 'pair', [], 1)], ['pair:1'], paths).done?.id).toBe(10);
  });
});

describe('the near hand', () => {
  it('gives each card a name that stays', () => {
    expect(named(['fan', 'fan', 'tea']).map((card) => card.key)).toEqual(['fan.0', 'fan.1', 'tea.0']);
  });
  it('knows which markers can be used', () => {
    expect(allowed(LEGAL)).toEqual(['secret', 'gift', 'competition']);
  });
  it('remembers which of two like cards was tapped', () => {
    const cards = named(['fan', 'fan', 'tea']);
    const keys = (tapped: string[]): string[] => traced(['fan', 'tea'], cards, tapped).map((card) => card.key);
    expect(keys(['fan.1', 'tea.0'])).toEqual(['fan.1', 'tea.0']);
    expect(keys([])).toEqual(['fan.0', 'tea.0']);
  });
  it('goes through the three splits of four cards and back to the first', () => {
    const pairs = (four: string[]): string =>
      [four.slice(0, 2), four.slice(2)]
        .map((pair) => [...pair].sort().join(''))
        .sort()
        .join('|');
    const first = ['a', 'b', 'c', 'd'];
    const second = turned(first);
    const third = turned(second);
    expect(new Set([first, second, third].map(pairs))).toEqual(new Set(['ab|cd', 'ac|bd', 'ad|bc']));
    expect(pairs(turned(third))).toBe(pairs(first));
  });
});
