// Names of everybody who has a side: the seats', and Lu Yu's behind them.

import type { Say } from '../../lib/texts.svelte';
import type { TableView } from './view';

export const withLuYu = (table: TableView, names: readonly string[], say: Say): string[] =>
  table.lu_yu ? [names[0] ?? '', say('lu-yu')] : [...names];
