// What is printed on cards and caravans that the view names only by their ids: piles, discards, caravans owned.

import data from './data.json';
import type { CaravanFace, CardFace } from './view';

export const cardFace = (id: string): CardFace => (data.cards as Record<string, unknown>)[id] as CardFace;
export const caravanFace = (id: string): CaravanFace => (data.caravans as Record<string, unknown>)[id] as CaravanFace;
