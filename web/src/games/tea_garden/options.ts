// The choices that stand in the tray because they have no place on the table, in the order in which they are thought of.

import type { Say } from '../../lib/texts.svelte';
import * as about from './about';
import { cardFace } from './faces';
import { fermentable, harvestable } from './gather';
import { isOption } from './picks';
import type { CardFace, SeatBoard, TableView } from './view';

export interface Option {
  pick: string;
  label: string;
  about: string;
  /** Signs drawn before the label. */
  signs: readonly string[];
  /** The one that goes on or ends. */
  isEnd: boolean;
  /** Allowed, but nothing would come of it. */
  isIdle: boolean;
}

const ORDER = ['ferment', 'harvest', 'do', 'side', 'scroll', 'cup-left', 'cup-right', 'double', 'again'];
const LAST = ['swap-emperor', 'swap-scroll', 'stop', 'end', 'pass'];

const rank = (kind: string): number => {
  const at = [...ORDER, ...LAST].indexOf(kind);
  return at < 0 ? 99 : at;
};

/** The bonus of the tile a cup token lies on, left or right of it. */
function tileBonus(own: SeatBoard | undefined, kind: string, id: string): readonly string[] {
  for (const row of own?.rows ?? []) {
    const at = row.findIndex((tile) => tile.id === id);
    if (at >= 0) return row[at + (kind === 'cup-right' ? 1 : 0)]?.bonus ?? [];
  }
  return [];
}

function option(pick: string, table: TableView, own: SeatBoard | undefined, say: Say): Option {
  const [kind, item = ''] = pick.split(':') as [string, string?];
  const made = (label: string, signs: readonly string[] = [], more = ''): Option => ({
    pick,
    label,
    signs,
    about: more || label,
    isEnd: kind === 'stop' || kind === 'end' || kind === 'pass',
    isIdle: false,
  });
  switch (kind) {
    case 'ferment': {
      const n = fermentable(table, own);
      if (!n) return { ...made(say('opt.ferment-none')), isIdle: true };
      return made(say('action.ferment'), [`fer*${n}`], say('effect-of.ferment', { n }));
    }
    case 'harvest': {
      const n = harvestable(table, own);
      return made(
        say('action.harvest'),
        [`har*${n}`],
        say('effect-of.harvest', { n, each: table.boards.rates.garden }),
      );
    }
    case 'do':
    case 'side':
      return made(
        say(`effect.${item}`),
        [`${item}*1`],
        about.means([`${item}*1`], say) || about.effects([`${item}*1`], say),
      );
    case 'double':
      return made(
        say('opt.double', { thing: `#effect.${item}` }),
        ['scr-twice*1', `${item}*1`],
        say('about.scroll-twice'),
      );
    case 'again':
      return made(say('opt.again', { n: table.boards.exchanges.side, thing: `#effect.${item}` }), [`${item}*1`]);
    case 'swap-scroll':
      return made(say('opt.swap', { n: table.boards.exchanges.scroll }), ['scr*1'], say('action.swap-scroll'));
    case 'swap-emperor':
      return made(
        say('opt.swap-fermented', { n: table.boards.exchanges.emperor }),
        ['emp*1'],
        say('action.swap-emperor'),
      );
    case 'scroll':
      return made(
        say(`scroll.${item}`),
        [{ plus: 'scr-plus*1', twice: 'scr-twice*1', pot: 'scrpot*1' }[item] ?? 'scr*1'],
        say(`about.scroll-${item}`),
      );
    case 'cup-left':
    case 'cup-right': {
      const bonus = tileBonus(own, kind, item);
      return made(about.effects(bonus, say), bonus, about.means(bonus, say));
    }
    case 'stop':
      return stop(made, table, say);
    case 'end':
      // what has not been used is lost: say so
      return table.turn.icons.length ? made(say('opt.end-unused'), table.turn.icons) : made(say('action.end'));
    default:
      return made(say(`action.${kind}`));
  }
}

/** Going on without more: what is declined is named. */
function stop(
  made: (label: string, signs?: readonly string[]) => Option,
  { phase, turn }: TableView,
  say: Say,
): Option {
  if (phase === 'stack') return made(say('opt.go-on'));
  if (phase === 'choose-effect') return made(say('opt.decline'), turn.pending);
  return made(say(phase === 'remove' ? 'opt.stop-remove' : 'opt.stop-shop'));
}

export function optionsOf(picks: Iterable<string>, table: TableView, own: SeatBoard | undefined, say: Say): Option[] {
  return [...picks]
    .filter((pick) => isOption(pick) && !pick.startsWith('remove-'))
    .sort((a, b) => rank(a.split(':')[0]!) - rank(b.split(':')[0]!))
    .map((pick) => option(pick, table, own, say));
}

/** Cards of one's piles that can be removed now: they come up in the tray, pile by pile. */
export function pilesOf(picks: Iterable<string>): { pile: string; cards: { pick: string; face: CardFace }[] }[] {
  const all = [...picks];
  return ['remove-discard', 'remove-pile']
    .map((pile) => ({
      pile,
      cards: all
        .filter((pick) => pick.startsWith(`${pile}:`))
        .map((pick) => ({ pick, face: cardFace(pick.slice(pile.length + 1)) })),
    }))
    .filter(({ cards }) => cards.length);
}
