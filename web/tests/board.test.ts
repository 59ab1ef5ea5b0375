// @vitest-environment jsdom
// Hanamikoji's board, drawn from the stand-in's views: what can be clicked, what is sent, what is said.
import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import Board from '../src/games/hanamikoji/Board.svelte';
import type { Action, View } from '../src/lib/protocol';
import { sayer, speech } from '../src/lib/texts.svelte';
import { act, legal, seats, view } from './fixtures';
import { fillIn } from './setup';

beforeAll(async () => {
  fillIn();
  await Promise.all([speech.open('hanamikoji'), speech.open('web')]);
});
afterEach(cleanup);

const HAND = ['flute', 'fan', 'fan', 'umbrella', 'tea', 'tea', 'hairpin'];
function draw(shown: View, actions: Action[], play = vi.fn()) {
  render(Board, { view: shown, actions, names: ['Kiku', 'Adept'], seats, near: 0, say: sayer('hanamikoji'), play });
  return play;
}
const hand = (): HTMLElement => screen.getByRole('list', { name: 'Your hand' });

describe('choosing', () => {
  it('sends a gift built card by card', async () => {
    const actions = legal(HAND, ['secret', 'discard', 'gift', 'competition']);
    const play = draw(view(), actions);
    await fireEvent.click(screen.getByRole('button', { name: /^Gift/ }));
    for (const card of ['fan', 'tea set', 'hairpin'])
      await fireEvent.click(within(hand()).getAllByRole('button', { name: card })[0]!);
    await fireEvent.click(screen.getByTestId('confirm'));
    const sent = actions.find((action) => action.id === play.mock.calls[0]![0])!;
    expect([sent.kind, [...(sent['cards'] as string[])].sort()]).toEqual(['gift', ['fan', 'hairpin', 'tea']]);
  });
  it('finds the action by the number of cards alone', async () => {
    const play = draw(view(), legal(HAND, ['secret', 'discard']));
    await fireEvent.click(within(hand()).getByRole('button', { name: 'hairpin' }));
    expect(screen.getByRole('button', { name: /^Secret/ }).getAttribute('aria-pressed')).toBe('true');
    await fireEvent.click(screen.getByTestId('confirm'));
    expect(play).toHaveBeenCalledOnce();
  });
  it('splits a competition differently', async () => {
    const actions = legal(HAND, ['competition']);
    const play = draw(view(), actions);
    await fireEvent.click(screen.getByRole('button', { name: /^Competition/ }));
    for (const card of ['flute', 'umbrella', 'hairpin', 'tea set'])
      await fireEvent.click(within(hand()).getAllByRole('button', { name: card })[0]!);
    await fireEvent.click(screen.getByTestId('split'));
    await fireEvent.click(screen.getByTestId('confirm'));
    const cards = actions.find((action) => action.id === play.mock.calls[0]![0])!['cards'] as string[];
    expect([cards.slice(0, 2).sort().join(), cards.slice(2).sort().join()].sort()).toEqual([
      'flute,hairpin',
      'tea,umbrella',
    ]);
  });
  it('undoes a half-made choice', async () => {
    draw(view(), legal(HAND, ['gift']));
    await fireEvent.click(screen.getByRole('button', { name: /^Gift/ }));
    await fireEvent.click(within(hand()).getByRole('button', { name: 'flute' }));
    expect(within(hand()).queryByRole('button', { name: 'flute' })).toBeNull();
    await fireEvent.click(screen.getByRole('button', { name: /Put back: flute/ }));
    expect(within(hand()).getByRole('button', { name: 'flute' })).toBeTruthy();
    await fireEvent.click(screen.getByTestId('clear'));
    expect(screen.queryByTestId('confirm')).toBeNull();
  });
  it('reacts to nothing when it is not one’s turn', () => {
    draw(view({ actor: 1 }), []);
    expect(within(hand()).queryAllByRole('button')).toEqual([]);
    expect(screen.queryByRole('button', { name: /^Gift/ })).toBeNull();
    expect(screen.getByTestId('prompt').textContent).toContain('Adept');
  });
});

describe('answering', () => {
  it('takes one card of a gift and says what is left', async () => {
    const actions = [act('take', ['fan']), act('take', ['tea'])];
    const play = draw(
      view({ phase: 'answer-gift', offer: { kind: 'gift', by: 1, groups: [['fan'], ['fan'], ['tea']] } }),
      actions,
    );
    expect(screen.queryByTestId('confirm')).toBeNull();
    await fireEvent.click(screen.getByRole('button', { name: 'tea set' }));
    expect(screen.getByText('Adept gets fan, fan')).toBeTruthy();
    await fireEvent.click(screen.getByTestId('confirm'));
    expect(play).toHaveBeenCalledWith(actions[1]!.id);
  });
  it('takes a pair', async () => {
    const actions = [act('pair', [], 0), act('pair', [], 1)];
    const play = draw(
      view({
        phase: 'answer-competition',
        offer: {
          kind: 'competition',
          by: 1,
          groups: [
            ['fan', 'fan'],
            ['tea', 'hairpin'],
          ],
        },
      }),
      actions,
    );
    await fireEvent.click(screen.getByRole('button', { name: 'Pair 2: tea set, hairpin' }));
    await fireEvent.click(screen.getByTestId('confirm'));
    expect(play).toHaveBeenCalledWith(actions[1]!.id);
  });
});

describe('pointing', () => {
  it('shows a hint on the board: the marker and its cards', () => {
    const actions = legal(HAND, ['gift']);
    const shown = actions.find((action) => (action['cards'] as string[]).join() === 'fan,fan,hairpin')!;
    const { container } = render(Board, {
      view: view(),
      actions,
      names: ['Kiku', 'Adept'],
      seats,
      near: 0,
      say: sayer('hanamikoji'),
      play: vi.fn(),
      shown,
    });
    expect(screen.getByRole('button', { name: /^Gift/ }).classList.contains('hinted')).toBe(true);
    expect(container.querySelectorAll('.hand .hinted')).toHaveLength(3);
  });
  it('points at the pair to take, also where nothing can be done', () => {
    const { container } = render(Board, {
      view: view({
        viewer: null,
        phase: 'answer-competition',
        offer: {
          kind: 'competition',
          by: 1,
          groups: [
            ['fan', 'fan'],
            ['tea', 'hairpin'],
          ],
        },
      }),
      actions: [],
      names: ['Kiku', 'Adept'],
      seats,
      near: 0,
      say: sayer('hanamikoji'),
      play: vi.fn(),
      shown: act('pair', [], 1),
      still: true,
    });
    expect(container.querySelectorAll('.group.hinted')).toHaveLength(1);
  });
});

describe('the board in words', () => {
  it('tells each geisha', () => {
    const shown = view();
    (shown['geishas'] as { favour: number | null }[])[5]!.favour = 0;
    (shown['seats'] as { placed: number[] }[])[0]!.placed[5] = 2;
    draw(shown, []);
    const columns = screen.getByRole('list', { name: 'The seven geishas' }).querySelectorAll('li');
    expect(columns.length).toBe(7);
    expect(columns[5]!.getAttribute('aria-label')).toBe(
      'Anju, tea set, 4 points. Your gifts: 2. Adept’s gifts: 0. Favour: yours.',
    );
  });
  it('never draws a hand it may not know', () => {
    draw(
      view({
        viewer: null,
        seats: [0, 1].map(() => ({
          hand_size: 6,
          hand: null,
          placed: [0, 0, 0, 0, 0, 0, 0],
          used: [],
          secret: null,
          discarded: null,
          geishas: 0,
          points: 0,
        })),
      }),
      [],
    );
    expect(screen.getByRole('img', { name: 'Kiku: 6 cards in hand' })).toBeTruthy();
  });
});
