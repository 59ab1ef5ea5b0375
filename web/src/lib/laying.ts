// Laying a table once: until its page has opened, asking for the same again leads to the table that is already laid, be it
// that a button was pressed twice or that the page did not come and was loaded anew.

import type { TableShown } from './protocol';

interface Laid {
  wish: string;
  table: string;
}

const PLACE = 'ochaya.laid';
const asked: Record<string, Promise<TableShown>> = {};

function recall(): Laid | null {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE) ?? 'null') as Laid | null;
  } catch {
    return null;
  }
}

function remember(laid: Laid | null): void {
  try {
    if (laid) sessionStorage.setItem(PLACE, JSON.stringify(laid));
    else sessionStorage.removeItem(PLACE);
  } catch {
    // a browser without storage lays another table after a reload: no harm done
  }
}

/** Give the table for this wish: the one laid before if nobody has seen it yet, else a new one. */
export async function layOnce(
  wish: object,
  lay: () => Promise<TableShown>,
): Promise<{ id: string; invite: string | null }> {
  const key = JSON.stringify(wish);
  const before = recall();
  if (before?.wish === key && !(key in asked)) return { id: before.table, invite: null };
  asked[key] ??= lay();
  try {
    const table = await asked[key];
    remember({ wish: key, table: table.id });
    return { id: table.id, invite: table.links?.invite ?? null };
  } finally {
    delete asked[key];
  }
}

/** The page of a table has opened: the next wish is for another one. */
export function hasOpened(table: string): void {
  if (recall()?.table === table) remember(null);
}
