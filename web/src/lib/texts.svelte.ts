// Texts in four languages. `t` says the site's texts with typed keys; `sayer(game)` says a game's own.

import { untrack } from 'svelte';
import { format, type Params } from './icu';
import type { Keys } from './keys';
import { recall, remember } from './storage';

export const LANGUAGES = ['en', 'pl', 'fr', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', pl: 'Polski', fr: 'Français', de: 'Deutsch' };

type Texts = Record<string, string>;
const NOTHING_YET = '\u00a0';
export type Say = (key: string, params?: Params) => string;
type Args<K extends keyof Keys> = Keys[K] extends undefined ? [] : [Keys[K]];

const files = import.meta.glob<Texts>(['../../../locales/*/*.json', '!../../../locales/*/terminal.json'], {
  import: 'default',
});

function isLanguage(text: string | null | undefined): text is Language {
  return LANGUAGES.includes(text as Language);
}

/** The language to begin with: the chosen one, else the browser's, else English. */
export function preferred(): Language {
  const chosen = recall('language');
  if (isLanguage(chosen)) return chosen;
  for (const tag of navigator.languages ?? [navigator.language]) {
    const short = tag.slice(0, 2).toLowerCase();
    if (isLanguage(short)) return short;
  }
  return 'en';
}

class Speech {
  language = $state<Language>('en');
  private books = $state.raw<Record<string, Texts>>({});
  private wanted = new Set<string>();

  /**
   * Load a book of texts ("web", "site" or a game's name) in the language in use. Whoever asks is not asked again when it
   * has come, nor when the language changes: `use` opens again whatever was wanted.
   */
  async open(book: string): Promise<void> {
    this.wanted.add(book);
    await untrack(() => this.load(this.language, book));
  }

  private async load(language: Language, book: string): Promise<void> {
    const name = `${language}/${book}`;
    if (this.books[name]) return;
    const file = files[`../../../locales/${name}.json`];
    if (!file) return;
    const texts = await file();
    this.books = { ...this.books, [name]: texts };
  }

  /** Change the language: everything on the page is said anew, nothing is reloaded. */
  async use(language: Language, keep = true): Promise<void> {
    await Promise.all([...this.wanted].map((book) => this.load(language, book)));
    this.language = language;
    document.documentElement.lang = language;
    if (keep) remember('language', language);
  }

  /** Whether there are texts of such a game. */
  isGame(name: string): boolean {
    return !['web', 'site'].includes(name) && `../../../locales/${this.language}/${name}.json` in files;
  }

  has(book: string, key: string): boolean {
    return this.books[`${this.language}/${book}`]?.[key] !== undefined;
  }

  say(book: string, key: string, params: Params = {}): string {
    const texts = this.books[`${this.language}/${book}`];
    // while a game's texts are on their way its place stays empty, and as high as a line
    if (!texts && this.isGame(book)) return NOTHING_YET;
    const message = texts?.[key];
    return message === undefined ? key : format(message, params, this.language);
  }
}

export const speech = new Speech();

/** Say one of the site's texts. */
export function t<K extends keyof Keys>(key: K, ...args: Args<K>): string {
  return speech.say('web', key, args[0]);
}

/** Say a text whose key comes from the server (an error, a level): the browser's own first, then the house's. */
export function told(key: string, params: Params = {}): string {
  return speech.has('web', key) ? speech.say('web', key, params) : speech.say('site', key, params);
}

/** Give the speaker of one game's texts; `#key` parameters are themselves texts of the game. */
export function sayer(game: string): Say {
  const say: Say = (key, params = {}) => speech.say(game, key, spell(params, say));
  return say;
}

/** Replace `#key` values by their texts and join lists. */
export function spell(params: Params, say: Say): Params {
  const one = (value: unknown): unknown => {
    if (typeof value === 'string' && value.startsWith('#')) return say(value.slice(1));
    if (Array.isArray(value)) return value.map(one).join(', ');
    return value;
  };
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, one(value)]));
}
