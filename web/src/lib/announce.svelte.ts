// The voice for screen readers: every move in words, one after the other, in a polite live region.

class Voice {
  lines = $state<{ key: number; text: string }[]>([]);
  private count = 0;

  say(text: string): void {
    if (!text) return;
    this.lines = [...this.lines.slice(-7), { key: ++this.count, text }];
  }

  /** What was said is for one player's ears: another takes the screen. */
  forget(): void {
    this.lines = [];
  }
}

export const voice = new Voice();
