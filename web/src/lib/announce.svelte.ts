// The voice for screen readers: every move in words, one after the other, in a polite live region.

import { untrack } from 'svelte';

class Voice {
  lines = $state<{ key: number; text: string }[]>([]);
  private count = 0;

  say(text: string): void {
    if (!text) return;
    // whoever speaks inside an effect does not listen to the voice
    this.lines = [...untrack(() => this.lines).slice(-7), { key: ++this.count, text }];
  }

  /** What was said is for one player's ears: another takes the screen. */
  forget(): void {
    this.lines = [];
  }
}

export const voice = new Voice();
