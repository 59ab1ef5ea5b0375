// Answers questions about positions with a game's module, in Node or in a browser: tests/wasm compares the answers with
// those of the native code. All bytes are written in hexadecimal digits.

import { type Description, Master, widened } from '../../src/lib/mind/master';

export interface Question {
  state: string;
  viewers: number[];
  /** Who decides; below 0 nobody does, and nothing is guessed and thought about. */
  actor: number;
  action: number;
  /** The generator's word. */
  seed: string;
  iterations: number;
}

const NODES = 1 << 12;

const bytes = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: hex.length / 2 }, (_, at) => parseInt(hex.slice(2 * at, 2 * at + 2), 16));
const hex = (data: Uint8Array): string => [...data].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const exact = (numbers: number[]): string => hex(new Uint8Array(new Float64Array(numbers).buffer));

export async function start(about: Description, code: string, weights: string | null): Promise<Master> {
  const module = await WebAssembly.compile(bytes(code));
  return Master.start(about, module, weights === null ? null : widened(bytes(weights).buffer), NODES);
}

export function answer(master: Master, question: Question): object {
  const { actor, action, iterations } = question;
  const state = bytes(question.state);
  const rules = {
    actor: master.actor(state),
    legal: master.legal(state),
    after: hex(master.apply(state, action)),
    hidden: question.viewers.map((viewer) => hex(master.hide(state, viewer))),
  };
  if (actor < 0) return rules;
  const seen = master.hide(state, actor);
  const guessed = hex(master.guess(seen, actor, BigInt(question.seed)));
  const thought = (isOpen: boolean): object => {
    master.seed(BigInt(question.seed));
    master.begin(isOpen ? state : seen, actor, isOpen);
    master.grow(iterations);
    const { visits, gains, shares } = master.found(iterations);
    // beyond the seats of this table there is nothing to judge
    return { visits, gains: exact(gains), shares: exact(shares.slice(0, question.viewers.length - 1)) };
  };
  return { ...rules, guessed, seen: thought(false), open: thought(true) };
}

/** Milliseconds by the clock given for all iterations asked for. */
export function pace(master: Master, questions: Question[], clock: () => number): number {
  const begun = clock();
  for (const { state, actor, seed, iterations } of questions) {
    master.seed(BigInt(seed));
    master.begin(master.hide(bytes(state), actor), actor);
    master.grow(iterations);
  }
  return clock() - begun;
}
