// What happens once when something changes at the table: what is heard, what is announced, what is noted.

import { untrack } from 'svelte';
import { voice } from '../lib/announce.svelte';
import { onChange } from '../lib/change.svelte';
import type { Told } from '../lib/protocol';
import { sounds } from '../lib/sounds';
import { tell, tellTable } from '../lib/telling';
import { t } from '../lib/texts.svelte';
import { toasts } from '../lib/toasts.svelte';
import type { Panels } from './panels.svelte';
import type { Sitting } from './sitting.svelte';

/** Steps have come in: each is told in words, moves tap on the table. */
export function announce(sitting: Sitting, steps: Told[]): void {
  const { game, say, names, me } = sitting;
  for (const step of steps) {
    for (const event of step.events) {
      voice.say(step.actor === 'table' ? tellTable(event, names, me) : tell(event, game, say, names, me));
    }
  }
  if (steps.some((step) => typeof step.actor === 'number')) sounds.tap();
}

/** Watch a table for as long as its page is shown. */
export function watchChanges(sitting: Sitting, panels: Panels): void {
  const { session } = sitting;

  onChange(
    () => sitting.isMyTurn,
    (isMine) => {
      if (!isMine) return;
      sounds.turn();
      voice.say(t('turn.yours'));
    },
  );
  onChange(
    () => session.line,
    (line, before) => {
      if (line === 'lost') voice.say(t('line.lost'));
      if (line === 'open' && before === 'lost') voice.say(t('line.back'));
    },
  );
  onChange(
    () => (session.line === 'closed' ? null : session.wrong),
    (wrong) => {
      if (wrong) toasts.wrong(wrong.key, wrong.details);
    },
  );
  onChange(
    () => session.version,
    () => (sitting.hintAt = 0),
  );
  onChange(
    () => sitting.me,
    (me) => {
      if (me !== null) sitting.nearBefore = me;
    },
  );
  watchOffers(sitting);
  onChange(
    () => (session.table ? (session.chat.at(-1)?.number ?? -1) : undefined),
    (_, before) => {
      const line = session.chat.at(-1);
      if (!line || before === undefined || (line.seat !== null && session.you.seats.includes(line.seat))) return;
      voice.say(t('chat.said', { name: line.name, text: line.text }));
    },
  );
  $effect(() => {
    if (panels.isChatShown) panels.read = session.chat.length;
  });
  watchCurtain(sitting);
}

/** What others ask is announced; what we asked and did not get is told. */
function watchOffers(sitting: Sitting): void {
  const { session } = sitting;
  onChange(
    () => sitting.offers.map((offer) => `${offer.kind} ${offer.by}`).join(),
    () => {
      for (const { kind, by } of sitting.offers) voice.say(t(`ask.${kind}`, { name: sitting.names[by] ?? '' }));
    },
  );
  for (const kind of ['takeback', 'draw', 'rematch'] as const) {
    let asked = 0;
    onChange(
      () => sitting.hasAsked(kind),
      (isWaiting, before) => {
        if (isWaiting) asked = session.version;
        else if (before && session.line === 'open' && !isGranted(sitting, kind, asked)) {
          toasts.say(t(`refused.${kind}`));
          voice.say(t(`refused.${kind}`));
        }
      },
    );
  }
}

/** Whether what was asked for at this version has come about. */
function isGranted({ session, table, isOver }: Sitting, kind: 'takeback' | 'draw' | 'rematch', asked: number): boolean {
  if (kind === 'rematch') return table?.next_table != null;
  if (kind === 'draw') return isOver;
  return session.steps.some(
    (step) =>
      step.version > asked && step.actor === 'table' && step.events.some((event) => /takeback$/.test(event.kind)),
  );
}

/** One screen, several people: what was said is forgotten when the curtain falls, what is new is said when it lifts. */
function watchCurtain(sitting: Sitting): void {
  let before: number | null = null;
  // Before drawing: nothing of one seat may be said while the curtain for another is already there.
  $effect.pre(() => {
    const now = sitting.session.curtain;
    untrack(() => {
      if (now !== null) voice.forget();
      else if (before !== null) sitting.lately.forEach(({ text }) => voice.say(text));
      before = now;
    });
  });
}
