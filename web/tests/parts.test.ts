// @vitest-environment jsdom
// The parts every board is made of: choosing, the tray and its keys, tips, dragging, the account of a round, the coach.
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { voice } from '../src/lib/announce.svelte';
import { drag } from '../src/lib/drag';
import { allowedBy, stepFor, type Lesson } from '../src/lib/lessons';
import { boardKeys, nearest } from '../src/lib/keyboard';
import { clamped, zoomed } from '../src/lib/panzoom';
import { DEFAULTS, duration, preferences } from '../src/lib/preferences.svelte';
import type { Action } from '../src/lib/protocol';
import { ranking, teamsOf } from '../src/lib/ranking';
import { isKnown, judgedBy, marksOf, sidesOf } from '../src/lib/reviews';
import { speech } from '../src/lib/texts.svelte';
import { tip } from '../src/lib/tip';
import BoardSettings from '../src/ui/BoardSettings.svelte';
import Coach from '../src/ui/Coach.svelte';
import RoundOver from '../src/ui/RoundOver.svelte';
import Small from './Small.svelte';
import { view } from './fixtures';
import { fillIn } from './setup';

beforeAll(async () => {
  fillIn();
  await speech.open('web');
});
beforeEach(() => {
  for (const name of Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[]) preferences.set(name, DEFAULTS[name]);
});
afterEach(cleanup);

const act = (id: number, kind: string, cell: number): Action => ({ id, kind, notation: `${kind}${cell}`, cell });
const LEGAL = [act(1, 'put', 1), act(2, 'put', 2), act(3, 'turn', 2), act(4, 'turn', 3)];
const key = (name: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name, ...more });

describe('a board by keyboard', () => {
  function draw(play = vi.fn()) {
    const drawn = render(Small, { actions: LEGAL, play });
    return { play, ...drawn };
  }
  it('is played by a digit for each pick and Enter', async () => {
    const { play } = draw();
    await key('2');
    await key('1');
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('confirm')));
    await fireEvent.click(document.activeElement!);
    expect(play).toHaveBeenCalledWith(3);
  });
  it('shows its digits to whoever plays by keys, until a pointer is used', async () => {
    draw();
    const page = document.documentElement;
    expect(page.dataset['keys']).toBeUndefined();
    await key('x');
    expect(page.dataset['keys']).toBeUndefined();
    await key('1');
    expect(page.dataset['keys']).toBe('');
    await fireEvent.pointerDown(document.body);
    expect(page.dataset['keys']).toBeUndefined();
    await key('?');
    expect(page.dataset['keys']).toBe('');
    cleanup();
    expect(page.dataset['keys']).toBeUndefined();
  });
  it('hands the focus on when a drawn space is filled', async () => {
    const board = document.body.appendChild(document.createElement('div'));
    board.innerHTML = '<svg><g data-pick="a" tabindex="0"></g><g data-pick="b" tabindex="-1"></g></svg>';
    const [filled, free] = [...board.querySelectorAll<SVGElement>('g')] as [SVGElement, SVGElement];
    const nothing = { picks: [], next: new Set<string>(), ready: false, back() {}, clear() {}, confirm() {} };
    const keys = boardKeys(board, nothing);
    filled.focus();
    filled.removeAttribute('tabindex');
    filled.removeAttribute('data-pick');
    await vi.waitFor(() => expect(document.activeElement).toBe(free));
    keys.destroy?.();
    board.remove();
  });
  it('takes one pick back by Escape, all by Shift and Escape', async () => {
    draw();
    await key('1');
    await key('1');
    expect(screen.getAllByTestId('chip').map((chip) => chip.textContent)).toEqual(['put', 'cell=1']);
    await key('Escape');
    expect(screen.getAllByTestId('chip')).toHaveLength(1);
    await key('Escape', { shiftKey: true });
    expect(screen.queryAllByTestId('chip')).toEqual([]);
  });
  it('keeps the focus on the board when what had it vanishes', async () => {
    const { rerender, play } = draw();
    await key('1');
    await key('1');
    await rerender({ actions: [], play });
    await tick();
    expect(document.activeElement).toBe(screen.getByTestId('prompt'));
  });
  it('forgets a choice that was made, also when the same decision comes again', async () => {
    const { rerender, play } = draw();
    await key('1');
    await rerender({ actions: [], play });
    await rerender({ actions: LEGAL, play });
    expect(screen.queryAllByTestId('chip')).toEqual([]);
  });
  it('leaves keys alone that are typed into a field', async () => {
    draw();
    const field = document.body.appendChild(document.createElement('input'));
    await fireEvent.keyDown(field, { key: '1' });
    expect(screen.queryAllByTestId('chip')).toEqual([]);
    field.remove();
  });
  it('announces what is asked, when it is asked', async () => {
    voice.forget();
    draw();
    await tick();
    expect(voice.lines.map((line) => line.text)).toEqual(['What now?']);
  });
  it('plays at once where the player likes that', async () => {
    preferences.set('confirm', false);
    const { play } = draw();
    await key('1');
    expect(play).not.toHaveBeenCalled();
    await key('2');
    expect(play).toHaveBeenCalledWith(2);
  });
  it('walks to what lies nearest in a direction', () => {
    const at = (x: number, y: number): HTMLElement => {
      const element = document.createElement('button');
      element.getBoundingClientRect = () => new DOMRect(x, y, 0, 0);
      return element;
    };
    const [right, far, below] = [at(10, 3), at(40, 0), at(2, 20)];
    expect(nearest({ x: 0, y: 0 }, [1, 0], [far, right, below])).toBe(right);
    expect(nearest({ x: 0, y: 0 }, [0, 1], [far, right, below])).toBe(below);
    expect(nearest({ x: 0, y: 0 }, [-1, 0], [far, right, below])).toBeUndefined();
  });
});

describe('settings', () => {
  it('are kept on the device and at work at once', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    render(BoardSettings);
    await fireEvent.click(screen.getByLabelText('Fast'));
    expect(duration(300)).toBe(150);
    await fireEvent.click(screen.getByLabelText('Off'));
    expect(duration(300)).toBe(0);
    await fireEvent.click(screen.getByTestId('settings-left'));
    expect(JSON.parse(localStorage.getItem('ochaya.preferences')!)).toMatchObject({ speed: 0, left: true });
    await fireEvent.click(screen.getByTestId('sounds'));
    expect(preferences.volume).toBe(0);
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    preferences.set('speed', 1);
    expect(duration(300)).toBe(0);
  });
});

describe('a tip', () => {
  it('opens by focus, describes its thing and closes by Escape', () => {
    const button = document.body.appendChild(document.createElement('button'));
    const { destroy } = tip(button, () => 'Keep 1 card');
    vi.spyOn(button, 'matches').mockReturnValue(true);
    button.dispatchEvent(new Event('focus'));
    const bubble = screen.getByRole('tooltip');
    expect([bubble.textContent, button.getAttribute('aria-describedby')]).toEqual(['Keep 1 card', bubble.id]);
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    expect(screen.queryByRole('tooltip')).toBeNull();
    destroy?.();
  });
  it('opens by a long press, which is then no tap', () => {
    vi.useFakeTimers();
    const tapped = vi.fn();
    const button = document.body.appendChild(document.createElement('button'));
    tip(button, 'A seal');
    button.addEventListener('click', tapped);
    const touch = (name: string): boolean =>
      button.dispatchEvent(Object.assign(new Event(name), { pointerType: 'touch' }));
    touch('pointerdown');
    vi.advanceTimersByTime(600);
    expect(screen.getByRole('tooltip').textContent).toBe('A seal');
    touch('pointerup');
    button.click();
    expect(tapped).not.toHaveBeenCalled();
    button.click();
    expect(tapped).toHaveBeenCalledOnce();
    vi.useRealTimers();
    button.remove();
  });
});

describe('dragging', () => {
  it('drops on what lies under the pointer; a tap stays a tap', () => {
    const place = document.body.appendChild(document.createElement('div'));
    place.dataset['drop'] = 'cell=3';
    document.elementFromPoint = () => place;
    const piece = document.body.appendChild(document.createElement('button'));
    const [ondrop, onmove, tapped] = [vi.fn(), vi.fn(), vi.fn()];
    piece.addEventListener('click', tapped);
    drag(piece, { data: 'tile=1', ondrop, onmove });
    const point = (name: string, clientX: number): boolean =>
      piece.dispatchEvent(
        Object.assign(new MouseEvent(name, { clientX, clientY: 0, button: 0, bubbles: true, cancelable: true }), {
          pointerId: 1,
          pointerType: 'mouse',
        }),
      );
    point('pointerdown', 0);
    point('pointerup', 2);
    piece.click();
    expect([ondrop.mock.calls.length, tapped.mock.calls.length]).toEqual([0, 1]);
    point('pointerdown', 0);
    point('pointermove', 30);
    expect(document.querySelector('.dragged')).not.toBeNull();
    point('pointerup', 30);
    expect(ondrop).toHaveBeenCalledWith('cell=3', 'tile=1');
    expect(onmove.mock.calls.map(([over]) => over as unknown)).toEqual(['cell=3', null]);
    expect(document.querySelector('.dragged')).toBeNull();
  });
});

describe('pan and zoom', () => {
  const limits = { width: 100, height: 100, min: 1, max: 4 };
  it('keeps the point under the pointer in its place', () => {
    const look = zoomed({ x: 0, y: 0, scale: 1 }, 2, { x: 50, y: 20 }, limits);
    expect(look).toEqual({ x: 25, y: 10, scale: 2 });
  });
  it('shows nothing beside the drawing', () => {
    expect(clamped({ x: -9, y: 99, scale: 2 }, limits)).toEqual({ x: 0, y: 50, scale: 2 });
    expect(clamped({ x: 5, y: 5, scale: 9 }, limits).scale).toBe(4);
    expect(clamped({ x: 0, y: 0, scale: 0.5 }, { ...limits, min: 0.5 })).toEqual({ x: -50, y: -50, scale: 0.5 });
  });
});

describe('the account of a round', () => {
  const stages = [
    { title: 'Cups', rows: [{ label: 'Worth', values: [3, 5, null], best: [1] }] },
    { title: 'Sum', rows: [{ label: 'Points', values: [3, 5, 0], note: 'higher' }], note: 'Ume leads' },
  ];
  const names = ['Kiku', 'Ume', 'Fuji'];
  it('stands there at once for those who want no motion, and is told', () => {
    voice.forget();
    render(RoundOver, { open: true, title: 'Round 1', stages, names, onclose: vi.fn() });
    expect(screen.getAllByRole('table')).toHaveLength(2);
    expect(screen.getByText('Ume leads')).toBeTruthy();
    expect(voice.lines.at(-1)!.text).toBe(
      'Round 1 Worth: Kiku 3, Ume 5. Points: Kiku 3, Ume 5, Fuji 0 – higher. Ume leads',
    );
  });
  it('has the own column first', () => {
    render(RoundOver, { open: true, title: 'Round 1', stages, names, near: 1, onclose: vi.fn() });
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent.trim())).toEqual([
      'Ume',
      'Kiku',
      'Fuji',
      'Ume',
      'Kiku',
      'Fuji',
    ]);
    const [worth] = screen.getAllByRole('row', { name: /Worth/ });
    expect([...worth!.querySelectorAll('td')].map((cell) => cell.textContent.trim())).toEqual(['5', '3', '–']);
  });
  it('waits for the reader after each stage otherwise, and can be hurried', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    vi.useFakeTimers();
    const onclose = vi.fn();
    render(RoundOver, { open: true, title: 'Round 1', stages, names, onclose });
    await vi.advanceTimersByTimeAsync(9000);
    expect(screen.getAllByRole('table')).toHaveLength(1);
    const on = screen.getByTestId('account-close');
    await fireEvent.click(on);
    expect(screen.getAllByRole('table')).toHaveLength(2);
    expect(onclose).not.toHaveBeenCalled();
    await fireEvent.click(on);
    expect(onclose).toHaveBeenCalledOnce();
    vi.useRealTimers();
    cleanup();
    render(RoundOver, { open: true, title: 'Round 1', stages, names, onclose: vi.fn() });
    await fireEvent.click(screen.getByTestId('account-skip'));
    expect(screen.getByText('Ume leads')).toBeTruthy();
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
  });
});

describe('ranking', () => {
  const places = (standing: Parameters<typeof ranking>[0]): [number, number[]][] =>
    ranking(standing).map(({ place, seats }) => [place, seats]);
  it('shares places', () => {
    expect(places({ shares: [0.5, 0, 0.5, 0], points: [9, 4, 9, 7] })).toEqual([
      [1, [0]],
      [1, [2]],
      [3, [3]],
      [4, [1]],
    ]);
  });
  it('knows no teams where everybody plays alone', () => {
    expect([teamsOf([0, 1, 2]), teamsOf([0, 1, 0, 1]), teamsOf(null)]).toEqual([null, [0, 1, 0, 1], null]);
  });
  it('ranks teams as one', () => {
    expect(places({ shares: [0, 1, 0, 1], points: [3, 8, 3, 8], teams: [0, 1, 0, 1] })).toEqual([
      [1, [1, 3]],
      [2, [0, 2]],
    ]);
  });
  it('lets the game say who came where', () => {
    expect(places({ shares: [0, 1, 0], points: [9, 2, 9], places: [3, 1, 2] })).toEqual([
      [1, [1]],
      [2, [2]],
      [3, [0]],
    ]);
  });
});

describe('a review', () => {
  const move = (step: number, actor: number, loss: number, chances: number[]) =>
    ({ step, actor, loss, chances, best: [] }) as unknown as Parameters<typeof sidesOf>[0][number];
  it('has one line for two sides and one each for more', () => {
    const two = sidesOf([move(3, 0, 0, [0.7, 0.3])], ['a', 'b'], 1, { step: 9, shares: [0, 1] });
    expect(two.map((side) => side.points.map((point) => point.win))).toEqual([[0.3, 1]]);
    const moves = [move(3, 2, 0.25, [0.5, 0.2, 0.3])];
    const three = sidesOf(moves, ['a', 'b', 'c'], 0, { step: 9, shares: [1, 0, 0] });
    expect(three.map((side) => side.seat)).toEqual([0, 1, 2]);
    expect(marksOf(moves, three)).toEqual([{ step: 3, seat: 2, win: 0.3, grade: 'blunder' }]);
  });
});

describe('an action that the search hardly looked at', () => {
  const thought = { best: [{ action: 5, win: 0.5, visits: 900 }], shares: [0.5, 0.5], iterations: 900, isDone: true };
  const decision = (action: number) => ({ step: 0, seat: 0, action, seen: '' });
  it('is judged by the chances left after it', () => {
    expect([5, 7].map((action) => isKnown(decision(action), thought))).toEqual([true, false]);
    const move = { step: 0, actor: 0, win: 0.5, loss: 0, win_after: 0.5, chances: [0.5, 0.5], best: [] };
    const after = { ...move, step: 1, actor: 1, chances: [0.2, 0.8], best: [{ visits: 10_000 }] };
    type Move = Parameters<typeof judgedBy>[0];
    expect(judgedBy(move as unknown as Move, after as unknown as Move).loss).toBeCloseTo(0.29);
  });
});

describe('a lesson', () => {
  const lesson: Lesson = {
    options: {},
    steps: [
      { when: ({ phase }) => phase === 'choose', say: ['a', 'b'], only: (action) => action.kind === 'put' },
      { when: () => true, say: ['c'] },
    ],
  };
  it('tells the first step that fits and keeps other choices out, but never all', () => {
    const now = stepFor(lesson, view(), LEGAL)!;
    expect([now.at, allowedBy(now.step, LEGAL, view()).map((action) => action.id)]).toEqual([0, [1, 2]]);
    expect(allowedBy(now.step, LEGAL.slice(2), view())).toHaveLength(2);
    expect(stepFor(lesson, view({ phase: 'over' }), [])!.at).toBe(1);
  });
  it('points at the board, line by line', async () => {
    const target = document.body.appendChild(document.createElement('div'));
    target.dataset['lesson'] = 'hand';
    render(Coach, { lines: ['Look', 'Your hand'], at: ['board', 'hand'], skip: vi.fn() });
    expect(screen.getByText('Look')).toBeTruthy();
    await fireEvent.click(screen.getByTestId('coach-next'));
    await tick();
    await tick();
    expect([target.hasAttribute('data-pointed'), screen.queryByTestId('coach-next')]).toEqual([true, null]);
    cleanup();
    expect(target.hasAttribute('data-pointed')).toBe(false);
    target.remove();
  });
  it('goes on when what it speaks of is touched', async () => {
    const target = document.body.appendChild(document.createElement('div'));
    target.dataset['lesson'] = 'rack';
    render(Coach, { lines: ['Take one', 'Place it'], at: ['rack', 'field'], skip: vi.fn() });
    await tick();
    await tick();
    await fireEvent.click(target);
    expect(screen.getByText('Place it')).toBeTruthy();
    target.remove();
  });
});
