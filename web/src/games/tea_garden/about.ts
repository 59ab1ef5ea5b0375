// Every piece in a sentence or two: what it is, what it costs, what it does. All words come from the texts.

import type { Say } from '../../lib/texts.svelte';
import { read } from './effects';
import type {
  CaravanFace,
  CardFace,
  DecreeShown,
  Pot,
  RegionShown,
  SeatBoard,
  Step,
  TileFace,
  TokenFace,
  Words,
} from './view';

/** Effects in words: "2 fresh leaves of quality 3, ferment 1 leaf". */
export function effects(words: Words, say: Say): string {
  if (!words.length) return say('nothing');
  return words
    .map(read)
    .map(({ kind, amount }) =>
      kind.startsWith('leaf')
        ? say('does.leaf', { n: amount, quality: kind.slice(4) })
        : say(`does.${kind}`, { n: kind === 'cyc2' ? 2 : amount }),
    )
    .join(', ');
}

export const pots = (colours: readonly Pot[], say: Say): string =>
  colours.map((colour) => say(`pot.${colour}`)).join(', ');

/** A price in leaves: "3 leaves of quality 2 or better, 1 of them fermented". */
export function leaves(total: number, fermented: number, quality: number, say: Say): string {
  return say('about.leaves', { n: total, fermented, quality });
}

/** Signs whose effect is not plain from its name, and the text that explains them. */
const MEANT: Record<string, string> = {
  uni: 'means.uni',
  cup: 'means.cup',
  boat: 'means.boat',
  any: 'means.any',
  fer: 'means.fer',
  emp: 'means.emp',
  rem: 'means.rem',
  har: 'means.har',
  pub: 'means.pub',
  scr: 'means.scr',
  'scr-plus': 'about.scroll-plus',
  'scr-twice': 'about.scroll-twice',
  scrpot: 'about.scroll-pot',
};

/** What the effects are good for, a sentence each; nothing for those that say it themselves. */
export function means(words: Words, say: Say): string {
  const keys = new Set(words.map((word) => MEANT[read(word).kind] ?? ''));
  return [...keys].flatMap((key) => (key ? [say(key)] : [])).join(' ');
}

/** What is printed on a card that is played: strength, icons, teapots, points. */
export function card(face: CardFace, say: Say): string {
  const parts = [say('about.card', { strength: face.strength })];
  if (face.icons.length) parts.push(say('about.icons', { effects: effects(face.icons, say) }));
  if (face.teapots.length) parts.push(say('about.teapots', { pots: pots(face.teapots, say) }));
  if (face.points) parts.push(say('about.points', { n: face.points }));
  if (face.scoring) parts.push(scoring(face, say));
  return parts.join(' ');
}

/** What a card on offer costs. */
export function price({ price }: CardFace, say: Say): string {
  if (!price) return '';
  const { leaves: total, quality, teapots } = price;
  return say('about.price', { price: leaves(total, 0, quality, say), n: teapots.length, pots: pots(teapots, say) });
}

/** A card explained: what is on it and what that is good for. */
export const cardMeaning = (face: CardFace, say: Say): string =>
  [card(face, say), price(face, say), means(face.icons, say), face.teapots.length ? say('means.pots') : '']
    .filter(Boolean)
    .join(' ');

export function scoring({ scoring }: CardFace, say: Say): string {
  if (!scoring) return '';
  return say('about.scoring', { each: scoring.each, of: `#counts.${scoring.of}`, most: scoring.most });
}

export function strengthHalf(half: CaravanFace['strength'][number], say: Say): string {
  return say('about.caravan-strength', { n: half.needs, effects: effects(half.bonus, say) });
}

export function leafHalf(half: CaravanFace['leaves'][number], say: Say): string {
  const price = leaves(half.fresh + half.fermented, half.fermented, 1, say);
  return say('about.caravan-leaves', { price, effects: effects(half.bonus, say) });
}

export const caravan = (face: CaravanFace, say: Say): string =>
  [...face.strength.map((half) => strengthHalf(half, say)), ...face.leaves.map((half) => leafHalf(half, say))].join(
    ' ',
  );

export function region(shown: RegionShown, say: Say, names: readonly string[]): string {
  const parts = [say('about.region', { n: shown.id, province: `#province.${shown.province}`, quality: shown.quality })];
  const owners = shown.spaces.flatMap((who) => (who === null ? [] : [names[who] ?? say('lu-yu')]));
  if (owners.length) parts.push(say('about.gardens-of', { names: owners.join(', ') }));
  const free = shown.spaces.indexOf(null);
  parts.push(free < 0 ? say('about.full') : say('about.free', { n: shown.points[free]! }));
  if (shown.bonus.length) parts.push(say('about.token', { effects: effects(shown.bonus, say) }));
  return parts.join(' ');
}

/** Whether and with what strength a player may build in a region that is not full. */
export function reach(shown: RegionShown, own: SeatBoard, extra: number, say: Say, me: number): string {
  const needed = own.reach[shown.id - 1] ?? null;
  const isOpen = shown.spaces.includes(null) && !shown.spaces.includes(me) && own.pagodas.length > 0;
  if (needed === null) return isOpen ? say('about.out-of-reach') : '';
  return needed > own.pagodas[0]! ? say('about.reach-far', { n: needed, extra }) : say('about.reach', { n: needed });
}

export const tile = (face: TileFace, say: Say): string =>
  say('about.tile', {
    left: `#colour.${face.left}`,
    right: `#colour.${face.right}`,
    effects: effects(face.bonus, say),
  });

export function token(face: TokenFace, say: Say): string {
  const parts = [say('about.puerh', { effects: effects(face.bonus, say), stars: face.stars, points: face.points })];
  const total = face.fresh + face.fermented;
  if (total) parts.push(say('about.costs', { price: leaves(total, face.fermented, 1, say) }));
  return parts.join(' ');
}

export function step(face: Step, number: number, say: Say): string {
  const price = leaves(face.leaves, face.fermented, face.quality, say);
  return say('about.step', {
    number,
    tokens: face.tokens,
    price,
    effects: effects(face.bonus, say),
    points: face.points,
  });
}

export function decree(shown: DecreeShown, say: Say): string {
  const [first, second] = shown.points;
  return say('about.decree', { name: `#decree.${shown.id}`, n: shown.needs, first: first!, second: second! });
}
