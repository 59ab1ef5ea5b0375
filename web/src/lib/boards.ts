// The boards the browser knows: one folder in src/games/ each, loaded when its game is opened.
//
//   Board.svelte     the board (required): takes `BoardProps`
//   Emblem.svelte    a small picture for cards and lists
//   Account.svelte   the account of the result, shown when a match (or round) has ended
//   Rules.svelte     pictures beside the rules' texts
//   words.ts         an action in a few words, for hints and reviews: `export const words: Words`
//   scoring.ts       the account of a round or match in stages: `export const scoring: Scoring`
//   lesson.ts        a first match that teaches by doing: `export const lesson: Lesson`
//
// A folder that begins with "_" is not offered. A game of the server without a folder here is not offered either.

import type { Component, Snippet } from 'svelte';
import type { Lesson } from './lessons';
import type { Action, SeatShown, Told, View } from './protocol';
import type { Scoring } from './scoring';
import type { Lately } from './telling';
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
  /** What each other seat did since the viewer's last action, or at least their last move, in words: to be kept in sight. */
  lately?: Lately[];
  /** The steps of the newest update with their events, for motion; none when the board is first drawn. */
  happened?: Told[];
  /** Everything told so far, the oldest first, as far as this browser was told it: for what the view does not keep. */
  steps?: readonly Pick<Told, 'step' | 'events'>[];
  /** Nothing can be done now (a move is on its way, or this is a replay). */
  still?: boolean;
  /** Opens the account of the last round again; absent where none has ended. */
  account?: (() => void) | undefined;
  /** The match has ended. */
  over?: boolean;
  /** The team of each seat, where they play in teams. */
  teams?: number[] | null;
}

/** Say an action in a few words. */
export type Words = (action: Action, view: View, say: Say) => string;

const boards = import.meta.glob<Component<BoardProps>>('../games/*/Board.svelte', { import: 'default' });
const emblems = import.meta.glob<Component>('../games/*/Emblem.svelte', { import: 'default' });
const pictures = import.meta.glob<Component<{ say: Say; part: string }>>('../games/*/Rules.svelte', {
  import: 'default',
});
type Account = Component<{ view: View; names: string[]; near: number; say: Say }>;
const accounts = import.meta.glob<Account>('../games/*/Account.svelte', { import: 'default' });
const wordings = import.meta.glob<Words>('../games/*/words.ts', { import: 'words' });
const scorings = import.meta.glob<Scoring>('../games/*/scoring.ts', { import: 'scoring' });
const lessons = import.meta.glob<Lesson>('../games/*/lesson.ts', { import: 'lesson' });

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
export const scoringOf = (game: string) => open(scorings, game, 'scoring.ts');
export const lessonOf = (game: string) => open(lessons, game, 'lesson.ts');
/** The games one can learn by playing. */
export const taught = Object.keys(lessons).map(name);
