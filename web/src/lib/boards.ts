// The boards the browser knows: one folder in src/games/ each, loaded when its game is opened.
//
//   Board.svelte     the board (required): takes `BoardProps`
//   Emblem.svelte    a small picture for cards and lists
//   Account.svelte   the account of the result, shown when a match (or round) has ended
//   Rules.svelte     pictures beside the rules' texts
//   words.ts         an action in a few words, for hints and reviews: `export const words: Words`
//   tour.ts          the guided first turn: `export const tour: TourStep[]`
//
// A folder that begins with "_" is not offered. A game of the server without a folder here is not offered either.

import type { Component, Snippet } from 'svelte';
import type { Action, SeatShown, View } from './protocol';
import type { Say } from './texts.svelte';

export interface BoardProps {
  /** What the viewer may know, as the game shows it. */
  view: View;
  /** The legal actions, when it is the viewer's turn; else none. */
  actions: Action[];
  /** Who sits where: names ready to be shown. */
  names: string[];
  seats: SeatShown[];
  /** The seat at the near side of the table. */
  near: number;
  say: Say;
  /** Do an action. */
  play: (action: number) => void;
  /** Draws a player's name, clock and presence; the board says where. */
  player?: Snippet<[number]>;
  /** An action to be pointed at: a hint, or the better move of a review. */
  shown?: Action | null;
  /** What the others did since the viewer's last action, or at least their last move, in words: to be kept in sight. */
  lately?: string[];
  /** Nothing can be done now (a move is on its way, or this is a replay). */
  still?: boolean;
}

export interface TourStep {
  /** Text key of the game: `tour.<n>` */
  key: string;
  /** What to point at: a `data-tour` name on the board; nothing points at the whole. */
  at?: string;
}

/** Say an action in a few words. */
export type Words = (action: Action, view: View, say: Say) => string;

const boards = import.meta.glob<Component<BoardProps>>('../games/*/Board.svelte', { import: 'default' });
const emblems = import.meta.glob<Component>('../games/*/Emblem.svelte', { import: 'default' });
const pictures = import.meta.glob<Component<{ say: Say; part: string }>>('../games/*/Rules.svelte', { import: 'default' });
type Account = Component<{ view: View; names: string[]; near: number; say: Say }>;
const accounts = import.meta.glob<Account>('../games/*/Account.svelte', { import: 'default' });
const wordings = import.meta.glob<Words>('../games/*/words.ts', { import: 'words' });
const tours = import.meta.glob<TourStep[]>('../games/*/tour.ts', { import: 'tour' });

const name = (path: string): string => path.split('/')[2]!;

export const known = Object.keys(boards).map(name);

/** The games that may be offered, before the server has said which it knows. */
export const offered = known.filter((game) => !game.startsWith('_'));

/** Whether the browser offers this game of the server's. */
export function isOffered(game: { name: string; is_hidden: boolean }): boolean {
  return offered.includes(game.name) && !game.is_hidden;
}

const open = <T>(files: Record<string, () => Promise<T>>, game: string, file: string): Promise<T | null> =>
  files[`../games/${game}/${file}`]?.() ?? Promise.resolve(null);

export const boardOf = (game: string) => open(boards, game, 'Board.svelte');
export const emblemOf = (game: string) => open(emblems, game, 'Emblem.svelte');
export const accountOf = (game: string) => open(accounts, game, 'Account.svelte');
export const picturesOf = (game: string) => open(pictures, game, 'Rules.svelte');
export const wordsOf = (game: string) => open(wordings, game, 'words.ts');
export const tourOf = (game: string) => open(tours, game, 'tour.ts');
