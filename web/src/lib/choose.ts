// Choosing, without knowing a rule: the legal actions come with the view, and each click narrows them.
//
// A game says how an action is reached: one or more paths, each an ordered list of groups of small picks; inside a
// group the order does not matter. Hanamikoji's competition, say, is ["competition"], then one pair, then the other;
// the pairs are alike, so there are two paths. Everything here is a pure function of the legal list and the picks.

import type { Action } from './protocol';

export type Pick = string;
export type Path = readonly (readonly Pick[])[];
export type Paths = (action: Action) => readonly Path[];

export interface Narrowed {
  /** What is still possible after the picks. */
  left: Action[];
  /** The picks that lead on. */
  next: Set<Pick>;
  /** The action the picks spell out in full, if they do. */
  done: Action | null;
  /** Whether the picks so far lead anywhere. */
  possible: boolean;
}

/** Follow the picks along one path: what may be picked next, or null where they leave the path. */
export function follow(path: Path, picks: readonly Pick[]): { next: readonly Pick[]; done: boolean } | null {
  let group = 0;
  let open = [...(path[0] ?? [])];
  for (const pick of picks) {
    while (open.length === 0 && group + 1 < path.length) open = [...path[++group]!];
    const at = open.indexOf(pick);
    if (at < 0) return null;
    open.splice(at, 1);
  }
  while (open.length === 0 && group + 1 < path.length) open = [...path[++group]!];
  return { next: open, done: open.length === 0 };
}

/** Narrow the legal actions by the picks made so far. */
export function narrow(actions: readonly Action[], picks: readonly Pick[], paths: Paths): Narrowed {
  const left: Action[] = [];
  const next = new Set<Pick>();
  let done: Action | null = null;
  for (const action of actions) {
    let reached = false;
    for (const path of paths(action)) {
      const state = follow(path, picks);
      if (!state) continue;
      reached = true;
      for (const pick of state.next) next.add(pick);
      if (state.done) done ??= action;
    }
    if (reached) left.push(action);
  }
  return { left, next, done, possible: left.length > 0 };
}

/** Add a pick if it leads on; otherwise nothing changes. */
export function add(actions: readonly Action[], picks: readonly Pick[], pick: Pick, paths: Paths): Pick[] {
  return narrow(actions, picks, paths).next.has(pick) ? [...picks, pick] : [...picks];
}

/** Take one pick back; picks that no longer lead anywhere without it go with it. */
export function remove(actions: readonly Action[], picks: readonly Pick[], at: number, paths: Paths): Pick[] {
  let kept = picks.slice(0, at);
  for (const pick of picks.slice(at + 1)) kept = add(actions, kept, pick, paths);
  return kept;
}

/** The plain path of any action: its kind, then its fields one by one; for games that say nothing better. */
export function plainPaths(action: Action): Path[] {
  const fields = Object.entries(action).filter(
    ([name, value]) => value !== null && !['id', 'notation', 'kind'].includes(name),
  );
  const groups = fields.map(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map(
      (one) => `${name}=${typeof one === 'object' ? JSON.stringify(one) : one}`,
    ),
  );
  return [[[action.kind], ...groups.filter((group) => group.length > 0)]];
}
