// A match by its moves: the moments at which somebody decides, and the end. What chance gives belongs to the move before it,
// and so does a step of which nothing is told: it only goes on.

/** The positions a replay stops at: position `p` is the match after `p` steps. */
export function stopsOf(
  steps: readonly { step: number; actor: number | 'chance'; events?: readonly unknown[] }[],
  length: number,
): number[] {
  const isSilent = (at: number): boolean => steps[at]?.actor !== 'chance' && steps[at]?.events?.length === 0;
  return [...steps.flatMap(({ step, actor }, at) => (actor === 'chance' || isSilent(at - 1) ? [] : [step])), length];
}

/** The stops at which it is another's turn than at the one before, and the end: a turn may be many moves. */
export function turnsOf(
  steps: readonly { step: number; actor: number | 'chance' }[],
  stops: readonly number[],
): number[] {
  const actors = new Map(steps.map(({ step, actor }) => [step, actor]));
  return stops.filter((stop, at) => at === stops.length - 1 || actors.get(stop) !== actors.get(stops[at - 1] ?? -1));
}

/** The number of the stop a position belongs to; the deal before the first decision belongs to the first. */
export function stopAt(stops: readonly number[], now: number): number {
  return Math.max(
    0,
    stops.findLastIndex((stop) => stop <= now),
  );
}

export function nextStop(stops: readonly number[], now: number): number {
  return stops.find((stop) => stop > now) ?? now;
}

/** Before the first decision lies only the beginning. */
export function stopBefore(stops: readonly number[], now: number): number {
  return stops.findLast((stop) => stop < now) ?? 0;
}
