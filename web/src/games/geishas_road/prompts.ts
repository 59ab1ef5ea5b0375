// What is asked now, or who is waited for and why, in words.

import type { Choosing } from '../../lib/choosing.svelte';
import type { Action } from '../../lib/protocol';
import type { Say } from '../../lib/texts.svelte';
import type { Making } from './making.svelte';
import { CARDS_FOR, type Picture } from './pieces';
import { cardOf } from './paths';
import { cardKeys, lying, orderWords, shareOf, walkWords } from './telling';

export interface Sight {
  p: Picture;
  names: string[];
  near: number;
  actions: Action[];
  choosing: Choosing;
  making: Making;
  /** The match has ended, be it that somebody has resigned. */
  over: boolean;
  say: Say;
}

export function question(sight: Sight): string {
  const { p, names, actions, over, say } = sight;
  if (over || p.phase === 'finished') return say('board.over');
  if (actions.length) return mine(sight);
  if (typeof p.actor !== 'number') return say('board.dealing');
  const rival = names[p.actor]!;
  if (p.phase === 'answer') return say('board.waits.answer', { rival, counters: p.offer?.countered ?? 0 });
  if (p.phase === 'hide') return say('board.waits.hide', { rival });
  if (p.phase === 'order' || p.phase === 'tokens') return say('board.waits.placing', { rival });
  return say('board.turn-of', { rival });
}

/** The question to the player who looks on. */
function mine({ p, names, choosing, making, near, say }: Sight): string {
  const rival = names[1 - near]!;
  switch (p.phase) {
    case 'hide':
      return say('board.ask.hide');
    case 'answer': {
      if (making.isCounter) {
        if (choosing.picks.length === 1) return say('board.ask.counter-slot');
        return say(making.cards.length ? 'board.ask.counter-face' : 'board.ask.counter-card');
      }
      const counters = p.offer!.countered;
      return say(`board.ask.${p.offer!.kind}`, { rival, counters: String(counters) });
    }
    case 'order':
      return say('board.ask.order');
    case 'tokens':
      return say('board.ask.tokens', { house: `#house.${p.choosing_tokens!.house}`, n: p.choosing_tokens!.symbols });
    default:
      return turn(making, choosing, say);
  }
}

/** An action marker and its cards, whichever comes first. */
function turn({ marker, cards, only }: Making, { done, next }: Choosing, say: Say): string {
  if (!marker && only && !done) return say('board.choose-only', { action: `#action.${only}` });
  if (!marker && !cards.length) return say('board.choose');
  if (!marker) return say([...next].some((pick) => cardOf(pick)) ? 'board.more' : 'board.action-for');
  const left = CARDS_FOR[marker] - cards.length;
  if (left <= 0) return capital(say(`about.${marker}`));
  if (marker === 'intrigue') return say(cards.length ? 'board.pick-right' : 'board.pick-left');
  return say('board.pick', { action: `#action.${marker}`, cards: left });
}

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** What the choice would do. */
export function outcome({ p, names, near, choosing, making, say }: Sight): string {
  const rival = names[1 - near]!;
  const done = choosing.done;
  if (making.share && p.offer) {
    const kept = say('board.kept', { rival, cards: cardKeys(lying(p.offer, making.share, false)) });
    return making.order ? `${orderWords(say, making.order)} ${kept}` : kept;
  }
  if (making.order) return orderWords(say, making.order);
  const [first] = making.plan;
  if (making.marker === 'reveal' && first) return walkWords(say, first.card, first.walk);
  if (done?.kind === 'counter') {
    return say(p.offer!.countered ? 'board.counter-again' : 'board.counter-then', { rival, kind: p.offer!.kind });
  }
  return '';
}

export function confirmLabel({ p, choosing, making, say }: Sight): string {
  const done = choosing.done;
  if (done && p.offer && shareOf(done, p.offer))
    return say('board.take', { cards: cardKeys(lying(p.offer, shareOf(done, p.offer)!)) });
  if (making.isCounter) return say('board.confirm.counter');
  if (making.marker) return say(`board.confirm.${making.marker}`);
  if (done && ['open', 'hide', 'place', 'tokens'].includes(done.kind)) return say(`board.confirm.${done.kind}`);
  return say('board.confirm');
}
