// How a player likes their boards: speed, confirming, sounds, text size, marks, left hand. Kept on the device.

import { recall, remember } from './storage';

export interface Preferences {
  /** Animation speed: 0 stands still, 2 is twice as fast. */
  speed: (typeof SPEEDS)[number];
  /** Whether a complete choice waits for a confirmation. */
  confirm: boolean;
  /** 0 is silent. */
  volume: number;
  /** Text on boards, as a factor. */
  text: (typeof TEXTS)[number];
  /** Letters beside colours everywhere. */
  marks: boolean;
  /** What is pressed most lies at the left. */
  left: boolean;
}

export const SPEEDS = [0, 0.5, 1, 2] as const;
export const TEXTS = [1, 1.15, 1.3] as const;

/** Sounds are on, but low. */
export const DEFAULTS: Preferences = { speed: 1, confirm: true, volume: 0.3, text: 1, marks: false, left: false };

/** Whether a kept value is one we still know. */
function isKnown(name: string, said: unknown): boolean {
  if (name === 'speed') return SPEEDS.includes(said as Preferences['speed']);
  if (name === 'text') return TEXTS.includes(said as Preferences['text']);
  if (name === 'volume') return typeof said === 'number' && said >= 0 && said <= 1;
  return typeof said === 'boolean';
}

function kept(): Preferences {
  try {
    const read = JSON.parse(recall('preferences') ?? '{}') as Record<string, unknown>;
    const known = Object.entries(DEFAULTS).map(([name, value]: [string, unknown]) => {
      const said = read[name];
      return [name, isKnown(name, said) ? said : value];
    });
    return Object.fromEntries(known) as Preferences;
  } catch {
    return { ...DEFAULTS };
  }
}

class Kept implements Preferences {
  private values = $state<Preferences>(kept());

  get speed() {
    return this.values.speed;
  }
  get confirm() {
    return this.values.confirm;
  }
  get volume() {
    return this.values.volume;
  }
  get text() {
    return this.values.text;
  }
  get marks() {
    return this.values.marks;
  }
  get left() {
    return this.values.left;
  }

  constructor() {
    this.apply();
  }

  set<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void {
    this.values[name] = value;
    remember('preferences', JSON.stringify(this.values));
    this.apply();
  }

  /** What the style sheets need to know of it. */
  private apply(): void {
    const { style } = document.documentElement;
    style.setProperty('--text', String(this.values.text));
    style.setProperty('--pace', String(this.values.speed && 1 / this.values.speed));
  }
}

export const preferences = new Kept();

/** Whether the player's system or settings ask for no motion. */
export const isStill = (): boolean => preferences.speed === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Milliseconds as the player likes them. */
export const duration = (ms: number): number => (isStill() ? 0 : ms / preferences.speed);
