// The browser's own Master: a game's module and a few workers that think with it, whose findings are added up.
// Loaded on demand: nothing of it is in the first load.

import { api } from './api';
import type { Description, Found } from './mind/master';
import type { News, Task } from './mind/worker';

/** One action as the search sees it: its player's expected share of the win, and how often it was tried. */
export interface Judged {
  action: number;
  win: number;
  visits: number;
}

export interface Thought {
  /** The most tried first. */
  best: Judged[];
  /** Each seat's share with the first of them. */
  shares: number[];
  iterations: number;
  isDone: boolean;
}

export interface Question {
  /** What a seat sees (or, with everything open, the whole truth), as the server gives it. */
  seen: string;
  seat: number;
  isOpen: boolean;
  seconds: number;
}

const MOST_WORKERS = 4;
const NODES = 1 << 18;
const SMALL_NODES = 1 << 16;

const bytes = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** How far an action's share may be off, as a share too: two standard errors. */
export const doubt = ({ visits }: Judged): number => 1 / Math.sqrt(Math.max(1, visits));

/** Add up what several trees have found about one decision. */
export function sum(parts: readonly Found[], isDone: boolean): Thought {
  const all = new Map<number, { visits: number; gains: number }>();
  for (const { actions, visits, gains } of parts)
    actions.forEach((action, at) => {
      const one = all.get(action) ?? { visits: 0, gains: 0 };
      all.set(action, { visits: one.visits + visits[at]!, gains: one.gains + gains[at]! });
    });
  const best = [...all]
    .map(([action, { visits, gains }]) => ({ action, win: gains / Math.max(1, visits), visits }))
    .sort((one, other) => other.visits - one.visits || other.win - one.win || one.action - other.action);
  const taken = parts.reduce((sum, part) => sum + Math.max(0, ...part.visits), 0);
  const seats = parts[0]?.shares.length ?? 0;
  const shares = Array.from({ length: seats }, (_, seat) =>
    taken ? parts.reduce((sum, part) => sum + part.shares[seat]!, 0) / taken : 0,
  );
  return { best, shares, iterations: parts.reduce((sum, part) => sum + part.iterations, 0), isDone };
}

/** As many workers as the device has cores to spare; half of them on a phone or on battery. */
async function spare(): Promise<number> {
  const cores = Math.max(1, Math.min(MOST_WORKERS, (navigator.hardwareConcurrency || 2) - 1));
  const getBattery = (navigator as { getBattery?: () => Promise<{ charging: boolean }> }).getBattery;
  const battery = await getBattery?.call(navigator).catch(() => null);
  const isFrugal = matchMedia('(pointer: coarse)').matches || battery?.charging === false;
  return isFrugal ? Math.ceil(cores / 2) : cores;
}

export class Mind {
  private number = 0;
  private give: (() => void) | null = null;
  private found: (News | null)[] = [];
  private told: ((thought: Thought) => void) | null = null;

  private constructor(private readonly workers: Worker[]) {
    workers.forEach((worker, at) => (worker.onmessage = ({ data }: MessageEvent<News>) => this.hear(at, data)));
  }

  /** Load a game's module; null where the server has none. */
  static async load(game: string): Promise<Mind | null> {
    if (typeof WebAssembly === 'undefined' || typeof Worker === 'undefined') return null;
    const shown = await api.mind(game);
    if (!shown.about || !shown.module) return null;
    const [module, weights, count] = await Promise.all([
      WebAssembly.compileStreaming(fetch(shown.module)),
      shown.weights ? fetch(shown.weights).then((file) => file.arrayBuffer()) : null,
      spare(),
    ]);
    const about = shown.about as unknown as Description;
    const nodes = matchMedia('(pointer: coarse)').matches ? SMALL_NODES : NODES;
    const workers = Array.from({ length: count }, () => {
      const worker = new Worker(new URL('./mind/worker.ts', import.meta.url), { type: 'module' });
      worker.postMessage({ kind: 'load', about, module, weights, nodes } satisfies Task);
      return worker;
    });
    return new Mind(workers);
  }

  /** Think about one decision and tell what is found, until the time is over or something else is thought about. */
  think(question: Question, told: (thought: Thought) => void): void {
    this.give?.();
    this.give = null;
    this.number++;
    this.told = told;
    this.found = this.workers.map(() => null);
    const { seat, isOpen, seconds } = question;
    for (const worker of this.workers)
      worker.postMessage({
        kind: 'think',
        number: this.number,
        seen: bytes(question.seen),
        seat,
        isOpen,
        seconds,
      } satisfies Task);
  }

  /** The same, waiting for the end; null when it was stopped before. */
  thought(question: Question): Promise<Thought | null> {
    return new Promise((done) => {
      this.think(question, (thought) => {
        if (thought.isDone) done(thought);
      });
      this.give = () => done(null);
    });
  }

  private hear(at: number, news: News): void {
    if (news.number !== this.number) return;
    this.found[at] = news;
    const here = this.found.filter((one) => one !== null);
    const isDone = here.length === this.workers.length && here.every((one) => one.isDone);
    this.told?.(
      sum(
        here.map((one) => one.found),
        isDone,
      ),
    );
  }

  stop(): void {
    this.number++;
    this.told = null;
    this.give?.();
    this.give = null;
    for (const worker of this.workers) worker.postMessage({ kind: 'stop' } satisfies Task);
  }

  close(): void {
    this.stop();
    for (const worker of this.workers) worker.terminate();
  }
}
