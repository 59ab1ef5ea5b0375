// The small picks by which an action is reached (see lib/choose.ts), and the part of the table where each pick lies.

import type { Path, Pick } from '../../lib/choose';
import type { Action } from '../../lib/protocol';

export const AREAS = ['map', 'rows', 'tracks', 'court', 'own'] as const;
export type Area = (typeof AREAS)[number];

/** An action as it is written: "top:st-2", "court:h01:6". */
export const written = ({ kind, item, choice }: Action): string =>
  [kind, item, choice].filter((part) => typeof part === 'string').join(':');

/** A caravan is sold to by its two halves, a cup token by itself and then by one of its tiles; all else is one pick. */
export function paths(action: Action): Path[] {
  const item = action['item'] as string | null;
  if (action.kind === 'sell') {
    const [strength, leaves] = (action['choice'] as string).split('+');
    return [[[`sell:${item}:${strength}`, `sell:${item}:${leaves}`]]];
  }
  if (action.kind === 'cup-left' || action.kind === 'cup-right') return [[[`cup:${item}`], [written(action)]]];
  return [[[written(action)]]];
}

const PLACES: Record<string, Area> = {
  build: 'map',
  garden: 'map',
  stack: 'map',
  buy: 'rows',
  sell: 'rows',
  emperor: 'rows',
  climb: 'tracks',
  study: 'tracks',
  court: 'court',
  market: 'court',
  basic: 'court',
  card: 'own',
  leaf: 'own',
  'remove-hand': 'own',
  discard: 'own',
  cup: 'own',
  row: 'own',
  'lay-left': 'own',
  'lay-right': 'own',
  cake: 'own',
  join: 'own',
  strength: 'own',
};

const kindOf = (pick: Pick): string => pick.split(':')[0]!;

/** Where a pick lies; null for what the tray offers. */
export const areaOf = (pick: Pick): Area | null => PLACES[kindOf(pick)] ?? null;

/** Choices that have no place on the table and stand in the tray. */
export const isOption = (pick: Pick): boolean => areaOf(pick) === null;
