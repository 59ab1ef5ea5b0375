// Motion that explains: a piece travels from where its like was last seen to its new place.

import { cubicOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';
import { duration as liked, isStill } from './preferences.svelte';

/** Remembers where named places were on the screen before the last change. */
export class Places {
  private rects = new Map<string, DOMRect>();

  /** Note where every element with data-place is now (call before the page changes). */
  note(root: ParentNode | null | undefined): void {
    if (!root) return;
    for (const element of root.querySelectorAll<HTMLElement>('[data-place]')) {
      this.rects.set(element.dataset['place']!, element.getBoundingClientRect());
    }
  }

  where(name: string): DOMRect | undefined {
    return this.rects.get(name);
  }
}

/** A Svelte transition: arrive from a noted place (or fade in where none is known). */
export function travel(
  node: Element,
  {
    places,
    from,
    delay = 0,
    duration = 520,
  }: { places: Places; from?: string | undefined; delay?: number; duration?: number },
): TransitionConfig {
  if (isStill()) return { duration: 0 };
  const start = from ? places.where(from) : undefined;
  const end = node.getBoundingClientRect();
  if (!start || !end.width) return { delay: liked(delay), duration: liked(260), css: (t) => `opacity:${t}` };
  const dx = start.left + start.width / 2 - end.left - end.width / 2;
  const dy = start.top + start.height / 2 - end.top - end.height / 2;
  const scale = Math.min(2.5, Math.max(0.4, start.width / end.width));
  return {
    delay: liked(delay),
    duration: liked(duration),
    easing: cubicOut,
    css: (t, u) =>
      `transform: translate(${dx * u}px, ${dy * u - Math.sin(t * Math.PI) * 18}px) scale(${1 + (scale - 1) * u}); opacity:${Math.min(1, t * 4)}; z-index: 5;`,
  };
}
