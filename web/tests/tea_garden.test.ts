// @vitest-environment jsdom
// Tea Garden's board, drawn from a stand-in's views: what can be picked, what is sent and in which order, what is said.
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as about from '../src/games/tea_garden/about';
import Board from '../src/games/tea_garden/Board.svelte';
import data from '../src/games/tea_garden/data.json';
import { filled, gatherOf, mayGather } from '../src/games/tea_garden/gather';
import { iGained, rivalsDid } from '../src/games/tea_garden/lately';
import { areaOf, paths } from '../src/games/tea_garden/picks';
import { scoring } from '../src/games/tea_garden/scoring';
import { tableOf, type TableView } from '../src/games/tea_garden/view';
import { words } from '../src/games/tea_garden/words';
import { preferences } from '../src/lib/preferences.svelte';
import type { Action, Happened, View } from '../src/lib/protocol';
import { sayer, speech } from '../src/lib/texts.svelte';
import { seats } from './fixtures';
import { fillIn } from './setup';
import { acts, face, table } from './tea_garden.fixtures';

const say = sayer('tea_garden');
beforeAll(async () => {
  fillIn();
  await Promise.all([speech.open('tea_garden'), speech.open('web')]);
});
beforeEach(() => preferences.set('confirm', true));
afterEach(cleanup);

function draw(view: View, actions: Action[]) {
  const play = vi.fn<(id: number) => void>();
  const props = (view: View, actions: Action[], still = false) => ({
    view,
    still,
    actions,
    names: ['Kiku', 'Adept'],
    seats,
    near: 0,
    say,
    play,
  });
  const { rerender, container } = render(Board, props(view, actions));
  const pick = async (name: string, at = 0): Promise<void> => {
    const found = container.querySelectorAll(`[data-pick="${name}"]`);
    expect(found.length, `${name} can be picked`).toBeGreaterThan(at);
    await fireEvent.click(found[at]!);
  };
  return { play, pick, container, next: (...now: Parameters<typeof props>) => rerender(props(...now)) };
}
const NO_LEAVES = { fresh: [0, 0, 0, 0, 0, 0], fermented: [0, 0, 0, 0, 0, 0] };
const own = (view: TableView) => view.seats[0];
const moment = (view: View, ...notations: string[]) => {
  const now = tableOf(view);
  return { phase: now.phase, own: own(now)!, actions: acts(...notations) };
};
const gathering = (view: View, ...notations: string[]) => {
  const now = tableOf(view);
  return gatherOf(now, own(now), acts(...notations))!;
};

describe('gathering', () => {
  it('sends the first picked card on top, the others in the order of the hand, then the end of the stack', () => {
    const gather = gathering(table(), 'pass', 'top:st-r', 'top:st-uni', 'top:st-2');
    const picks = ['card:st-2.0', 'card:st-uni.0', 'card:st-r.1'];
    const begun = (...hand: string[]) => moment(table({ phase: 'stack', own: { hand: hand.map(face) } }));
    expect(gather.rest(picks, moment(table()))).toEqual(['top:st-2']);
    expect(gather.rest(picks, begun('st-r', 'st-r', 'st-uni'))).toEqual(['under:st-r', 'under:st-uni', 'stop']);
    expect(gather.rest(picks, begun('st-r', 'st-uni'))).toEqual(['under:st-uni', 'stop']);
    expect(gather.rest(picks, moment(table({ phase: 'act' })))).toEqual([]);
  });
  it('lets no more fresh leaves be paid than the price allows, nor leaves of too low quality', () => {
    const view = table({
      phase: 'pay',
      turn: { owed: { leaves: 3, fresh: 1, quality: 2 } },
      own: { leaves: { fresh: [3, 2, 0, 0, 0, 0], fermented: [1, 1, 1, 0, 0, 0] } },
    });
    const gather = gathering(view, 'pay:fresh-2', 'pay:fermented-2');
    expect(mayGather(gather, [], 'leaf:fresh-1')).toBe(false);
    expect(mayGather(gather, ['leaf:fresh-2'], 'leaf:fresh-2')).toBe(false);
    expect(mayGather(gather, ['leaf:fresh-2'], 'leaf:fermented-3')).toBe(true);
    expect(filled(gather)).toEqual(['leaf:fresh-2', 'leaf:fermented-2', 'leaf:fermented-3']);
    expect(gather.rest(['leaf:fermented-3', 'leaf:fresh-2', 'leaf:fermented-2'], moment(view))).toEqual([
      'pay:fresh-2',
      'pay:fermented-2',
      'pay:fermented-3',
    ]);
  });
  it('does not pay again what the server has taken by itself', () => {
    const held = (fresh: number[], fermented: number[]) =>
      table({
        phase: 'pay',
        turn: { owed: { leaves: 4, fresh: 4, quality: 1 } },
        own: { leaves: { fresh, fermented } },
      });
    const gather = gathering(held([1, 2, 0, 0, 0, 0], [2, 0, 0, 0, 0, 0]), 'pay:fresh-1', 'pay:fresh-2');
    const picks = ['leaf:fresh-1', 'leaf:fresh-2', 'leaf:fermented-1', 'leaf:fermented-1'];
    // after the first leaf, one of quality 2 was the only one that could come next
    const later = moment(held([0, 1, 0, 0, 0, 0], [2, 0, 0, 0, 0, 0]));
    expect(gather.rest(picks, later)).toEqual(['pay:fermented-1', 'pay:fermented-1']);
  });
  it('takes leaves gained meanwhile for no part of a plan to ferment', () => {
    const held = (fresh: number[], fermented: number[]) =>
      table({ phase: 'ferment', turn: { amount: 1 }, own: { leaves: { fresh, fermented } } });
    const gather = gathering(held([1, 1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]), 'leaf:fresh-1', 'leaf:fresh-2');
    const again = moment(held([1, 1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]));
    expect(gather.rest(['leaf:fresh-1'], again)).toEqual([]);
  });
  it('harvests own gardens only, in the order of their numbers', () => {
    const regions = tableOf(table()).regions.map((region) =>
      [5, 2].includes(region.id) ? { ...region, spaces: [0, null] } : region,
    );
    const gather = gathering(table({ phase: 'harvest', turn: { amount: 2 }, regions }), 'garden:1', 'garden:2');
    expect([...gather.limits.keys()]).toEqual(['garden:1', 'garden:2', 'garden:5']);
    const harvesting = (...notations: string[]) => moment(table({ phase: 'harvest', regions }), ...notations);
    expect(gather.rest(['garden:5', 'garden:1'], harvesting('garden:1', 'garden:2'))).toEqual(['garden:1', 'garden:5']);
    expect(gather.rest(['garden:5', 'garden:1'], harvesting('garden:2', 'garden:5'))).toEqual(['garden:5']);
  });
});

describe('a turn', () => {
  it('plays a stack by one confirmation, step by step as the server asks', async () => {
    const first = acts('pass', 'top:st-r', 'top:st-uni', 'top:st-2');
    const { play, pick, next } = draw(table(), first);
    await pick('card:st-2.0');
    await pick('card:st-uni.0');
    expect(screen.getByText(/Strength 3/)).toBeTruthy();
    await fireEvent.click(screen.getByTestId('confirm'));
    expect(play).toHaveBeenLastCalledWith(3);
    await next(
      table({ phase: 'stack', own: { hand: ['st-r', 'st-r', 'st-uni'].map(face) } }),
      acts('stop', 'under:st-r', 'under:st-uni'),
    );
    expect(play).toHaveBeenLastCalledWith(2);
    await next(table({ phase: 'stack', own: { hand: ['st-r', 'st-r'].map(face) } }), acts('stop'));
    expect(play).toHaveBeenLastCalledWith(0);
    expect(play).toHaveBeenCalledTimes(3);
  });
  it('drops what is left of a plan that no longer fits', async () => {
    const { play, pick, next } = draw(table(), acts('pass', 'top:st-r', 'top:st-2'));
    await pick('card:st-2.0');
    await fireEvent.click(screen.getByTestId('confirm'));
    await next(table({ phase: 'act', turn: { strength: 2 } }), acts('build:2', 'ferment', 'harvest'));
    await next(table({ phase: 'stack' }), acts('stop', 'under:st-r'));
    expect(play).toHaveBeenCalledTimes(1);
  });
  it('asks again when a step of a plan was refused', async () => {
    const actions = acts('pass', 'top:st-r', 'top:st-2');
    const { play, pick, next } = draw(table(), actions);
    await pick('card:st-2.0');
    await fireEvent.click(screen.getByTestId('confirm'));
    expect(play).toHaveBeenCalledTimes(1);
    await next(table(), actions, true);
    expect(screen.getByTestId<HTMLButtonElement>('confirm').disabled).toBe(true);
    await next(table(), actions, false);
    await fireEvent.click(screen.getByTestId('confirm'));
    expect(play).toHaveBeenCalledTimes(2);
  });
  it('waits for a confirmation before a main action, and shows what it would do', async () => {
    const { play, pick } = draw(
      table({ phase: 'act', turn: { strength: 2 } }),
      acts('build:2', 'build:3', 'ferment', 'harvest'),
    );
    await pick('build:2');
    expect(play).not.toHaveBeenCalled();
    expect(screen.getByText(/you gain: 1 fresh leaf of quality 3/)).toBeTruthy();
    await pick('build:3');
    await fireEvent.click(screen.getByTestId('confirm'));
    expect(play).toHaveBeenCalledWith(1);
  });
  it('plays at once where the player likes it so', async () => {
    preferences.set('confirm', false);
    const { play, pick } = draw(table({ phase: 'act', turn: { strength: 2 } }), acts('build:2', 'ferment', 'harvest'));
    await pick('harvest');
    expect(play).toHaveBeenCalledWith(2);
  });
  it('waits for a confirmation everywhere, and plays at once everywhere where the player likes it so', async () => {
    const moments: [string, string][] = [
      ['study', 'study:1:2'],
      ['take-tile', 'stack:green'],
      ['take-scroll', 'scroll:plus'],
      ['act', 'end'],
    ];
    for (const [phase, notation] of moments) {
      for (const confirm of [true, false]) {
        preferences.set('confirm', confirm);
        const { play, pick, container } = draw(table({ phase, turn: { main_done: true } }), acts(notation));
        await pick(notation);
        expect(play).toHaveBeenCalledTimes(confirm ? 0 : 1);
        expect(container.querySelectorAll('[aria-pressed="true"]').length).toBe(1);
        if (confirm) await fireEvent.click(screen.getByTestId('confirm'));
        expect(play).toHaveBeenCalledTimes(1);
        cleanup();
      }
    }
  });
  it('lets gardens be chosen before a harvest is sent, and sends all by one confirmation', async () => {
    const regions = tableOf(table()).regions.map((region) =>
      [2, 5].includes(region.id) ? { ...region, spaces: [0, null] } : region,
    );
    const acting = { phase: 'act', turn: { strength: 1 }, own: { built: 2 }, regions };
    const { play, pick, container, next } = draw(table(acting), acts('build:3', 'ferment', 'harvest'));
    await pick('harvest');
    expect(screen.getByTestId('prompt').textContent).toBe('Choose the garden to harvest');
    expect(screen.getByTestId('does').textContent?.trim()).toBe('0 of 1 chosen');
    expect(screen.getByTestId<HTMLButtonElement>('confirm').disabled).toBe(true);
    expect(container.querySelector('[data-pick="build:3"]')).toBeNull();
    await pick('garden:5');
    await fireEvent.click(screen.getByTestId('confirm'));
    expect(play).toHaveBeenLastCalledWith(2);
    const harvesting = { ...acting, phase: 'harvest', turn: { amount: 1 } };
    await next(table(harvesting), acts('garden:1', 'garden:2', 'garden:5'));
    expect(play).toHaveBeenLastCalledWith(2);
    expect(play).toHaveBeenCalledTimes(2);
  });
  it('takes another action instead of a harvest that was begun', async () => {
    const regions = tableOf(table()).regions.map((region) =>
      region.id === 2 ? { ...region, spaces: [0, null] } : region,
    );
    const { play, pick } = draw(
      table({ phase: 'act', turn: { strength: 1 }, own: { built: 1, leaves: NO_LEAVES }, regions }),
      acts('build:3', 'ferment', 'harvest', 'end'),
    );
    await pick('harvest');
    await pick('garden:2');
    await pick('end');
    await fireEvent.click(screen.getByTestId('confirm'));
    expect(play.mock.calls).toEqual([[3]]);
  });
  it('keeps what followed by itself when it is pressed as well, and says what a grey confirmation waits for', async () => {
    const actions = acts('sell:co01:low+small', 'sell:co01:high+small', 'ferment', 'harvest');
    const { play, pick } = draw(table({ phase: 'act', turn: { strength: 3 } }), actions);
    await pick('sell:co01:small');
    expect(screen.getByTestId<HTMLButtonElement>('confirm').disabled).toBe(true);
    expect(screen.getByTestId('does').textContent).toMatch(/missing: a strength half/);
    await fireEvent.click(screen.getByTestId('clear'));
    await pick('sell:co01:high');
    await pick('sell:co01:small');
    await fireEvent.click(screen.getByTestId('confirm'));
    expect(play.mock.calls).toEqual([[1]]);
  });
  it('takes back what followed by itself together with what it followed from', async () => {
    const actions = acts('sell:co01:low+small', 'sell:co01:high+small', 'ferment', 'harvest');
    const { pick, container } = draw(table({ phase: 'act', turn: { strength: 3 } }), actions);
    await pick('sell:co01:high');
    await pick('sell:co01:high');
    expect(container.querySelector('[aria-pressed="true"]')).toBeNull();
  });
  it('tells what the top card brings: icons, teapots, or nothing', async () => {
    const { pick } = draw(table(), acts('pass', 'top:st-r', 'top:st-uni', 'top:st-2'));
    const does = () => screen.getByTestId('does').textContent;
    await pick('card:st-r.0');
    expect(does()).toMatch(/Strength 1. On top: red teapot – for buying cards/);
    await pick('card:st-r.0');
    await pick('card:st-uni.0');
    expect(does()).toMatch(/The top card gives: research/);
    await pick('card:st-uni.0');
    await pick('card:st-2.0');
    expect(does()).toMatch(/The top card has no icon/);
  });
  it('sells to a caravan by its two halves in either order', async () => {
    const actions = acts('sell:co01:low+small', 'sell:co01:low+large', 'ferment', 'harvest');
    const { play, pick } = draw(table({ phase: 'act', turn: { strength: 1 } }), actions);
    await pick('sell:co01:large');
    await fireEvent.click(screen.getByTestId('confirm'));
    expect(play).toHaveBeenCalledWith(1);
  });
  it('names what is paid for, and pays the cheapest leaves by two clicks', async () => {
    const view = table({
      phase: 'pay',
      turn: {
        owed: { leaves: 2, fresh: 2, quality: 1 },
        paying_for: { what: 'scroll', item: null, leaves: 3, fermented: 0, quality: 1 },
      },
      own: { leaves: { fresh: [1, 2, 0, 0, 0, 0], fermented: [0, 0, 1, 0, 0, 0] } },
    });
    const { play, pick } = draw(view, acts('pay:fresh-1', 'pay:fresh-2'));
    expect(screen.getByTestId('prompt').textContent).toBe('Pay 2 leaves for a scroll');
    await pick('fill');
    await fireEvent.click(screen.getByTestId('confirm'));
    expect(play).toHaveBeenCalledWith(0);
  });
  it('lights nothing while a move is on its way or another plays', () => {
    const { container } = draw(table({ actor: 1 }), []);
    expect(container.querySelectorAll('[data-pick]').length).toBe(0);
    expect(screen.getByTestId('prompt').textContent).toBe('Adept is to move');
  });
});

describe('words', () => {
  it('explain every piece in every language', async () => {
    for (const language of ['de', 'fr', 'pl', 'en'] as const) {
      await speech.use(language);
      await speech.open('tea_garden');
      const cards = Object.values(data.cards) as never[];
      const texts = [
        ...cards.map((card) => about.card(card, say)),
        ...(Object.values(data.caravans) as never[]).map((caravan) => about.caravan(caravan, say)),
        ...(Object.values(data.tiles) as never[]).map((tile) => about.tile(tile, say)),
        ...(Object.values(data.tokens) as never[]).map((token) => about.token(token, say)),
        ...Object.values(data.halls).map((bonus) => about.effects(bonus, say)),
        ...data.boards.steps.map((step, i) => about.step(step, i + 1, say)),
        ...data.effects.map((effect) => about.effects([`${effect}*2`], say)),
      ];
      texts.push(...cards.map((card) => about.cardMeaning(card, say)));
      texts.push(...data.effects.map((effect) => about.means([`${effect}*1`], say)));
      for (const text of texts) expect(text).not.toMatch(/\b(does|about|pot|counts|means)\.[a-z]|[{}]|undefined/);
    }
  });
  it('say what a region needs for a garden, and why one is out of reach', () => {
    const { regions, seats, boards } = tableOf(table());
    const reach = (id: number) => about.reach(regions[id - 1]!, seats[0]!, boards.skip, say, 0);
    expect(reach(2)).toBe('A garden of yours needs strength 1 here.');
    expect(reach(4)).toBe('Two steps from your gardens: needs strength 3, 2 more than next to them.');
    expect(reach(9)).toBe('Too far from your gardens to build.');
    expect(reach(1)).toBe('');
  });
  it('tell what the others did with what it brought, Lu Yu too, and what one’s own step brought', () => {
    const step = (...events: Happened[]) => [{ version: 1, step: 1, actor: 1, events }] as never;
    const at = (kind: string, data: Happened['data'] = {}) => ({ kind, data });
    const sale = step(
      at('top', { who: 0, thing: '#card.st-2' }),
      at('points', { who: 0, n: 9, source: '#source.gardens' }),
      at('sell', { who: 1, thing: '#caravan.co03', n: 3, fermented: 0 }),
      at('points', { who: 1, n: 4, source: '#source.caravans' }),
      at('emperor-tokens', { who: 1, n: 1 }),
      at('pass', { who: 1 }),
      at('leaves', { who: 1, n: 2, quality: 2 }),
      at('round', { round: 2 }),
    );
    expect(rivalsDid(sale, say, ['Kiku', 'Novice'], 0)).toEqual([
      'Novice sells 3 leaves to a caravan: orange caravan 3. It brings: 4 points, 1 emperor token.',
      'Novice passes for this round.',
    ]);
    expect(iGained(sale, say, ['Kiku', 'Novice'], 0)).toEqual(['You score 9 points (gardens).']);
    const solo = step(at('pass', { who: 0 }), at('lu-garden', { thing: '#region.2' }), at('lu-ferment', { n: 1 }));
    expect(rivalsDid(solo, say, ['Kiku'], 0)).toEqual([
      'Lu Yu builds a tea garden: region 2 (green, quality 3).',
      'Lu Yu ferments 1 leaf.',
    ]);
  });
  it('say an action with its thing', () => {
    expect(words(acts('build:2')[0]!, table(), say)).toBe('Build a tea garden: region 2 (green, quality 3)');
    expect(words(acts('study:1:2')[0]!, table(), say)).toBe('Research bonus: ferment 1 leaf');
    expect(words(acts('end')[0]!, table(), say)).toBe('End the turn');
  });
  it('place every pick on the table or in the tray', () => {
    expect([areaOf('build:3'), areaOf('leaf:fresh-2'), areaOf('court:h01:6'), areaOf('end')]).toEqual([
      'map',
      'own',
      'court',
      null,
    ]);
    expect(paths(acts('cup-left:ct01')[0]!)).toEqual([[['cup:ct01'], ['cup-left:ct01']]]);
  });
});

describe('the account', () => {
  it('counts source by source and names Lu Yu in a solo match', () => {
    const ends = { gardens: 4, cards: 3, total: 7 };
    const done = table({
      own: { ends, points: 7 },
      result: { shares: [1], points: [7], reason: 'reason.solo-won' },
    });
    const solo = {
      ...done,
      seats: [tableOf(done).seats[0]],
      lu_yu: { ...tableOf(done).seats[1], ends: { total: 5, gardens: 5 } },
    };
    const account = scoring.stages(solo as unknown as View, say, ['Kiku'])!;
    expect(account.names).toEqual(['Kiku', 'Lu Yu']);
    expect(account.stages.map(({ rows }) => rows.map(({ values }) => values))).toEqual([[[4, 5]], [[3, 0]], [[7, 5]]]);
    expect(account.stages.at(-1)!.note).toBe('More points than Lu Yu');
    expect(scoring.roundKey(table())).toBeNull();
  });
});
