// A few words about a thing, beside it: `use:tip={text}` or `use:tip={() => text}`. Opens by hover, by focus and by a long
// press, and by a tap where a tap does nothing else; Escape or a tap closes it. The words are also the element's description
// for screen readers. It stands above the thing, or on the side named by `data-tip-side` around it. What comes to lie under
// a resting mouse is not asked about.

import type { Placement } from '@floating-ui/dom';
import type { ActionReturn } from 'svelte/action';

type Text = string | (() => string);
const HOVER = 350;
const LONG = 500;
/** What a tap is for already. */
const PRESSABLE = 'button, a[href], label, summary, [role="button"]';
let count = 0;

export function tip(node: HTMLElement | SVGElement, text: Text): ActionReturn<Text> {
  let now = text;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pressed = false;
  /** The finger came down while the words were shown: it puts them away. */
  let wasShown = false;
  /** The mouse has moved over it, or pressed it, since it came. */
  let met = false;
  let unfollow = (): void => {};
  const bubble = document.createElement('div');
  bubble.className = 'tip';
  bubble.id = `tip-${++count}`;
  bubble.setAttribute('role', 'tooltip');
  bubble.hidden = true;

  const words = (): string => (typeof now === 'function' ? now() : now);

  function show(): void {
    const said = words();
    if (!said) return;
    bubble.textContent = said;
    // inside an open sheet, or it would lie under it
    (node.closest('dialog, main') ?? document.body).append(bubble);
    bubble.hidden = false;
    document.addEventListener('pointerdown', elsewhere, true);
    node.setAttribute('aria-describedby', bubble.id);
    void place();
  }
  /** The placing comes with the first tip, not with the first page. */
  async function place(): Promise<void> {
    const { autoUpdate, computePosition, flip, offset, shift } = await import('@floating-ui/dom');
    if (bubble.hidden) return;
    unfollow();
    unfollow = autoUpdate(node, bubble, () => {
      void computePosition(node, bubble, {
        placement: (node.closest<HTMLElement>('[data-tip-side]')?.dataset['tipSide'] ?? 'top') as Placement,
        strategy: 'fixed',
        middleware: [offset(8), flip(), shift({ padding: 8 })],
      }).then(({ x, y }) => Object.assign(bubble.style, { left: `${x}px`, top: `${y}px` }));
    });
  }
  function hide(): void {
    clearTimeout(timer);
    document.removeEventListener('pointerdown', elsewhere, true);
    unfollow();
    bubble.hidden = true;
    bubble.remove();
    node.removeAttribute('aria-describedby');
  }
  function elsewhere(event: Event): void {
    if (!node.contains(event.target as Node)) hide();
  }
  const isMouse = (event: Event): boolean => (event as PointerEvent).pointerType === 'mouse';
  const later = (wait: number): void => {
    clearTimeout(timer);
    timer = setTimeout(show, wait);
  };

  const listeners: Record<string, (event: Event) => void> = {
    pointermove: (event) => {
      const { movementX, movementY } = event as PointerEvent;
      if (met || !isMouse(event) || (!movementX && !movementY)) return;
      met = true;
      later(HOVER);
    },
    // a finger leaves when it is lifted: what it has opened stays to be read
    pointerleave: (event) => {
      if (!isMouse(event)) return;
      met = false;
      hide();
    },
    pointerdown: (event) => {
      pressed = false;
      met = true;
      if (isMouse(event)) return hide();
      wasShown = !bubble.hidden;
      clearTimeout(timer);
      timer = setTimeout(() => {
        pressed = true;
        show();
      }, LONG);
    },
    pointerup: (event) => {
      if (pressed) return;
      hide();
      if (!isMouse(event) && !wasShown && !node.closest(PRESSABLE)) show();
    },
    pointercancel: hide,
    // a long press asks, it does not choose
    click: (event) => {
      if (!pressed) return;
      pressed = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    contextmenu: (event) => pressed && event.preventDefault(),
    focus: () => node.matches(':focus-visible') && show(),
    blur: hide,
    keydown: (event) => (event as KeyboardEvent).key === 'Escape' && hide(),
  };
  for (const [name, listener] of Object.entries(listeners)) {
    node.addEventListener(name, listener, name === 'click' ? { capture: true } : undefined);
  }
  return {
    update(text) {
      now = text;
      if (!bubble.hidden) bubble.textContent = words();
    },
    destroy() {
      hide();
      for (const [name, listener] of Object.entries(listeners)) {
        node.removeEventListener(name, listener, name === 'click' ? { capture: true } : undefined);
      }
    },
  };
}
