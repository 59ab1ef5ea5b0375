// WCAG contrast of the design tokens: texts at least 4.5 : 1, marks and borders that must be seen at least 3 : 1.
import { describe, expect, it } from 'vitest';
import css from '../src/design/tokens.css?raw';
import { COLOURS } from '../src/games/hanamikoji/pieces';
import ingenious from '../src/games/ingenious/ingenious.css?raw';

type Tokens = Record<string, string>;
function tokens(block: string): Tokens {
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, value]) => [name!, value!]),
  );
}
const light = tokens(css.split(':root[data-theme')[0]!);
const dark = { ...light, ...tokens(css.split(':root[data-theme')[1]!) };

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const c = parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p) as [number, number];
  return (x + 0.05) / (y + 0.05);
}

describe.each([
  ['light', light],
  ['dark', dark],
])('%s', (_, theme) => {
  const grounds = ['paper', 'paper-2', 'paper-3', 'cloth', 'cloth-2'];
  it.each(['ink', 'ink-2'])('%s is readable on every ground', (text) => {
    for (const ground of grounds)
      expect(contrast(theme[text]!, theme[ground]!), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  });
  it('coloured text is readable on paper', () => {
    for (const text of ['indigo', 'vermilion', 'moss']) {
      for (const ground of ['paper', 'paper-2'])
        expect(contrast(theme[text]!, theme[ground]!), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });
  it('buttons are readable', () => {
    expect(contrast(theme['on-indigo']!, theme['indigo']!)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(theme['on-indigo']!, theme['indigo-2']!)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(theme['on-vermilion']!, theme['vermilion']!)).toBeGreaterThanOrEqual(4.5);
  });
  it('each seat stands out on every ground, and a sign on its mark is readable', () => {
    for (const seat of [0, 1, 2, 3]) {
      expect(contrast(theme[`on-seat-${seat}`]!, theme[`seat-${seat}`]!), `on seat ${seat}`).toBeGreaterThanOrEqual(
        4.5,
      );
      for (const ground of grounds)
        expect(contrast(theme[`seat-${seat}`]!, theme[ground]!), `seat ${seat} on ${ground}`).toBeGreaterThanOrEqual(3);
    }
  });
  it('borders and focus rings can be seen', () => {
    for (const mark of ['line-strong', 'glow', 'indigo', 'vermilion']) {
      for (const ground of ['paper', 'paper-2', 'cloth'])
        expect(contrast(theme[mark]!, theme[ground]!), `${mark} on ${ground}`).toBeGreaterThanOrEqual(3);
    }
  });
  it('every item stands out on card paper', () => {
    for (const [item, colour] of Object.entries(COLOURS)) {
      expect(contrast(colour, theme['card']!), item).toBeGreaterThanOrEqual(3);
      expect(contrast('#ffffff', colour), `letter on ${item}`).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(theme['card-ink']!, theme['card']!)).toBeGreaterThanOrEqual(7);
  });
});

it('where a tile of Ingenious can lie is lit plainly in every zone', () => {
  const [day, night] = ingenious.split(':root[data-theme').map(tokens) as [Tokens, Tokens];
  for (const theme of [day, { ...day, ...night }])
    for (const zone of ['zone-0', 'zone-1', 'zone-2'])
      expect(contrast(theme['lit']!, theme[zone]!), zone).toBeGreaterThanOrEqual(4.5);
});
