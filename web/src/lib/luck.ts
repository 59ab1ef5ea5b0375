// Sitting down with a part in the luck: every request by which this device gets a seat carries its contribution, told only
// after the commitment is here. A promise for the next table is fetched beforehand, so "Play now" stays one request.

import { api, Refused } from './api';
import { forget, keep, newContribution, seatsAsLaid, type Memory } from './dealing';
import type { DealPromise, LinkUsed, NewTable, PlayNow, TableShown } from './protocol';

let next: Promise<DealPromise> | null = null;

/** Have a promise at hand before anybody presses a button. */
export function prepareLuck(): void {
  next ??= api.me().then(({ promise }) => promise);
  next.catch(() => (next = null));
}

async function takePromise(): Promise<DealPromise> {
  prepareLuck();
  const promise = await next!;
  next = null;
  return promise;
}

async function layWith<F extends PlayNow | NewTable>(
  form: F,
  seats: Memory['seats'],
  lay: (form: F) => Promise<TableShown>,
): Promise<TableShown> {
  const { number, commitment } = await takePromise();
  const contribution = newContribution();
  const table = await lay({ ...form, promise: number, contribution });
  const memory = { commitment, contribution, chairs: seatsAsLaid(form, table.seats.length), seats };
  const sat = table.seats.filter(({ is_yours }) => is_yours).map(({ seat }) => seat);
  keep(table.id, table.status === 'playing' ? { ...memory, sat } : memory);
  return table;
}

/** Lay a table; a promise that has grown too old while the page was open is asked for anew. */
async function layFairly<F extends PlayNow | NewTable>(
  form: F,
  seats: Memory['seats'],
  lay: (form: F) => Promise<TableShown>,
): Promise<TableShown> {
  try {
    return await layWith(form, seats, lay);
  } catch (error) {
    if (error instanceof Refused && error.key === 'promise-used') return await layWith(form, seats, lay);
    throw error;
  } finally {
    prepareLuck();
  }
}

export const lucky = {
  /** A lesson's deal is the same for everybody: nobody adds to it. */
  play: (form: PlayNow): Promise<TableShown> => (form.lesson ? api.play(form) : layFairly(form, 'drawn', api.play)),
  lay: (form: NewTable): Promise<TableShown> => layFairly(form, form.shuffle_seats ? 'drawn' : 'laid', api.lay),

  async join({ id, commitment }: { id: string; commitment: string }): Promise<void> {
    const contribution = newContribution();
    await api.join(id, contribution);
    keep(id, { commitment, contribution, chairs: [] });
  },
  async follow(link: string, { commitment }: { commitment: string }): Promise<LinkUsed> {
    const contribution = newContribution();
    const used = await api.follow(link, contribution);
    if (used.kind === 'invite' && used.gives === 'seat') keep(used.table, { commitment, contribution, chairs: [] });
    return used;
  },
  async leave(table: string): Promise<void> {
    await api.leave(table);
    forget(table);
  },
};
