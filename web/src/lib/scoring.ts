// How a game tells the account of a round or of the match: stages that come one after the other, each with rows for all seats.

import type { View } from './protocol';
import type { Say } from './texts.svelte';

export interface StageRow {
  label: string;
  /** One for each seat, in the order of the seats; null where there is none. */
  values: readonly (number | string | null)[];
  /** Why: "more gifts", "equal: it stays". */
  note?: string;
  /** The seats that have the better of it. */
  best?: readonly number[];
}

export interface Stage {
  title: string;
  rows: readonly StageRow[];
  /** What follows from it. */
  note?: string;
}

export interface Account {
  title: string;
  /** The heads of the columns, where somebody without a seat has one too. */
  names?: readonly string[];
  stages: Stage[];
}

export interface Scoring {
  /** Changes when a round has ended; null while none has. */
  roundKey: (view: View) => string | null;
  /** The account of the round just ended, or of the match. */
  stages: (view: View, say: Say, names: readonly string[]) => Account | null;
}
