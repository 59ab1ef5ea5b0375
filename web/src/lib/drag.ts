// Dragging by pointer, with the same picks as tapping: `use:drag={{ data: pick, ondrop: (place) => … }}`. A drag begins after a
// few pixels (a finger: after a moment's rest, so that the page still scrolls), the piece follows as a ghost, and what it is
// dropped on is the nearest element around with `data-drop`. A tap stays a tap.

import type { ActionReturn } from 'svelte/action';

export interface Drag {
  /** What is dragged. */
  data: string;
  /** Dropped on an element with this `data-drop`. */
  ondrop: (place: string, data: string) => void;
  /** Over this `data-drop` now, or over none; null too when the drag has ended. */
  onmove?: (place: string | null, data: string) => void;
  /** The drag has begun. */
  onbegin?: (data: string) => void;
  disabled?: boolean;
}

const SLACK = 6;
const REST = 180;

/** The drop place under a point of the screen. */
export function placeAt(x: number, y: number): string | null {
  return document.elementFromPoint(x, y)?.closest('[data-drop]')?.getAttribute('data-drop') ?? null;
}

export function drag(node: HTMLElement | SVGElement, options: Drag): ActionReturn<Drag> {
  let now = options;
  let start: PointerEvent | null = null;
  let ghost: HTMLElement | SVGElement | null = null;
  let over: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function begin(): void {
    if (!start || ghost) return;
    const rect = node.getBoundingClientRect();
    if (node instanceof HTMLElement) {
      ghost = node.cloneNode(true) as HTMLElement;
      ghost.removeAttribute('id');
      ghost.setAttribute('aria-hidden', 'true');
      ghost.classList.add('dragged');
      Object.assign(ghost.style, { width: `${rect.width}px`, height: `${rect.height}px` });
      Object.assign(ghost.style, { left: `${rect.left}px`, top: `${rect.top}px` });
      document.body.append(ghost);
    } else ghost = node;
    node.toggleAttribute('data-dragging', true);
    now.onbegin?.(now.data);
  }
  function end(): void {
    clearTimeout(timer);
    if (ghost) {
      if (ghost !== node) ghost.remove();
      node.removeAttribute('data-dragging');
      now.onmove?.(null, now.data);
    }
    start = ghost = over = null;
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', end);
  }
  function down(event: PointerEvent): void {
    if (now.disabled || event.button !== 0) return;
    start = event;
    // on the window: a quick hand has left the piece before its first move is told
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', end);
    if (event.pointerType !== 'mouse') timer = setTimeout(begin, REST);
  }
  function move(event: PointerEvent): void {
    if (start?.pointerId !== event.pointerId) return;
    const [dx, dy] = [event.clientX - start.clientX, event.clientY - start.clientY];
    if (!ghost && Math.hypot(dx, dy) > SLACK) {
      if (event.pointerType === 'mouse') begin();
      else return end(); // moved before the rest: the finger scrolls
    }
    if (!ghost) return;
    event.preventDefault();
    if (ghost !== node) (ghost as HTMLElement).style.translate = `${dx}px ${dy}px`;
    const place = placeAt(event.clientX, event.clientY);
    if (place !== over) now.onmove?.((over = place), now.data);
  }
  function up(event: PointerEvent): void {
    if (start?.pointerId !== event.pointerId) return;
    const wasDragged = ghost !== null;
    const place = wasDragged ? placeAt(event.clientX, event.clientY) : null;
    end();
    if (!wasDragged) return;
    // the click that follows a drag is no tap
    addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0);
    if (place !== null) now.ondrop(place, now.data);
  }
  const swallow = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  /** Without this the browser would take a finger that drags for one that scrolls. */
  const hold = (event: Event): void => {
    if (ghost) event.preventDefault();
  };

  const listeners: [string, (event: never) => void][] = [
    ['pointerdown', down],
    ['dragstart', (event: Event) => event.preventDefault()],
  ];
  for (const [name, listener] of listeners) node.addEventListener(name, listener as EventListener);
  node.addEventListener('touchmove', hold, { passive: false });
  return {
    update: (options) => (now = options),
    destroy() {
      end();
      for (const [name, listener] of listeners) node.removeEventListener(name, listener as EventListener);
      node.removeEventListener('touchmove', hold);
    },
  };
}
