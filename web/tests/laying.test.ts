import { beforeEach, describe, expect, it, vi } from 'vitest';
import { hasOpened, layOnce } from '../src/lib/laying';
import type { TableShown } from '../src/lib/protocol';

const kept = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => kept.set(name, value),
  removeItem: (name: string) => kept.delete(name),
});

describe('laying a table once', () => {
  let laid = 0;
  const lay = (): Promise<TableShown> => Promise.resolve({ id: `table-${++laid}`, links: null } as TableShown);
  const wish = { game: 'hanamikoji', level: 'adept' };

  beforeEach(() => {
    kept.clear();
    laid = 0;
  });
  it('gives two presses one table', async () => {
    const both = await Promise.all([layOnce(wish, lay), layOnce(wish, lay)]);
    expect(both.map((one) => one.id)).toEqual(['table-1', 'table-1']);
  });
  it('gives the table laid before until its page has opened', async () => {
    await layOnce(wish, lay);
    expect((await layOnce(wish, lay)).id).toBe('table-1');
    hasOpened('table-1');
    expect((await layOnce(wish, lay)).id).toBe('table-2');
  });
  it('lays another table for another wish, and tries again after a refusal', async () => {
    await layOnce(wish, lay);
    expect((await layOnce({ ...wish, level: 'master' }, lay)).id).toBe('table-2');
    await expect(layOnce({ game: 'x' }, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect((await layOnce({ game: 'x' }, lay)).id).toBe('table-3');
  });
});
