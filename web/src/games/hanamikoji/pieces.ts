// What the board draws: the seven geishas from left to right, each with her colour and the letter that stands beside it.

import type { Json, View } from '../../lib/protocol';

export const ITEMS = ['flute', 'fan', 'scroll', 'umbrella', 'shamisen', 'tea', 'hairpin'] as const;
export type Item = (typeof ITEMS)[number];
export const MARKERS = ['secret', 'discard', 'gift', 'competition'] as const;
export type Marker = (typeof MARKERS)[number];
export const CARDS_FOR: Record<Marker, number> = { secret: 1, discard: 2, gift: 3, competition: 4 };
export const GEISHAS_TO_WIN = 4;
export const POINTS_TO_WIN = 11;

/** Strong enough on card paper (3 : 1 and more) and told apart by motif and letter too. */
export const COLOURS: Record<Item, string> = {
  flute: '#6b4aa0',
  fan: '#bf3530',
  scroll: '#94700a',
  umbrella: '#2a68a4',
  shamisen: '#b9560f',
  tea: '#3a7545',
  hairpin: '#b03471',
};
export const CHARM: Record<Item, number> = {
  flute: 2,
  fan: 2,
  scroll: 2,
  umbrella: 3,
  shamisen: 3,
  tea: 4,
  hairpin: 5,
};
/** A to G from left to right. */
export const LETTERS: Record<Item, string> = {
  flute: 'A',
  fan: 'B',
  scroll: 'C',
  umbrella: 'D',
  shamisen: 'E',
  tea: 'F',
  hairpin: 'G',
};

export interface Side {
  hand_size: number;
  hand: Item[] | null;
  placed: number[];
  used: Marker[];
  secret: Item[] | null;
  discarded: Item[] | null;
  geishas: number;
  points: number;
}

export interface Geisha {
  id: Item;
  name: string;
  charm: number;
  favour: number | null;
}

export interface Picture {
  viewer: number | null;
  actor: number | 'chance' | 'over';
  phase: 'first' | 'draw' | 'choose' | 'answer-gift' | 'answer-competition' | 'over';
  round: number;
  round_limit: number | null;
  starter: number;
  pile: number;
  geishas: Geisha[];
  seats: [Side, Side];
  offer: { kind: 'gift' | 'competition'; by: number; groups: Item[][] } | null;
  last_round: { placed: [number[], number[]]; secrets: [Item, Item] } | null;
  result: { shares: number[]; points: number[]; reason: string } | null;
}

/** The view as this game's server makes it. */
export const picture = (view: View): Picture => view as unknown as Picture & Record<string, Json>;
