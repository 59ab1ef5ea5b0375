// A small stand-in for the server: views of Hanamikoji as the real one sends them, for tests of the drawing.
import type { Action, SeatShown, View } from '../src/lib/protocol';

const ITEMS = ['flute', 'fan', 'scroll', 'umbrella', 'shamisen', 'tea', 'hairpin'];
const NAMES = ['Ayane', 'Iroha', 'Tomoyo', 'Yoko', 'Chiharu', 'Anju', 'Ruri'];
const CHARM = [2, 2, 2, 3, 3, 4, 5];

export const seats: SeatShown[] = [0, 1].map((seat) => ({
  seat,
  kind: seat ? 'bot' : 'person',
  name: seat ? null : 'Kiku',
  level: seat ? 'adept' : null,
  is_here: true,
  away_since: null,
  is_late: false,
  is_yours: !seat,
}));

export function view(changes: Record<string, unknown> = {}): View {
  const side = {
    hand_size: 7,
    hand: null,
    placed: [0, 0, 0, 0, 0, 0, 0] as number[],
    used: [],
    secret: null,
    discarded: null,
    geishas: 0,
    points: 0,
  };
  return {
    viewer: 0,
    actor: 0,
    phase: 'choose',
    round: 1,
    round_limit: 3,
    starter: 0,
    pile: 7,
    offer: null,
    last_round: null,
    result: null,
    geishas: ITEMS.map((id, g) => ({ id, name: NAMES[g]!, charm: CHARM[g]!, favour: null })),
    seats: [
      { ...side, hand: ['flute', 'fan', 'fan', 'umbrella', 'tea', 'tea', 'hairpin'], secret: [], discarded: [] },
      { ...side, hand_size: 6, placed: [0, 0, 0, 0, 0, 0, 0] },
    ],
    ...changes,
  };
}

let id = 0;
export const act = (kind: string, cards: string[], choice: number | null = null): Action => ({
  id: ++id,
  notation: `${kind}:${cards.join('+')}`,
  kind,
  cards,
  choice,
});

/** Every action the hand of `view()` allows for these markers. */
export function legal(hand: string[], markers: string[]): Action[] {
  const out: Action[] = [];
  const seen = new Set<string>();
  const put = (kind: string, cards: string[], key: string): void => {
    if (!seen.has(key)) out.push(act(kind, cards));
    seen.add(key);
  };
  const choose = (count: number, from = 0): number[][] =>
    count === 0 ? [[]] : hand.flatMap((_, i) => (i < from ? [] : choose(count - 1, i + 1).map((rest) => [i, ...rest])));
  for (const marker of markers) {
    const count = ['secret', 'discard', 'gift', 'competition'].indexOf(marker) + 1;
    for (const picked of choose(count)) {
      const cards = picked.map((i) => hand[i]!);
      if (marker !== 'competition') put(marker, cards, marker + cards.join());
      else {
        const [a, b, c, d] = cards as [string, string, string, string];
        for (const [x, y] of [
          [
            [a, b],
            [c, d],
          ],
          [
            [a, c],
            [b, d],
          ],
          [
            [a, d],
            [b, c],
          ],
        ] as [string[], string[]][]) {
          put(marker, [...x, ...y], marker + [x.sort().join(), y.sort().join()].sort().join('/'));
        }
      }
    }
  }
  return out;
}
