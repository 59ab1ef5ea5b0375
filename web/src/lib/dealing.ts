// Fair dealing as this device sees it (docs/fair-dealing.md): its own part of the luck, the commitments it was shown before
// telling it, and, after the match, everything worked out again. Nothing here asks the house whether the house was fair.

import type { Deal, NewTable, PlayNow, ReplayStep, TableShown } from './protocol';
import { hmac, joined, sha256 } from './sha256';
import { recall, remember } from './storage';

/** What this device knows of a table's deal from before the match. */
export interface Memory {
  /** The commitment it held before it told its part. */
  commitment: string;
  /** What it added to the luck. */
  contribution: string;
  /** Whose part each chair's must be: ours, a bot's (the house's), or anybody's. Empty: we only know that ours is there. */
  chairs: Chair[];
  /** Whether lots were to be drawn for the seats; unknown to those who joined, and to older memories. */
  seats?: 'drawn' | 'laid';
  /** The seats this device then found itself in, if the match began at once. */
  sat?: number[];
}
export type Chair = 'mine' | 'bot' | 'any';
export type Fault = 'key' | 'commitment' | 'contribution' | 'seating' | 'draws';

const MOST_KEPT = 300;
const KEPT = 'deals';

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
export const fromHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const ascii = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** What this device adds to the luck of a match: 32 fresh random bytes. */
export const newContribution = (): string => toHex(crypto.getRandomValues(new Uint8Array(32)));

// -- remembering ---------------------------------------------------------------------------------------------------

function memories(): [string, Memory][] {
  try {
    const kept: unknown = JSON.parse(recall(KEPT) ?? '[]');
    return Array.isArray(kept) ? (kept as [string, Memory][]) : [];
  } catch {
    return [];
  }
}

/** What this device remembers of a table; null: it had no part in it, or has forgotten. */
export const memoryOf = (table: string): Memory | null => memories().find(([id]) => id === table)?.[1] ?? null;

/** Remember a table's deal; the first word stays, whatever the house says later. */
export function keep(table: string, memory: Memory): void {
  const others = memories();
  if (others.some(([id]) => id === table)) return;
  remember(KEPT, JSON.stringify([...others.slice(1 - MOST_KEPT), [table, memory]]));
}

/** Forget a table we stood up from: sitting down again is another part of another luck. */
export function forget(table: string): void {
  remember(KEPT, JSON.stringify(memories().filter(([id]) => id !== table)));
}

/** Whose each chair is at a table laid with this form; left out, the first is ours and friends or bots take the others. */
export function seatsAsLaid(form: PlayNow | NewTable, count: number): Chair[] {
  if ('seats' in form && form.seats)
    return form.seats.map(({ kind }) => (kind === 'me' ? 'mine' : kind === 'bot' ? 'bot' : 'any'));
  const others: Chair = 'is_public' in form ? 'any' : 'bot';
  return Array.from({ length: count }, (_, chair) => (chair === 0 ? 'mine' : others));
}

/** The chairs of a rematch, where everybody moves up by one seat. */
export function chairsOfRematch(seats: TableShown['seats']): Chair[] {
  const now = seats.map(({ kind, is_yours }): Chair => (is_yours ? 'mine' : kind === 'bot' ? 'bot' : 'any'));
  return [...now.slice(1), ...now.slice(0, 1)];
}

// -- working it out again ------------------------------------------------------------------------------------------

export const commitmentOf = (key: Uint8Array): string => toHex(sha256(joined(ascii('ochaya commitment\0'), key)));

const eight = (number: number): Uint8Array => {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setBigUint64(0, BigInt(number));
  return new Uint8Array(bytes.buffer);
};

/** The key under which everything is drawn. */
export function dealKeyOf(houseKey: Uint8Array, contributions: (string | null)[]): Uint8Array {
  const parts = contributions.map((sent, chair) =>
    sent === null
      ? joined(Uint8Array.of(0), hmac(houseKey, joined(ascii('ochaya house part\0'), Uint8Array.of(chair))))
      : joined(Uint8Array.of(1), fromHex(sent)),
  );
  return hmac(houseKey, joined(ascii('ochaya deal key\0'), Uint8Array.of(parts.length), ...parts));
}

/** A number below `total`, each equally likely: words that would favour some are passed over. */
function below(key: Uint8Array, kind: string, number: number, total: number): number {
  const fair = 2n ** 64n - (2n ** 64n % BigInt(total));
  for (let block = 0; ; block++) {
    const digest = new DataView(hmac(key, joined(ascii(kind), eight(number), eight(block))).buffer);
    for (let at = 0; at < 32; at += 8) {
      const word = digest.getBigUint64(at);
      if (word < fair) return Number(word % BigInt(total));
    }
  }
}

/** The outcome of the match's chance event `number`, counted from 0. */
export function drawn(key: Uint8Array, number: number, outcomes: number[], weights: number[]): number | null {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total < 1 || outcomes.length !== weights.length) return null;
  let left = below(key, 'ochaya deal\0', number, total);
  return outcomes.find((_, at) => (left -= weights[at]!) < 0) ?? null;
}

/** The seat of each chair, by lot. */
export function seatingOf(key: Uint8Array, chairs: number): number[] {
  const left = Array.from({ length: chairs }, (_, seat) => seat);
  return Array.from({ length: chairs }, (_, number) => {
    const [seat] = left.splice(below(key, 'ochaya seat\0', number, left.length), 1);
    return seat!;
  });
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** All that is not as it was promised: against the replay we see, and against what this device remembers. */
export function faultsOf(
  deal: Deal,
  steps: Pick<ReplayStep, 'step' | 'actor' | 'action'>[],
  memory: Memory | null,
): Fault[] {
  const houseKey = fromHex(deal.key);
  const key = deal.version === 2 ? dealKeyOf(houseKey, deal.contributions) : houseKey;
  const seen = steps.filter(({ actor }) => actor === 'chance').map(({ step, action }) => [step, action.id]);
  const told = deal.draws.map(({ step, taken }) => [step, taken]);
  const wrong: Record<Fault, boolean> = {
    key: houseKey.length !== 32 || commitmentOf(houseKey) !== deal.commitment,
    commitment: memory !== null && memory.commitment !== deal.commitment,
    contribution: memory !== null && !isOurs(deal, memory),
    seating: !isSeated(deal, key, memory),
    draws:
      !same(seen, told) ||
      deal.draws.some(({ outcomes, weights, taken }, number) => drawn(key, number, outcomes, weights) !== taken),
  };
  return (Object.keys(wrong) as Fault[]).filter((fault) => wrong[fault]);
}

/** Whether everybody sits where the lot put them; whoever knows that there was to be a lot looks that there was one. */
function isSeated({ version, seating, contributions }: Deal, key: Uint8Array, memory: Memory | null): boolean {
  if (version !== 2) return seating === null;
  if (memory?.seats && (seating === 'laid' ? 'laid' : 'drawn') !== memory.seats) return false;
  if (seating === 'laid') return true;
  if (!same(seating, seatingOf(key, contributions.length))) return false;
  if (!memory?.sat) return true;
  const ours = seating!.filter((_, chair) => memory.chairs[chair] === 'mine');
  return same(ours.sort(), [...memory.sat].sort());
}

/** Whether the luck has our part in it, where we put it, and the house's where only bots sat. */
function isOurs({ version, contributions }: Deal, { contribution, chairs }: Memory): boolean {
  if (version !== 2 || !contributions.includes(contribution)) return false;
  return chairs.every((whose, chair) => {
    if (whose === 'any') return true;
    return contributions[chair] === (whose === 'mine' ? contribution : null);
  });
}
