// A stand-in for the server: Tea Garden's views as the real one sends them, small enough to change one thing at a time.
import data from '../src/games/tea_garden/data.json';
import type { CardFace, SeatBoard, TableView, Turn } from '../src/games/tea_garden/view';
import type { Action, View } from '../src/lib/protocol';

const faces = data.cards as unknown as Record<string, CardFace>;
export const face = (id: string): CardFace => faces[id]!;

const NO_SOURCES = { gardens: 0, caravans: 0, total: 0 };

export function seat(changes: Partial<SeatBoard> = {}): SeatBoard {
  return {
    points: 0,
    sources: NO_SOURCES,
    ends: NO_SOURCES,
    turns: 0,
    emperor_tokens: 0,
    built: 0,
    research: 0,
    river: 0,
    step: 0,
    caravans: [],
    rows: [],
    connections: 0,
    cakes: [],
    messengers: { ready: 2, waiting: 2 },
    passed: false,
    hand_size: 4,
    hand: null,
    hand_known: [],
    pile_size: 7,
    pile: null,
    unknown: null,
    discard: [],
    slots: [null, null, null, null],
    covered: [],
    teapots: [0, 0, 0, 0],
    leaves: { fresh: [0, 2, 0, 0, 0, 0], fermented: [0, 0, 0, 0, 0, 0] },
    scrolls: { plus: 0, twice: 0, pot: 0 },
    pagodas: [1, 2, 2, 3, 3, 4],
    reach: data.regions.map(({ id }) => (id === 1 ? null : id < 4 ? 1 : id < 6 ? 3 : null)),
    ...changes,
  };
}

const TURN: Turn = {
  who: 0,
  slot: 0,
  strength: 0,
  main_done: false,
  icons: [],
  icons_used: [],
  doubled: false,
  repeated: false,
  pending: [],
  amount: 0,
  removes: 0,
  discards: 0,
  owed: null,
  paying_for: null,
  tile: null,
  token: null,
  shopping: 0,
  bought: [],
  new_tokens: [],
};

export function table(
  changes: Partial<Omit<TableView, 'turn'>> & { turn?: Partial<Turn>; own?: Partial<SeatBoard> } = {},
): View {
  const { turn, own, ...rest } = changes;
  const hand = ['st-r', 'st-r', 'st-uni', 'st-2'].map(face);
  const view: TableView = {
    viewer: 0,
    actor: 0,
    phase: 'turn',
    round: 1,
    rounds: 5,
    starter: 0,
    has_puerh: false,
    market: ['a01', 'a02', 'a03', 'a10', 'a13', 'a20'].map(face),
    columns: data.columns,
    deck: [3, 4, 4, 4, 4],
    caravans: ['co01', 'co02', 'cb01'].map((id) => (data.caravans as Record<string, unknown>)[id]) as never,
    caravan_deck: { orange: 5, blue: 15 },
    emperors: ['ec01', 'ec02', 'ec03'].map(face),
    emperor_deck: 13,
    regions: data.regions.map((region) => ({
      ...region,
      spaces: region.points.map((_, i) => (region.id === 1 && i < 2 ? i : null)),
      token: region.id === 1 ? null : 'rb01',
      bonus: region.id === 1 ? [] : ['leaf3*1'],
    })),
    stacks: data.provinces.map((province) => ({ province, tile: data.tiles.ct01 as never, left: 4 })),
    boards: data.boards,
    scroll_supply: [8, 8, 8],
    seats: [seat({ hand, pile: [], ...own }), seat()],
    lu_yu: null,
    court: null,
    result: null,
    ...rest,
    turn: { ...TURN, ...turn },
  };
  return view as unknown as View;
}

/** Actions by their notation, numbered as they stand. */
export function acts(...notations: string[]): Action[] {
  return notations.map((notation, id) => {
    const [kind, item = null, choice = null] = notation.split(':');
    return { id, kind: kind!, item, choice };
  });
}
