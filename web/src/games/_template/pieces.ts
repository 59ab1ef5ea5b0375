// What the board draws: the view as this game's server makes it.

import type { View } from '../../lib/protocol';

export interface Picture {
  viewer: number | null;
  actor: number | 'chance' | 'over';
  phase: 'deal' | 'choose' | 'refill' | 'over';
  best: number;
  stock: number;
  cups: (number | null)[];
  poured: boolean[];
  result: { shares: number[]; points: number[]; reason: string } | null;
}

export const picture = (view: View): Picture => view as unknown as Picture;
