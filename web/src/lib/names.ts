// What each seat is called on this screen: a person by name, a bot by its level.

import type { SeatShown } from './protocol';
import { t, told } from './texts.svelte';

export function seatName(seat: SeatShown): string {
  if (seat.kind === 'bot') return told(`bot.${seat.level ?? 'adept'}`);
  if (seat.kind === 'open') return t('seat.open');
  return seat.name ?? t('seat.guest');
}

export function seatNames(seats: readonly SeatShown[]): string[] {
  return seats.map(seatName);
}
