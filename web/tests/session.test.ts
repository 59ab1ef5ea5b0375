// @vitest-environment jsdom
// One table and its socket: at a screen shared by two, nothing of a seat is held while the curtain is drawn.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Told, You } from '../src/lib/protocol';
import { Session } from '../src/lib/session.svelte';
import { view } from './fixtures';

class Line {
  static OPEN = 1;
  static last: Line;
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onopen = (): void => {};
  onmessage: (event: { data: string }) => void = () => {};
  onclose: (event: { code: number }) => void = () => {};
  constructor() {
    Line.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {}
}

const step: Told = {
  step: 0,
  actor: 0,
  action: null,
  events: [{ kind: 'secret', data: { who: 0, cards: ['#card.fan'] } }],
} as unknown as Told;
const you = (seat: number | null): You => ({ seats: [0, 1], seat, is_watching: false, can_takeback: false });
const standing = (actor: number, seat: number | null, version: number) => ({
  version,
  view: view({ actor, viewer: seat }),
  legal: null,
  steps: [step],
  clocks: { left: [], running: null, now: 0 },
  offers: [],
  you: you(seat),
});
const hear = (message: Record<string, unknown>): void => Line.last.onmessage({ data: JSON.stringify(message) });
const everything = (actor: number, seat: number | null, version: number): void =>
  hear({
    ...standing(actor, seat, version),
    type: 'table',
    table: { status: 'playing', seats: [] },
    chat: [],
    spectators: 0,
    review: { state: 'none', progress: 0, moves: [] },
  });

let session: Session;
const told = vi.fn();
beforeEach(() => {
  vi.stubGlobal('WebSocket', Line);
  told.mockReset();
  session = new Session('t', null, told);
  Line.last.onopen();
});
afterEach(() => session.close());

describe('the curtain', () => {
  it('is drawn before anybody has looked', () => {
    everything(0, null, 5);
    expect(session.curtain).toBe(0);
    expect(Line.last.sent.map((one) => one['type'])).toEqual(['hello']);
  });
  it('is drawn in the same moment as the turn passes, and lets go of what the mover saw', () => {
    everything(0, 0, 5);
    expect([session.curtain, session.view === null]).toEqual([null, false]);
    hear({ ...standing(1, 0, 6), type: 'update', since: 5, table: null });
    expect([session.curtain, session.view, session.actions, session.steps]).toEqual([1, null, [], []]);
    expect(told).not.toHaveBeenCalled();
    expect(Line.last.sent.at(-1)).toMatchObject({ type: 'look', seat: null });
  });
  it('stays while only the public table is shown, and is lifted together with the next seat’s view', () => {
    everything(1, 0, 6);
    everything(1, null, 6);
    expect(session.curtain).toBe(1);
    session.lookAs(1);
    expect(session.curtain).toBe(1);
    everything(1, 1, 6);
    expect([session.curtain, session.view!['viewer']]).toEqual([null, 1]);
  });
  it('asks for no seat’s view when the line comes back behind it', () => {
    everything(1, 0, 6);
    Line.last.onclose({ code: 1006 });
    window.dispatchEvent(new Event('online'));
    Line.last.onopen();
    expect(Line.last.sent).toMatchObject([{ type: 'hello', seat: null }]);
  });
  it('tells a server that says to come back from a line that is lost', () => {
    everything(1, 0, 6);
    Line.last.onclose({ code: 1013 });
    expect([session.line, session.isMoving]).toEqual(['lost', true]);
    window.dispatchEvent(new Event('online'));
    Line.last.onclose({ code: 1006 });
    expect([session.line, session.isMoving]).toEqual(['lost', false]);
  });
  it('is not needed once the match is over', () => {
    hear({
      ...standing(1, 0, 6),
      type: 'table',
      table: { status: 'over', seats: [] },
      chat: [],
      spectators: 0,
      review: { state: 'none', progress: 0, moves: [] },
    });
    expect(session.curtain).toBeNull();
  });
});
