// Two fingers that turn: `use:twist={(by) => …}` is told each time they have turned about a sixth, 1 or -1.

import type { ActionReturn } from 'svelte/action';

const ENOUGH = Math.PI / 5;

export function twist(node: HTMLElement, turned: (by: number) => void): ActionReturn<(by: number) => void> {
  let tell = turned;
  const fingers = new Map<number, { x: number; y: number }>();
  let start: number | null = null;

  const angle = (): number | null => {
    const [one, other] = [...fingers.values()];
    return one && other ? Math.atan2(other.y - one.y, other.x - one.x) : null;
  };
  function down(event: PointerEvent): void {
    if (event.pointerType !== 'touch') return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    start = angle();
  }
  function move(event: PointerEvent): void {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const now = angle();
    if (now === null || start === null) return;
    const by = Math.atan2(Math.sin(now - start), Math.cos(now - start));
    if (Math.abs(by) < ENOUGH) return;
    // directions are counted counter-clockwise, screens turn clockwise
    tell(by > 0 ? -1 : 1);
    start = now;
  }
  function up(event: PointerEvent): void {
    fingers.delete(event.pointerId);
    start = angle();
  }
  node.addEventListener('pointerdown', down, { capture: true });
  node.addEventListener('pointermove', move, { capture: true });
  node.addEventListener('pointerup', up, { capture: true });
  node.addEventListener('pointercancel', up, { capture: true });
  return {
    update: (turned) => (tell = turned),
    destroy() {
      node.removeEventListener('pointerdown', down, { capture: true });
      node.removeEventListener('pointermove', move, { capture: true });
      node.removeEventListener('pointerup', up, { capture: true });
      node.removeEventListener('pointercancel', up, { capture: true });
    },
  };
}
