// Choices of several things at once: a stack of cards, leaves to pay or to ferment, gardens to harvest. The server asks
// for them one by one in ascending order, and takes by itself what leaves no choice; here they are gathered in any order,
// and sent one after the other as far as they are not done yet.
// Which may be gathered follows from the numbers in the view: how many are owed, of them fresh, of which quality.

import type { Pick } from '../../lib/choose';
import type { Action } from '../../lib/protocol';
import type { SeatBoard, TableView } from './view';

export interface Gather {
  kind: 'stack' | 'under' | 'pay' | 'ferment' | 'harvest';
  least: number;
  most: number;
  /** How often each thing may be picked. */
  limits: ReadonlyMap<Pick, number>;
  /** Whether one more of this fits to what has been picked. */
  fits: (pick: Pick, picks: readonly Pick[]) => boolean;
  /** What of the picks is still to be sent, in the server's order, seen from a later moment. */
  rest: (picks: readonly Pick[], now: Moment) => string[];
}

/** What the board knows when it is to send the next step. */
export interface Moment {
  phase: string;
  own: SeatBoard;
  actions: readonly Action[];
}

const QUALITIES = [1, 2, 3, 4, 5, 6];
const LEAVES: readonly Pick[] = ['fresh', 'fermented'].flatMap((kind) => QUALITIES.map((q) => `leaf:${kind}-${q}`));

const always = (): boolean => true;
const byOrder =
  (order: readonly Pick[]) =>
  (a: Pick, b: Pick): number =>
    order.indexOf(a) - order.indexOf(b);
const itemOf = (pick: Pick): string => pick.slice(pick.indexOf(':') + 1);

/** Cards of a hand keep their name while others come and go: "card:st-r.0", "card:st-r.1". */
export function handPicks(hand: SeatBoard['hand']): Pick[] {
  const seen = new Map<string, number>();
  return (hand ?? []).map(({ id }) => {
    const number = seen.get(id) ?? 0;
    seen.set(id, number + 1);
    return `card:${id}.${number}`;
  });
}

const cardOf = (pick: Pick): string => itemOf(pick).replace(/\.\d+$/, '');

/** What of the planned things is still to be done; `done` counts how many of a kind are. */
function undone(planned: readonly string[], done: (thing: string) => number): string[] {
  const left = new Map(planned.map((thing) => [thing, done(thing)]));
  return planned.filter((thing) => {
    const n = left.get(thing)!;
    left.set(thing, n - 1);
    return n <= 0;
  });
}

/** The first picked card lies on top, the others below it. */
function stack(hand: readonly Pick[], isBegun: boolean, allowed: readonly Pick[]): Gather {
  const count = (cards: readonly string[], id: string): number => cards.filter((card) => card === id).length;
  return {
    kind: isBegun ? 'under' : 'stack',
    least: isBegun ? 0 : 1,
    most: allowed.length,
    limits: new Map(allowed.map((pick) => [pick, 1])),
    fits: always,
    rest: (picks, { phase, own }) => {
      const first = isBegun ? null : picks[0]!;
      const others = isBegun ? picks : picks.slice(1);
      if (phase === 'turn') return first ? [`top:${cardOf(first)}`] : [];
      if (phase !== 'stack') return [];
      const held = (own.hand ?? []).map(({ id }) => id);
      const below = undone(
        [...others].sort(byOrder(hand)).map((pick) => cardOf(pick)),
        (id) => count(hand.map(cardOf), id) - count(held, id) - (first && cardOf(first) === id ? 1 : 0),
      );
      return [...below.map((id) => `under:${id}`), 'stop'];
    },
  };
}

/** The fermented leaf of the same quality. */
const brown = (pick: Pick): Pick => pick.replace('fresh', 'fermented');

/** How many leaves of this kind and quality there are. */
const heldOf = (leaves: SeatBoard['leaves'], pick: Pick): number => {
  const at = LEAVES.indexOf(pick);
  return (at < 6 ? leaves.fresh : leaves.fermented)[at % 6]!;
};

function leaves(
  kind: 'pay' | 'ferment',
  count: number,
  fresh: number,
  quality: number,
  own: SeatBoard['leaves'],
  first: number,
): Gather {
  const limits = new Map<Pick, number>();
  LEAVES.forEach((pick, at) => {
    const isFresh = at < 6;
    const held = heldOf(own, pick);
    if (at >= first && held > 0 && (at % 6) + 1 >= quality && (isFresh || kind === 'pay')) limits.set(pick, held);
  });
  const word = kind === 'pay' ? 'pay' : 'leaf';
  return {
    kind,
    least: count,
    most: count,
    limits,
    fits: (pick, picks) =>
      !pick.startsWith('leaf:fresh') || picks.filter((one) => one.startsWith('leaf:fresh')).length < fresh,
    rest: (picks, now) =>
      now.phase === kind
        ? undone([...picks].sort(byOrder(LEAVES)), (pick) =>
            kind === 'pay'
              ? heldOf(own, pick) - heldOf(now.own.leaves, pick)
              : // fresh leaves may be gained meanwhile, fermented ones only arise by fermenting
                heldOf(now.own.leaves, brown(pick)) - heldOf(own, brown(pick)),
          ).map((pick) => `${word}:${itemOf(pick)}`)
        : [],
  };
}

/** What is to be gathered now, if anything. */
export function gatherOf(table: TableView, own: SeatBoard | undefined, actions: readonly Action[]): Gather | null {
  if (!actions.length || !own) return null;
  const items = new Set(actions.map((action) => action['item'] as string | null));
  const hand = handPicks(own.hand);
  const { owed, amount } = table.turn;
  if (table.phase === 'turn')
    return stack(
      hand,
      false,
      hand.filter((pick) => items.has(cardOf(pick))),
    );
  if (table.phase === 'stack')
    return stack(
      hand,
      true,
      hand.filter((pick) => items.has(cardOf(pick))),
    );
  const firstLeaf = (): number => Math.min(...[...items].map((item) => LEAVES.indexOf(`leaf:${item}`)));
  if (table.phase === 'pay' && owed)
    return leaves('pay', owed.leaves, owed.fresh, owed.quality, own.leaves, firstLeaf());
  if (table.phase === 'ferment') return leaves('ferment', amount, amount, 1, own.leaves, firstLeaf());
  return table.phase === 'harvest' ? harvest(table, amount, firstGarden(actions)) : null;
}

/** So many of one's own gardens, from this region on. */
function harvest(table: TableView, amount: number, first: number): Gather {
  const mine = table.regions.filter(({ id, spaces }) => id >= first && spaces.includes(table.turn.who));
  const gardens = mine.map(({ id }) => `garden:${id}`);
  return {
    kind: 'harvest',
    least: amount,
    most: amount,
    limits: new Map(gardens.map((pick) => [pick, 1])),
    fits: always,
    rest: (picks, now) => {
      const from = now.phase === 'harvest' ? firstGarden(now.actions) : Infinity;
      return [...picks].sort(byOrder(gardens)).filter((pick) => Number(itemOf(pick)) >= from);
    },
  };
}

/** As many fresh leaves as this strength ferments, as many gardens as it harvests: never more than there are. */
export const fermentable = ({ boards, turn }: TableView, own: SeatBoard | undefined): number =>
  Math.min(sum(own?.leaves.fresh ?? []), boards.rates.ferment * turn.strength);
export const harvestable = ({ boards, turn }: TableView, own: SeatBoard | undefined): number =>
  Math.min((own?.built ?? 0) + 1, boards.rates.harvest * turn.strength);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);

/** Fermenting or harvesting as the main action: which leaves, which gardens is chosen before anything is sent. */
export function ledBy(lead: Pick | undefined, table: TableView, own: SeatBoard | undefined): Gather | null {
  if (table.phase !== 'act' || !own) return null;
  const inner =
    lead === 'ferment'
      ? leaves('ferment', fermentable(table, own), fermentable(table, own), 1, own.leaves, 0)
      : lead === 'harvest'
        ? harvest(table, harvestable(table, own), 0)
        : null;
  const all = sum([...(inner?.limits.values() ?? [])]);
  if (!inner || inner.limits.size < 2 || all <= inner.most) return null; // nothing to choose
  return { ...inner, rest: (picks, now) => (now.phase === 'act' ? [lead!] : inner.rest(picks, now)) };
}

/** Gardens are harvested in the order of their numbers: the first that may be next. */
const firstGarden = (actions: readonly Action[]): number => Math.min(...actions.map(({ item }) => Number(item)));

/** How often a pick has been made. */
export const countOf = (picks: readonly Pick[], pick: Pick): number => picks.filter((one) => one === pick).length;

/** Whether one more of this may be gathered. */
export function mayGather(gather: Gather, picks: readonly Pick[], pick: Pick): boolean {
  return (
    picks.length < gather.most && countOf(picks, pick) < (gather.limits.get(pick) ?? 0) && gather.fits(pick, picks)
  );
}

/** All leaves at a stroke. To be paid: fresh before fermented, low quality first; to be fermented: the best first. */
export function filled(gather: Gather): Pick[] {
  const picks: Pick[] = [];
  const cheapest = [...gather.limits.keys()].sort(byOrder(LEAVES));
  for (const pick of gather.kind === 'pay' ? cheapest : cheapest.toReversed())
    while (mayGather(gather, picks, pick)) picks.push(pick);
  return picks;
}

/** The picks that a server's action stands for: to point at them. */
export function picksOf(action: Action, hand: SeatBoard['hand']): Pick[] {
  const item = action['item'] as string | null;
  if (action.kind === 'top' || action.kind === 'under')
    return handPicks(hand)
      .filter((pick) => cardOf(pick) === item)
      .slice(0, 1);
  if (action.kind === 'pay' || action.kind === 'leaf') return [`leaf:${item}`];
  return [];
}
