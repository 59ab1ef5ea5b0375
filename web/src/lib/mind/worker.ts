// One thinker beside the page: grows a tree in short slices, tells what it has found now and then, and listens between slices.

import { type Description, type Found, Master, widened } from './master';

export type Task =
  | { kind: 'load'; about: Description; module: WebAssembly.Module; weights: ArrayBuffer | null; nodes: number }
  | { kind: 'think'; number: number; seen: Uint8Array; seat: number; isOpen: boolean; seconds: number }
  | { kind: 'stop' };

export interface News {
  number: number;
  found: Found;
  /** Nothing more will come. */
  isDone: boolean;
}

const SLICE = 15;
const FIRST = 32;
const LONGEST = 4096;
/** So often news are told, in milliseconds; the first come sooner. */
const PAUSE = 150;

let master: Promise<Master> | null = null;
/** What is thought about now; a thought whose number is another's ends at its next slice. */
let current = -1;

const breath = new MessageChannel();
/** Let messages that have come in be read. */
const breathe = (): Promise<void> =>
  new Promise((go) => {
    breath.port1.onmessage = () => go();
    breath.port2.postMessage(null);
  });

/** Only what was tried need travel. */
function tried({ actions, visits, gains, shares, iterations }: Found): Found {
  const at = actions.map((_, index) => index).filter((index) => visits[index]! > 0);
  const pick = (numbers: number[]): number[] => at.map((index) => numbers[index]!);
  return { actions: pick(actions), visits: pick(visits), gains: pick(gains), shares, iterations };
}

async function think({ number, seen, seat, isOpen, seconds }: Extract<Task, { kind: 'think' }>): Promise<void> {
  if (!master) return;
  const mind = await master;
  if (current !== number) return;
  mind.seed(crypto.getRandomValues(new BigUint64Array(1))[0]!);
  mind.begin(seen, seat, isOpen);
  const begun = performance.now();
  const end = begun + 1000 * seconds;
  let [done, slice, told, now] = [0, FIRST, begun - PAUSE / 2, begun];
  while (current === number && now < end) {
    mind.grow(slice);
    done += slice;
    const after = performance.now();
    slice = Math.round(Math.min(Math.max((SLICE * slice) / Math.max(after - now, 0.1), 1), 2 * slice, LONGEST));
    now = after;
    if (now - told >= PAUSE) {
      told = now;
      postMessage({ number, found: tried(mind.found(done)), isDone: false } satisfies News);
    }
    await breathe();
    now = performance.now();
  }
  if (current === number) postMessage({ number, found: tried(mind.found(done)), isDone: true } satisfies News);
}

onmessage = ({ data: task }: MessageEvent<Task>) => {
  if (task.kind === 'load') {
    const { about, module, weights, nodes } = task;
    master = Master.start(about, module, weights && widened(weights), nodes);
  } else if (task.kind === 'stop') current = -1;
  else {
    current = task.number;
    void think(task);
  }
};
