// @vitest-environment jsdom
// The account of a round: the figures of the moment at which it ended, also when the next one has begun meanwhile.
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { scoringOf } from '../src/lib/boards';
import type { View } from '../src/lib/protocol';
import { sayer, speech } from '../src/lib/texts.svelte';
import { Panels } from '../src/table/panels.svelte';
import Round from '../src/table/Round.svelte';
import { fillIn } from './setup';
import { seat, table } from './tea_garden.fixtures';

beforeAll(async () => {
  fillIn();
  await Promise.all([speech.open('tea_garden'), speech.open('web'), scoringOf('tea_garden')]);
});
afterEach(cleanup);

const sitting = (view: View) => ({
  session: { view, curtain: null },
  game: 'tea_garden',
  say: sayer('tea_garden'),
  names: ['Kiku', 'Novice'],
  isOver: false,
});
const standing = (round: number, rival: number): View =>
  table({ round, seats: [seat({ hand: [], points: 2 }), seat({ points: rival })] });

it('shows the points as they stood when the round ended', async () => {
  const panels = new Panels();
  const props = (view: View) => ({ sitting: sitting(view) as never, panels });
  const { rerender } = render(Round, props(standing(1, 0)));
  await waitFor(() => expect(panels.hasRound).toBe(false));
  await new Promise((done) => setTimeout(done, 50));
  await rerender(props(standing(2, 2)));
  await rerender(props(standing(2, 4)));
  await waitFor(() => expect(screen.getByText('Round 1 of 5 is over')).toBeTruthy());
  const [row] = screen.getAllByRole('row', { name: /Scored already/, hidden: true });
  expect(row!.textContent).toMatch(/2\s*2\s*$/);
});
