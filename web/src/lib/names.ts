// What each seat is called on this screen: a person by name, a bot by its level.

import type { SeatShown } from './protocol';
import { t, told } from './texts.svelte';

export function seatName(seat: SeatShown): string {
  if (seat.kind === 'bot') return told(`bot.${seat.level ?? 'adept'}`);
  if (seat.kind === 'open') return t('seat.open');
  return seat.name ?? t('seat.guest');
}

/** The names of a table; several of one name are told apart by a number. */
export function seatNames(seats: readonly SeatShown[]): string[] {
  const names = seats.map(seatName);
  return names.map((name, at) => {
    const isAlone = seats[at]!.kind === 'open' || names.filter((other) => other === name).length === 1;
    return isAlone ? name : `${name} ${names.slice(0, at + 1).filter((other) => other === name).length}`;
  });
}
