// The same keys on every board. Put `use:boardKeys={choosing}` on the board's root; mark what can be picked with
// `data-pick`, what a digit presses with `data-key="1"` … `"9"`. Arrows walk over the board as it lies on the screen,
// Enter and Space press what has the focus, Enter confirms from anywhere else, Escape or Backspace takes one pick back,
// Shift+Escape all of them. Focus never falls to the page: what vanishes or is switched off hands it on. As long as somebody
// plays by keys (`data-keys` at the root of the page), what a digit presses shows its digit.

import type { ActionReturn } from 'svelte/action';
import type { Choosing } from './choosing.svelte';

const PICKABLE = ':is([data-pick], [data-key]):not(:disabled, [aria-disabled="true"])';
const WAYS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** What the keys need to know of a decision. */
export type Decided = Pick<Choosing, 'picks' | 'next' | 'ready' | 'back' | 'clear' | 'confirm'>;
type Pressable = HTMLElement | SVGElement;
interface Spot {
  x: number;
  y: number;
}

const middle = (element: Element): Spot => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

/** The element that lies nearest in a direction; what lies rather beside than there is passed over. */
export function nearest(
  from: Spot,
  [dx, dy]: readonly [number, number],
  among: readonly Pressable[],
): Pressable | undefined {
  let best: Pressable | undefined;
  let least = Infinity;
  for (const element of among) {
    const { x, y } = middle(element);
    const along = (x - from.x) * dx + (y - from.y) * dy;
    const aside = Math.abs((x - from.x) * dy) + Math.abs((y - from.y) * dx);
    const far = dx || dy ? along + 2 * aside : Math.hypot(x - from.x, y - from.y);
    if ((dx || dy) && (along < 2 || aside > 3 * along)) continue;
    if (far < least) [best, least] = [element, far];
  }
  return best;
}

/** Keys that belong to something else: a field, an open sheet, a shortcut of the browser. */
const isElsewhere = (event: KeyboardEvent): boolean =>
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  event.defaultPrevented ||
  (event.target as Element).closest?.('input, textarea, select, dialog, [role="tablist"], [data-own-keys]') != null;

/** Whether an element can have the focus: a drawn one cannot once it is no stop of Tab's any more. */
const canHold = (element: Pressable): boolean =>
  !element.matches(':disabled, [inert], [inert] *') &&
  (element instanceof HTMLElement || element.hasAttribute('tabindex'));

function press(element: Pressable): void {
  if (element instanceof HTMLElement) element.click();
  else element.dispatchEvent(new MouseEvent('click', { bubbles: true }));
}

export function boardKeys(root: HTMLElement, choosing: Decided): ActionReturn<Decided> {
  let now = choosing;
  let last: Pressable | null = null;
  let spot: Spot = { x: 0, y: 0 };

  const pickable = (): Pressable[] => [...root.querySelectorAll<Pressable>(PICKABLE)];
  const focus = (element: Pressable | null | undefined): void => element?.focus({ preventScroll: true });

  function walk(way: readonly [number, number]): boolean {
    const here = root.contains(document.activeElement) ? document.activeElement : null;
    const to = here
      ? nearest(
          middle(here),
          way,
          pickable().filter((one) => one !== here),
        )
      : pickable()[0];
    to?.focus();
    return to !== undefined;
  }

  function take(event: KeyboardEvent): boolean {
    const way = WAYS[event.key];
    if (way) return walk(way);
    if (/^[1-9]$/.test(event.key)) {
      const asked = root.querySelector<Pressable>(`[data-key="${event.key}"]:not(:disabled, [aria-disabled="true"])`);
      if (!asked) return false;
      asked.focus();
      press(asked);
      return true;
    }
    if (event.key === 'Escape' || event.key === 'Backspace') {
      if (!now.picks.length) return false;
      if (event.shiftKey) now.clear();
      else now.back();
      return true;
    }
    if (event.key !== 'Enter' && event.key !== ' ') return false;
    const pressed = (event.target as Element).closest<Pressable>(
      `button, a[href], summary, [role="button"], ${PICKABLE}`,
    );
    if (pressed) {
      // browsers press buttons by themselves, drawn ones (SVG) not
      if (!(pressed instanceof SVGElement)) return false;
      press(pressed);
      return true;
    }
    if (event.key !== 'Enter' || !now.ready) return false;
    now.confirm();
    return true;
  }

  function keydown(event: KeyboardEvent): void {
    if (isElsewhere(event)) return;
    const isTaken = take(event);
    if (isTaken) event.preventDefault();
    if (isTaken || event.key === '?') document.documentElement.dataset['keys'] = '';
  }

  function pointerdown(): void {
    delete document.documentElement.dataset['keys'];
  }

  function focusin(event: FocusEvent): void {
    last = event.target as Pressable;
  }

  /** What had the focus is gone or switched off: hand it on to what is wanted next, on this board. */
  function rescue(): void {
    if (last?.isConnected && canHold(last)) {
      if (last === document.activeElement) spot = middle(last);
      return;
    }
    const active = document.activeElement;
    if (!last || (active && active !== document.body && active !== last)) return;
    const confirm = root.querySelector<HTMLElement>('[data-confirm]:not(:disabled)');
    const next = now.ready && now.next.size === 0 ? confirm : (nearest(spot, [0, 0], pickable()) ?? confirm);
    last = null;
    focus(next ?? root.querySelector<HTMLElement>('[data-prompt]'));
  }

  /** A complete choice waits for one more Enter. */
  function afterClick(event: MouseEvent): void {
    const pick = (event.target as Element).closest?.('[data-pick]');
    if (!pick || !root.contains(pick)) return;
    spot = middle(pick);
    // the pick itself is made, and confirm drawn, when the click has reached the page
    setTimeout(() => {
      if (now.ready && now.next.size === 0) focus(root.querySelector<HTMLElement>('[data-confirm]:not(:disabled)'));
    });
  }

  const observer = new MutationObserver(rescue);
  const attributeFilter = ['disabled', 'inert', 'tabindex'];
  observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter });
  root.addEventListener('focusin', focusin);
  root.addEventListener('click', afterClick);
  addEventListener('keydown', keydown);
  addEventListener('pointerdown', pointerdown);
  return {
    update: (choosing) => (now = choosing),
    destroy() {
      observer.disconnect();
      root.removeEventListener('focusin', focusin);
      root.removeEventListener('click', afterClick);
      removeEventListener('keydown', keydown);
      removeEventListener('pointerdown', pointerdown);
      pointerdown();
    },
  };
}
