import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  chairsOfRematch,
  commitmentOf,
  dealKeyOf,
  drawn,
  faultsOf,
  forget,
  fromHex,
  keep,
  memoryOf,
  newContribution,
  seatingOf,
  seatsAsLaid,
  toHex,
  type Memory,
} from '../src/lib/dealing';
import type { Deal, ReplayStep, SeatShown } from '../src/lib/protocol';
import { hmac, sha256 } from '../src/lib/sha256';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => kept.set(name, value),
});
beforeEach(() => kept.clear());

const HOUSE = Uint8Array.from({ length: 32 }, (_, at) => at);
const SENT = toHex(Uint8Array.from({ length: 32 }, (_, at) => at + 64));

describe('SHA-256 and HMAC', () => {
  it('are those of Web Crypto, for every length around a block', async () => {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', HOUSE, algorithm, false, ['sign']);
    for (const length of [0, 1, 31, 55, 56, 63, 64, 65, 119, 120, 1000]) {
      const message = Uint8Array.from({ length }, (_, at) => (at * 7 + length) % 256);
      expect(sha256(message)).toEqual(new Uint8Array(await crypto.subtle.digest('SHA-256', message)));
      expect(hmac(HOUSE, message)).toEqual(new Uint8Array(await crypto.subtle.sign('HMAC', key, message)));
    }
  });
});

describe('the example of docs/fair-dealing.md', () => {
  const key = dealKeyOf(HOUSE, [SENT, null]);
  it('has these values', () => {
    expect(commitmentOf(HOUSE)).toBe('4a21243f1ec126ad9fea7aa718fefa29b367992f76422999c038501e4fab57bf');
    expect(toHex(key)).toBe('0a82b5ec5b5e670f879399c2be049514c8eaaf569dc04dfe6a29be10997d3b02');
    expect(seatingOf(key, 2)).toEqual([1, 0]);
    expect([0, 1, 2].map((number) => drawn(key, number, [3, 5, 9], [1, 2, 4]))).toEqual([5, 9, 9]);
  });
});

describe('remembering', () => {
  const memory: Memory = { commitment: 'first', contribution: SENT, chairs: ['mine', 'bot'] };
  it('keeps the first word', () => {
    keep('table', memory);
    keep('table', { ...memory, commitment: 'second' });
    expect(memoryOf('table')).toEqual(memory);
    expect(memoryOf('another')).toBeNull();
    forget('table');
    expect(memoryOf('table')).toBeNull();
  });
  it('lets go of the oldest of very many', () => {
    for (let number = 0; number < 305; number++) keep(`table-${number}`, memory);
    expect(memoryOf('table-0')).toBeNull();
    expect(memoryOf('table-304')).toEqual(memory);
  });
  it('survives a storage full of nonsense', () => {
    kept.set('ochaya.deals', '{"x": ');
    expect(memoryOf('table')).toBeNull();
  });
  it('knows whose the chairs are', () => {
    expect(seatsAsLaid({ game: 'x' }, 3)).toEqual(['mine', 'bot', 'bot']);
    expect(seatsAsLaid({ game: 'x', is_public: false }, 2)).toEqual(['mine', 'any']);
    const seats = [{ kind: 'open' as const }, { kind: 'me' as const }, { kind: 'bot' as const }];
    expect(seatsAsLaid({ game: 'x', seats }, 3)).toEqual(['any', 'mine', 'bot']);
    const shown = [
      { kind: 'person', is_yours: true },
      { kind: 'bot', is_yours: false },
    ] as SeatShown[];
    expect(chairsOfRematch(shown)).toEqual(['bot', 'mine']);
  });
  it('contributes 32 bytes, never the same', () => {
    expect(newContribution()).toMatch(/^[0-9a-f]{64}$/);
    expect(newContribution()).not.toBe(newContribution());
  });
});

describe('checking a deal', () => {
  const memory: Memory = { commitment: commitmentOf(HOUSE), contribution: SENT, chairs: ['mine', 'bot'] };
  const dealt = (house: Uint8Array, contributions: (string | null)[]): Deal => {
    const key = dealKeyOf(house, contributions);
    const draws = [0, 1, 2, 3].map((number) => {
      const [outcomes, weights] = [
        [3, 5, 9],
        [1, 2, 4],
      ];
      return { step: number * 2, outcomes, weights, taken: drawn(key, number, outcomes, weights)! };
    });
    const [commitment, seating] = [commitmentOf(house), seatingOf(key, contributions.length)];
    return { version: 2, lesson: false, commitment, key: toHex(house), contributions, seating, draws };
  };
  const shown = (deal: Deal): ReplayStep[] =>
    deal.draws.flatMap(({ step, taken }) => [
      { step, actor: 'chance', action: { id: taken, kind: 'draw' } } as ReplayStep,
      { step: step + 1, actor: 0, action: { id: 1, kind: 'play' } } as ReplayStep,
    ]);
  const faults = (deal: Deal, known: Memory | null = memory, steps = shown(deal)) => faultsOf(deal, steps, known);
  const honest = dealt(HOUSE, [SENT, null]);

  it('finds nothing wrong with an honest one', () => {
    expect(faults(honest)).toEqual([]);
    expect(faults(honest, null)).toEqual([]);
    const ofOld = dealt(HOUSE, []);
    const draws = ofOld.draws.map((one, n) => ({ ...one, taken: drawn(HOUSE, n, one.outcomes, one.weights)! }));
    expect(faults({ ...ofOld, version: 1, seating: null, draws }, null)).toEqual([]);
  });
  it('catches a house that has tried keys, and one that changes its commitment afterwards', () => {
    const other = dealt(fromHex(newContribution()), [SENT, null]);
    expect(faults(other, null)).toEqual([]);
    expect(faults(other)).toEqual(['commitment']);
    expect(faults({ ...other, commitment: honest.commitment })).toEqual(['key']);
  });
  it('catches a changed, a left out and an invented contribution', () => {
    expect(faults(dealt(HOUSE, [newContribution(), null]))).toEqual(['contribution']);
    expect(faults(dealt(HOUSE, [null, null]))).toEqual(['contribution']);
    expect(faults(dealt(HOUSE, [SENT, newContribution()]))).toEqual(['contribution']);
    expect(faults({ ...honest, contributions: [SENT, SENT] })).toContain('draws');
    expect(faults({ ...honest, version: 1 })).toContain('contribution');
  });
  it('catches a swapped draw, be it in the deal or in the match that is shown', () => {
    const [first, ...others] = honest.draws;
    const swapped = { ...first!, taken: first!.outcomes.find((one) => one !== first!.taken)! };
    expect(faults({ ...honest, draws: [swapped, ...others] })).toEqual(['draws']);
    expect(faults({ ...honest, draws: [swapped, ...others] }, memory, shown(honest))).toEqual(['draws']);
    expect(faults({ ...honest, draws: others }, memory, shown(honest))).toEqual(['draws']);
    expect(faults({ ...honest, draws: [{ ...first!, weights: [1] }, ...others] })).toEqual(['draws']);
  });
  it('catches a chosen seat', () => {
    expect(faults({ ...honest, seating: [0, 1] })).toEqual(['seating']);
    expect(faults({ ...honest, version: 1 }, null)).toContain('seating');
  });
  it('catches a lot for the seats that was left out', () => {
    expect(faults({ ...honest, seating: null }, null)).toEqual(['seating']);
    const laid: Deal = { ...honest, seating: 'laid' };
    expect(faults(laid)).toEqual([]);
    expect(faults(laid, { ...memory, seats: 'laid' })).toEqual([]);
    expect(faults(laid, { ...memory, seats: 'drawn' })).toEqual(['seating']);
    expect(faults(honest, { ...memory, seats: 'laid' })).toEqual(['seating']);
  });
  it('catches a lot that was not followed', () => {
    const drawn: Memory = { ...memory, seats: 'drawn', sat: [1] };
    expect(faults(honest, drawn)).toEqual([]);
    expect(faults(honest, { ...drawn, sat: [0] })).toEqual(['seating']);
  });
});
