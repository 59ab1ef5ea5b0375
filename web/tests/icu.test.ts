import { describe, expect, it } from 'vitest';
import { format } from '../src/lib/icu';

describe('ICU messages', () => {
  it('puts parameters in', () => {
    expect(format('{who} draws {card}.', { who: 'Kiku', card: 'tea' }, 'en')).toBe('Kiku draws tea.');
  });
  it('chooses plural forms of each language', () => {
    const cards = '{n, plural, one {# karta} few {# karty} many {# kart} other {# karty}}';
    expect([1, 2, 5, 22, 25].map((n) => format(cards, { n }, 'pl'))).toEqual([
      '1 karta',
      '2 karty',
      '5 kart',
      '22 karty',
      '25 kart',
    ]);
    expect(format('{n, plural, =0 {none} one {one} other {#}}', { n: 0 }, 'en')).toBe('none');
    expect(format('{n, plural, one {# point} many {# points} other {# points}}', { n: 0 }, 'fr')).toBe('0 point');
  });
  it('selects, nests and falls back to other', () => {
    const text = '{you, select, yes {You take {cards}} other {{who} takes {cards}}}';
    expect(format(text, { you: 'yes', cards: 'tea' }, 'en')).toBe('You take tea');
    expect(format(text, { you: 'rival', who: 'Kiku', cards: 'tea' }, 'en')).toBe('Kiku takes tea');
  });
  it('reads apostrophes as ICU does', () => {
    expect(format("it''s {n}, don't '{n}'", { n: 1 }, 'en')).toBe("it's 1, don't {n}");
  });
  it('names what is wrong', () => {
    expect(() => format('{n, plural, one {x}}', { n: 1 }, 'en')).toThrow(/other/);
    expect(() => format('{n, spellout}', { n: 1 }, 'en')).toThrow(/spellout/);
  });
});
