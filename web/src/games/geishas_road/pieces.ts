// What the board draws: five geishas with their colours, motifs and letters, and the view as this game's server makes it.

import type { View } from '../../lib/protocol';
import { speech } from '../../lib/texts.svelte';

export const COLOURS = ['pink', 'red', 'blue', 'yellow', 'green'] as const;
export type Colour = (typeof COLOURS)[number];
export const MARKERS = ['reveal', 'intrigue', 'compromise', 'double'] as const;
export type Marker = (typeof MARKERS)[number];
export const SPECIALS = ['counter', 'hidden'] as const;
export type Special = (typeof SPECIALS)[number];
/** A gift card: "red-4". */
export type GiftCard = `${Colour}-${1 | 2 | 3 | 4}`;

/** How many cards each marker asks for. */
export const CARDS_FOR: Record<Marker, number> = { reveal: 1, intrigue: 2, compromise: 3, double: 4 };

/** Strong enough on card paper (3 : 1 and more); motif and letter say the same. */
export const INKS: Record<Colour, string> = {
  pink: '#b8417f',
  red: '#b3261e',
  blue: '#2a5fa4',
  yellow: '#8a6a00',
  green: '#2f7244',
};
/** A letter or two for a colour, from its name in the language in use. */
export const letterOf = (colour: Colour): string => speech.say('geishas_road', `letter.${colour}`);

export interface Lantern {
  value: number;
  other: number;
  dark: 0 | 1;
}

/** What a card would do if it were placed: where its geisha stops, what she fetches. */
export interface Walk {
  house: Colour;
  home: boolean;
  lantern: Lantern | null;
  takes: number;
  asks: boolean;
}

export interface Order {
  cards: GiftCard[];
  walks: Walk[];
}

export interface House {
  colour: Colour;
  guests: number;
  favour: boolean;
  pawns: Colour[];
}

export interface Geisha {
  id: Colour;
  name: string;
  value: number;
  at: number;
  home: number;
  returns: number;
  lanterns: Lantern[];
  sums: [number, number];
  favour: number | null;
  leads: number | null;
  winner: number | null;
}

export interface GuestSet {
  points: number;
  guests: Colour[];
}

export interface Side {
  hand_size: number;
  hand: GiftCard[] | null;
  placed: GiftCard[];
  to_place: GiftCard[];
  used: Marker[];
  special_used: Special[];
  special_points: number;
  intrigue: { left: GiftCard | null; right: GiftCard | null; left_placed: boolean } | null;
  favours: Colour[];
  guests: number[];
  guest_points: number;
  guest_sets: GuestSet[];
  standing: number;
  points: number[];
}

export interface Offer {
  kind: 'compromise' | 'double';
  by: number;
  shown: boolean;
  slots: { card: GiftCard | null; down: number | null }[];
  groups: number[][];
  countered: number;
  exchange: { by: number; slot: number; removed: GiftCard | null; laid: GiftCard | null; down: boolean }[];
  shares: { slots: number[]; orders: Order[] | null }[] | null;
}

export interface RoundTold {
  round: number;
  counted: boolean;
  intrigue: [GiftCard | null, GiftCard | null];
  placed: [GiftCard[], GiftCard[]];
  sums: [number[], number[]];
  winners: (number | null)[];
  favours: (number | null)[];
  lanterns: Lantern[][];
  tiles: [number, number];
  lights: [number, number];
  guests: [number, number];
  sets: [GuestSet[], GuestSet[]];
  markers: [number, number];
  points: [number, number];
}

export interface Picture {
  viewer: number | null;
  actor: number | 'chance' | 'over';
  phase: string;
  mode: 'basic' | 'harder' | 'advanced';
  destiny: boolean;
  round: number;
  turn: number;
  starter: number;
  deck: number;
  houses: House[] | null;
  geishas: Geisha[];
  /** What each geisha's cards 1 to 4 would do now. */
  walks: Walk[][] | null;
  rows: (Lantern | null)[][];
  seats: [Side, Side];
  offer: Offer | null;
  orders: Order[] | null;
  choosing_tokens: { house: Colour; symbols: number } | null;
  /** The two ways to take tokens, and what one's guests are worth then. */
  mixes: { guests: number; favour: boolean; worth: number }[] | null;
  put_back: (GiftCard | null)[];
  rounds: RoundTold[];
  result: { shares: number[]; points: number[]; reason: string } | null;
}

/** The view as this game's server makes it. */
export const picture = (view: View): Picture => view as unknown as Picture;

export const colourOf = (card: GiftCard): Colour => card.split('-')[0] as Colour;
export const valueOf = (card: GiftCard): number => Number(card.split('-')[1]);

/** What a card would do if it were placed now. */
export const walkOf = (p: Picture, card: GiftCard): Walk | null =>
  p.walks?.[COLOURS.indexOf(colourOf(card))]?.[valueOf(card) - 1] ?? null;
