// Something that happens once when a value changes, as a sound or a spoken sentence, rather than something that is drawn.

import { untrack } from 'svelte';

/** Do `then` whenever `value` has become another, the first time with no value before; only `value` is watched. */
export function onChange<T>(value: () => T, then: (now: T, before: T | undefined) => void): void {
  let before: T | undefined;
  $effect(() => {
    const now = value();
    if (now === before) return;
    untrack(() => then(now, before));
    before = now;
  });
}
