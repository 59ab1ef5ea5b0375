// Effects as the server spells them ("leaf2*2", "fer*1"): which sign they have, which number stands in it or beside it.

export interface Effect {
  kind: string;
  amount: number;
}

export interface Sign {
  glyph: string;
  /** Stands in the sign. */
  text: string;
  /** Stands beside it; empty for one. */
  count: string;
  /** A colour of its own, where the sign has several. */
  tone: string;
}

export function read(word: string): Effect {
  const [kind, amount] = word.split('*');
  return { kind: kind!, amount: Number(amount ?? 1) };
}

const GLYPHS: Record<string, readonly [glyph: string, text?: string, tone?: string]> = {
  vp: ['point'],
  emp: ['coin'],
  'scr-plus': ['scroll', '+1'],
  'scr-twice': ['scroll', '×2'],
  scrpot: ['scroll', '', 'pot'],
  scr: ['scroll', '?'],
  gleaf: ['gleaf'],
  fer: ['ferment'],
  draw: ['draw'],
  cyc1: ['cycle'],
  cyc2: ['cycle'],
  rem: ['remove'],
  uni: ['book'],
  cup: ['cup', '', 'cup'],
  boat: ['boat'],
  any: ['any', '', 'any'],
  har: ['basket'],
  pub: ['cake'],
  card: ['emperor-card'],
};

/** How an effect is drawn. */
export function sign({ kind, amount }: Effect): Sign {
  const times = amount > 1 ? String(amount) : '';
  if (kind.startsWith('leaf')) return { glyph: 'leaf', text: kind.slice(4), count: times, tone: 'fresh' };
  if (kind === 'vp') return { glyph: 'point', text: String(amount), count: '', tone: '' };
  const [glyph, text = '', tone = ''] = GLYPHS[kind] ?? ['any'];
  return { glyph, text, count: kind === 'cyc2' ? '2' : times, tone };
}
