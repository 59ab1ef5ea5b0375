// Every piece in a sentence or two: what it is, what it costs, what it does. All words come from the texts.

import type { Say } from '../../lib/texts.svelte';
import { read } from './effects';
import type { CaravanFace, CardFace, DecreeShown, Pot, RegionShown, Step, TileFace, TokenFace, Words } from './view';

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

export function card(face: CardFace, say: Say): string {
  const parts = [say('about.card', { strength: face.strength })];
  if (face.icons.length) parts.push(say('about.icons', { effects: effects(face.icons, say) }));
  if (face.teapots.length) parts.push(say('about.teapots', { pots: pots(face.teapots, say) }));
  if (face.price) {
    const { leaves: total, quality, teapots } = face.price;
    const price = leaves(total, 0, quality, say);
    parts.push(say('about.price', { price, n: teapots.length, pots: pots(teapots, say) }));
  }
  if (face.points) parts.push(say('about.points', { n: face.points }));
  if (face.scoring) parts.push(scoring(face, say));
  return parts.join(' ');
}

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
