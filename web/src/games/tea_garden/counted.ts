// The signs for what emperor cards and decrees count.

export const COUNTED: Record<string, readonly [glyph: string, tone: string]> = {
  gardens: ['pagoda', ''],
  fine_gardens: ['pagoda', 'fresh'],
  caravans: ['caravan', ''],
  blue_caravans: ['caravan', 'blue'],
  cups: ['cup', ''],
  connections: ['cup', 'blue'],
  centre: ['worker', ''],
  research: ['book', ''],
  river: ['boat', ''],
  bought: ['card', ''],
  high_cards: ['card', ''],
  emperor_cards: ['emperor-card', ''],
  emperor: ['coin', ''],
  fermented: ['leaf', 'brown'],
  provinces: ['hall', ''],
  unused: ['scroll', ''],
  sets: ['star', ''],
  cakes: ['cake', ''],
};
