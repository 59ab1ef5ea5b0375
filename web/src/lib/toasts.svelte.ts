// Short messages at the edge of the page: errors that say what is wrong, and small confirmations.

import { Refused } from './api';
import { t, told } from './texts.svelte';

class Toasts {
  list = $state<{ key: number; text: string; bad: boolean }[]>([]);
  private count = 0;

  say(text: string, bad = false): void {
    const key = ++this.count;
    this.list = [...this.list.slice(-2), { key, text, bad }];
    setTimeout(() => this.drop(key), bad ? 8000 : 4000);
  }

  wrong(key: string, details: Record<string, unknown> = {}): void {
    this.say(told(`error.${key}`, details), true);
  }

  caught(error: unknown): void {
    this.say(error instanceof Refused ? error.text : t('error.failed'), true);
  }

  drop(key: number): void {
    this.list = this.list.filter((toast) => toast.key !== key);
  }
}

export const toasts = new Toasts();
