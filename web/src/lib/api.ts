// The HTTP part of docs/protocol.md. A refusal becomes an `Refused` error that knows its text.

import type {
  Action,
  CarryLink,
  Checked,
  Deal,
  Decision,
  Decisions,
  House,
  LinkShown,
  LinkUsed,
  Links,
  Lobby,
  Me,
  MindShown,
  Moment,
  NewTable,
  PlayNow,
  Replay,
  Review,
  TableShown,
  View,
  Views,
} from './protocol';
import { told } from './texts.svelte';

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly key: string,
    readonly details: Record<string, unknown> = {},
  ) {
    super(key);
  }

  get text(): string {
    return told(`error.${this.key}`, this.details);
  }
}

/** The first answer brings the guest's cookie: until it is here nothing else is asked, or we would be two guests. */
let first: Promise<unknown> | null = null;

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  if (first) await first.catch(() => {});
  const answer = request<T>(method, path, body);
  first ??= answer;
  return answer;
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: { 'x-ochaya': '1', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refused(0, 'offline');
  }
  if (!answer.ok) {
    const told = (await answer.json().catch(() => ({}))) as { key?: string; details?: Record<string, unknown> };
    throw new Refused(answer.status, told.key ?? (answer.status >= 500 ? 'failed' : 'not-found'), told.details ?? {});
  }
  return (await answer.json()) as T;
}

const get = <T>(path: string): Promise<T> => ask<T>('GET', path);
const post = <T>(path: string, body: unknown = {}): Promise<T> => ask<T>('POST', path, body);
const id = encodeURIComponent;

export const api = {
  house: () => get<House>('/house'),
  check: (game: string, options: Record<string, string>) => post<Checked>(`/games/${id(game)}/check`, { options }),
  me: () => get<Me>('/me'),
  rename: (name: string) => ask<Me>('PUT', '/me', { name }),
  play: (form: PlayNow) => post<TableShown>('/play', form),
  lobby: () => get<Lobby>('/tables'),
  lay: (form: NewTable) => post<TableShown>('/tables', form),
  table: (table: string) => get<TableShown>(`/tables/${id(table)}`),
  join: (table: string, contribution: string) => post<TableShown>(`/tables/${id(table)}/join`, { contribution }),
  leave: (table: string) => post<TableShown>(`/tables/${id(table)}/leave`),
  putAway: (table: string, isAway = true) => post<TableShown>(`/tables/${id(table)}/put-away`, { is_away: isAway }),
  links: (table: string) => get<Links>(`/tables/${id(table)}/links`),
  carry: (table: string) => post<CarryLink>(`/tables/${id(table)}/carry`),
  lookAt: (link: string) => get<LinkShown>(`/links/${id(link)}`),
  follow: (link: string, contribution: string) => post<LinkUsed>(`/links/${id(link)}`, { contribution }),
  replay: (table: string) => get<Replay>(`/tables/${id(table)}/replay`),
  review: (table: string) => get<Review>(`/tables/${id(table)}/review`),
  askReview: (table: string) => post<Review>(`/tables/${id(table)}/review`),
  deal: (table: string) => get<Deal>(`/tables/${id(table)}/deal`),
  record: (table: string) => `/api/tables/${id(table)}/record`,

  /** A game's module for the browser, where the server has built it. */
  mind: (game: string) => get<MindShown>(`/games/${id(game)}/mind`),
  actions: (game: string, ids: readonly number[]) => get<Action[]>(`/games/${id(game)}/actions?ids=${ids.join(',')}`),
  /** A moment of a finished match: before a step, or after other actions taken from there. */
  moment: (table: string, step: number, actions: readonly number[]) =>
    get<Moment>(`/tables/${id(table)}/moment?step=${step}&actions=${actions.join(',')}`),

  /** What was known at each decision of a finished match, fetched in portions. */
  async decisions(table: string, length: number): Promise<Decision[]> {
    const all: Decision[] = [];
    for (let first = 0; first < length; first += 64)
      all.push(...(await get<Decisions>(`/tables/${id(table)}/decisions?first=${first}`)).decisions);
    return all;
  },

  /** All views of a finished match, fetched in portions. */
  async views(table: string, length: number, got: (views: View[]) => void): Promise<void> {
    const all: View[] = [];
    while (all.length < length + 1) {
      const part = await get<Views>(`/tables/${id(table)}/replay/views?first=${all.length}&count=64`);
      if (part.views.length === 0) break;
      all.push(...part.views);
      got([...all]);
    }
  },
};

/** The house's description, asked for once. */
let described: Promise<House> | null = null;
export function house(): Promise<House> {
  described ??= api.house().catch((error: unknown) => {
    described = null;
    throw error;
  });
  return described;
}
