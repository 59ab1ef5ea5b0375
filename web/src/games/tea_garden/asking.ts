// What is asked now, in words with their verb; and what a choice in the making would do.

import type { Say } from '../../lib/texts.svelte';
import * as about from './about';
import type { Deciding } from './deciding.svelte';
import { caravanFace, cardFace } from './faces';
import { optionsOf } from './options';
import type { CardFace, TableView } from './view';

/** The question at hand, or who is waited for. */
export function question(table: TableView, deciding: Deciding, say: Say, names: readonly string[]): string {
  const { phase, actor, turn } = table;
  const { gather } = deciding;
  if (phase === 'over' || actor === 'over') return say('phase.over');
  if (!deciding.isAsked)
    return typeof actor === 'number' ? say('ask.waits', { name: names[actor]! }) : say('phase.deal');
  if (phase === 'pay' && turn.paying_for) {
    const { what, item } = turn.paying_for;
    const owed = turn.owed!;
    const thing = what === 'card' ? `#card.${item}` : what === 'side' ? `#effect.${item}` : (item ?? '');
    const price = about.leaves(owed.leaves, owed.leaves - owed.fresh, owed.quality, say);
    return say('ask.pay', { price, what: say(`ask.for.${what}`, { thing }) });
  }
  if (phase === 'act' && gather) return say(`ask.${gather.kind}`, { n: gather.most });
  if (phase === 'act') return say(turn.main_done ? 'ask.more' : 'ask.act', { n: turn.strength });
  const n = phase === 'remove' ? turn.removes : phase === 'discard' ? turn.discards : turn.amount;
  if (phase === 'lay-tile' && turn.tile) return say('ask.lay-tile', { tile: about.tile(turn.tile, say) });
  if (phase === 'lay-token' && turn.token) return say('ask.lay-token', { token: about.token(turn.token, say) });
  if (phase === 'turn' && !deciding.mayPass) return say('ask.turn-first');
  if (phase === 'shop') return say('ask.shop', { n: turn.shopping });
  return ['turn', 'stack', 'ferment', 'harvest', 'remove', 'discard'].includes(phase)
    ? say(`ask.${phase}`, { n })
    : say(`phase.${phase}`);
}

/** What the card on top of a stack brings. */
function topOf({ icons, teapots }: CardFace, say: Say): string {
  const parts = [
    icons.length ? say('effect-of.on-top', { effects: about.effects(icons, say) }) : '',
    teapots.length ? say('effect-of.top-pots', { pots: about.pots(teapots, say) }) : '',
  ].filter(Boolean);
  return parts.join(' ') || say('effect-of.plain');
}

/** What a choice that has been begun still needs. */
function missing({ picks }: Deciding, say: Say): string {
  const [pick] = picks;
  if (pick?.startsWith('sell:'))
    return say(/:(low|high)$/.test(pick) ? 'effect-of.half-leaves' : 'effect-of.half-strength');
  return pick?.startsWith('cup:') ? say('effect-of.cup') : '';
}

/** What the choice would do, as far as the cards say it. */
export function effect(table: TableView, deciding: Deciding, near: number, say: Say): string {
  const { gather, done } = deciding;
  const own = table.seats[near];
  if (gather?.kind === 'stack' && deciding.gathered.length) {
    const cards = deciding.gathered.map((pick) => cardFace(pick.slice(5).replace(/\.\d+$/, '')));
    const strength = cards.reduce((sum, card) => sum + card.strength, 0);
    const price = table.boards.slots[own?.turns ?? 0] ?? 0;
    return [
      say('effect-of.stack', { n: strength }),
      topOf(cards[0]!, say),
      price ? say('effect-of.slot', { n: price }) : '',
    ]
      .filter(Boolean)
      .join(' ');
  }
  if (gather && !done) {
    const isCounted = gather.least === gather.most && (gather.most > 1 || deciding.picks.length > 0);
    return isCounted ? say('effect-of.count', { n: deciding.gathered.length, of: gather.most }) : '';
  }
  if (!done) return missing(deciding, say);
  const item = done['item'] as string | null;
  const { exchanges } = table.boards;
  switch (done.kind) {
    case 'build': {
      const region = table.regions.find(({ id }) => String(id) === item)!;
      const points = region.points[region.spaces.indexOf(null)] ?? 0;
      return say('effect-of.build', { n: points, quality: region.quality, effects: about.effects(region.bonus, say) });
    }
    case 'buy': {
      const face = cardFace(item!);
      const price = about.leaves(face.price!.leaves, 0, face.price!.quality, say);
      return `${say('effect-of.buy', { price })} ${about.card(face, say)}`;
    }
    case 'sell': {
      const face = caravanFace(item!);
      const [strength, leaves] = (done['choice'] as string).split('+');
      return `${about.strengthHalf(face.strength[strength === 'high' ? 1 : 0]!, say)} ${about.leafHalf(face.leaves[leaves === 'large' ? 1 : 0]!, say)}`;
    }
    case 'ferment':
    case 'harvest':
      return optionsOf([done.kind], table, own, say)[0]!.about;
    case 'court': {
      const hall = table.court?.halls.find(({ id }) => id === item);
      return hall ? say('effect-of.court', { effects: about.effects(hall.bonus, say) }) : '';
    }
    case 'market': {
      const token = table.court?.premium.find((one) => one?.id === item);
      return token ? about.token(token, say) : '';
    }
    case 'climb':
      return about.step(table.boards.steps[own?.step ?? 0]!, (own?.step ?? 0) + 1, say);
    case 'again':
      return say('effect-of.again', { n: exchanges.side });
    case 'pass':
      return say('effect-of.pass');
    default:
      return '';
  }
}
