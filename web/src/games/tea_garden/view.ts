// The table as the server shows it (src/ochaya/games/tea_garden/show/view), as types.

import type { View } from '../../lib/protocol';

export type Words = readonly string[];
export type Cup = 'blue' | 'green' | 'white';
export type Pot = 'red' | 'green' | 'blue' | 'any';
export type Scroll = 'plus' | 'twice' | 'pot';
export type Side = 'uni' | 'cup' | 'boat';

export interface CardFace {
  id: string;
  strength: number;
  icons: Words;
  teapots: readonly Pot[];
  points: number;
  level?: number;
  price?: { leaves: number; quality: number; teapots: readonly Pot[] };
  scoring?: { each: number; of: string; most: number };
}
export interface CaravanFace {
  id: string;
  frame: 'orange' | 'blue';
  strength: readonly { needs: number; bonus: Words }[];
  leaves: readonly { fresh: number; fermented: number; bonus: Words }[];
}
export interface TileFace {
  id: string;
  left: Cup;
  right: Cup;
  bonus: Words;
}
export interface RowTile extends TileFace {
  /** A cup token lies to the right of the tile. */
  token: boolean;
}
export interface TokenFace {
  id: string;
  fresh: number;
  fermented: number;
  bonus: Words;
  stars: number;
  points: number;
}
export interface RegionShown {
  id: number;
  province: string;
  quality: number;
  points: readonly number[];
  neighbours: readonly number[];
  spaces: readonly (number | null)[];
  token: string | null;
  bonus: Words;
}
export interface StackShown {
  province: string;
  tile: TileFace | null;
  left: number;
}
export interface Step {
  tokens: number;
  leaves: number;
  fermented: number;
  quality: number;
  bonus: Words;
  points: number;
  lu_points: number;
}
export interface Boards {
  river: readonly { bonus: Words; points: number }[];
  river_beyond: number;
  university: readonly (readonly Words[])[];
  university_points: readonly number[];
  university_beyond: number;
  steps: readonly Step[];
  cups: { connections: readonly number[]; further: number };
  pagodas: readonly number[];
  skip: number;
  slots: readonly number[];
  exchanges: { side: number; scroll: number; emperor: number };
  rates: { ferment: number; harvest: number; garden: number };
  shop: readonly number[] | null;
  halls: readonly number[] | null;
}
export interface Bill {
  what: 'slot' | 'card' | 'caravan' | 'step' | 'side' | 'scroll' | 'emperor-token' | 'puerh';
  item: string | null;
  leaves: number;
  fermented: number;
  quality: number;
}
export interface Turn {
  who: number;
  slot: number;
  strength: number;
  main_done: boolean;
  icons: Words;
  icons_used: Words;
  doubled: boolean;
  repeated: boolean;
  pending: Words;
  amount: number;
  removes: number;
  discards: number;
  owed: { leaves: number; fresh: number; quality: number } | null;
  paying_for: Bill | null;
  tile: TileFace | null;
  token: TokenFace | null;
  shopping: number;
  bought: readonly TokenFace[];
  new_tokens: readonly string[];
}
export interface Leaves {
  fresh: readonly number[];
  fermented: readonly number[];
}
/** What a person and Lu Yu have alike. */
export interface Progress {
  points: number;
  sources: Record<string, number>;
  ends: Record<string, number>;
  turns: number;
  emperor_tokens: number;
  built: number;
  research: number;
  river: number;
  step: number;
  caravans: readonly string[];
  rows: readonly (readonly RowTile[])[];
  connections: number;
  cakes: readonly (readonly TokenFace[])[];
  messengers: { ready: number; waiting: number };
  passed: boolean;
}
export interface SlotShown {
  top: CardFace;
  strength: number;
  cards: number;
}
export interface SeatBoard extends Progress {
  hand_size: number;
  hand: readonly CardFace[] | null;
  hand_known: readonly string[];
  pile_size: number;
  pile: readonly string[] | null;
  unknown: readonly string[] | null;
  discard: readonly string[];
  slots: readonly (SlotShown | null)[];
  covered: readonly string[];
  teapots: readonly number[];
  leaves: Leaves;
  scrolls: Record<Scroll, number>;
  pagodas: readonly number[];
  /** The strength a garden needs in each region now; null where none can be built. */
  reach: readonly (number | null)[];
}
export interface LuBack {
  strength: number;
  side: Side;
  caravan: string;
  emperor: string;
  hall: string;
  market: readonly number[];
  cups: readonly Cup[];
  provinces: readonly string[];
}
export interface LuSlot {
  id: string;
  lines: readonly (readonly [string, number, string, number])[];
  outcomes: readonly string[];
  back: LuBack | null;
}
export interface LuBoard extends Progress {
  level: string;
  fresh: number;
  fermented: number;
  slots: readonly (LuSlot | null)[];
  top: LuBack | null;
  decided: LuBack | null;
  decides: LuBack | null;
  deck: number;
  piles: readonly number[];
  cards: readonly string[];
}
export interface HallShown {
  id: string;
  bonus: Words;
  squares: readonly { strength: number; who: number | null }[];
}
export interface DecreeShown {
  id: string;
  counts: string;
  side: 'brown' | 'red';
  needs: number;
  points: readonly number[];
  spaces: readonly (number | null)[];
  done: readonly boolean[];
  progress: readonly number[];
}
export interface CourtShown {
  basic: readonly (TokenFace | null)[];
  premium: readonly (TokenFace | null)[];
  face_down: { basic: number; premium: number; halls: number };
  halls: readonly HallShown[];
  decrees: readonly DecreeShown[];
  cakes: readonly number[];
}
export interface TableView {
  viewer: number | null;
  actor: number | 'chance' | 'over';
  phase: string;
  round: number;
  rounds: number;
  starter: number | null;
  has_puerh: boolean;
  turn: Turn;
  market: readonly (CardFace | null)[];
  columns: readonly number[];
  deck: readonly number[];
  caravans: readonly (CaravanFace | null)[];
  caravan_deck: { orange: number; blue: number };
  emperors: readonly (CardFace | null)[];
  emperor_deck: number;
  regions: readonly RegionShown[];
  stacks: readonly StackShown[];
  boards: Boards;
  scroll_supply: readonly number[];
  seats: readonly SeatBoard[];
  lu_yu: LuBoard | null;
  court: CourtShown | null;
  result: { shares: number[]; points: number[]; reason: string } | null;
}

export const tableOf = (view: View): TableView => view as unknown as TableView;

export const SCROLLS: readonly Scroll[] = ['plus', 'twice', 'pot'];
export const SOURCES = [
  'gardens',
  'caravans',
  'bonuses',
  'halls',
  'cards',
  'emperor-cards',
  'river',
  'university',
  'track',
  'cups',
  'cakes',
  'decrees',
  'leftovers',
] as const;

/** Lu Yu's number among the players of a solo match. */
export const LU_YU = 1;

/** Everybody who has a side: the seats, and Lu Yu behind them. */
export const sides = (table: TableView): readonly Progress[] =>
  table.lu_yu ? [...table.seats, table.lu_yu] : table.seats;
