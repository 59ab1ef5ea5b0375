// Who came where: sides (seats, or teams of seats) from the first place down; equal sides share a place.

export interface Rank {
  place: number;
  seats: number[];
  points: number | null;
  /** The team's number, where seats play in teams. */
  team: number | null;
}

export interface Standing {
  shares: readonly number[];
  /** Per seat, where the game counts points. */
  points?: readonly number[] | null;
  /** Per seat, where the game itself says who came where (1 is first). */
  places?: readonly number[] | null;
  teams?: readonly number[] | null;
}

/** The team of each seat, or null where everybody plays alone. */
export const teamsOf = (teams: number[] | null | undefined): number[] | null =>
  teams && new Set(teams).size < teams.length ? teams : null;

export function ranking({ shares, points = null, places = null, teams = null }: Standing): Rank[] {
  const sides = new Map<number, number[]>();
  shares.forEach((_, seat) => {
    const side = teams?.[seat] ?? seat;
    sides.set(side, [...(sides.get(side) ?? []), seat]);
  });
  const rows = [...sides].map(([side, seats]) => {
    const first = seats[0]!;
    return {
      seats,
      team: teams ? side : null,
      points: points?.[first] ?? null,
      place: places?.[first] ?? 0,
      share: Math.max(...seats.map((seat) => shares[seat]!)),
    };
  });
  const order = (a: (typeof rows)[number], b: (typeof rows)[number]): number =>
    places ? a.place - b.place : b.share - a.share || (b.points ?? 0) - (a.points ?? 0);
  rows.sort(order);
  let place = 0;
  return rows.map(({ seats, team, points }, at) => {
    if (!at || order(rows[at - 1]!, rows[at]!) !== 0) place = at + 1;
    return { place, seats, team, points };
  });
}
