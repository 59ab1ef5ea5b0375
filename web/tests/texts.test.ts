// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { parse } from '../src/lib/icu';
import { LANGUAGES } from '../src/lib/texts.svelte';
import { tell } from '../src/lib/telling';
import { speech, sayer } from '../src/lib/texts.svelte';

const files = import.meta.glob<Record<string, string>>('../../locales/*/*.json', { import: 'default', eager: true });
const boards = import.meta.glob('../src/games/*/Board.svelte');

describe('texts', () => {
  it('can all be read by the browser', () => {
    for (const [file, texts] of Object.entries(files)) {
      for (const [key, message] of Object.entries(texts)) expect(() => parse(message), `${file} ${key}`).not.toThrow();
    }
  });
  it('exist in every language for every board', () => {
    for (const path of Object.keys(boards)) {
      const game = path.split('/')[3]!;
      for (const language of LANGUAGES) {
        const texts = files[`../../locales/${language}/${game}.json`];
        expect(texts, `${language}/${game}`).toBeDefined();
        for (const key of ['title', 'tagline']) expect(texts![key], `${language}/${game} ${key}`).toBeTruthy();
      }
    }
  });
  it('tell events from the viewer’s side', async () => {
    await speech.open('hanamikoji');
    const say = sayer('hanamikoji');
    const event = {
      kind: 'took',
      data: { who: 0, rival: 1, cards: ['#card.tea'], left: ['#card.fan', '#card.flute'] },
    };
    expect(tell(event, 'hanamikoji', say, ['Kiku', 'Adept'], 0)).toContain('You take tea set');
    expect(tell(event, 'hanamikoji', say, ['Kiku', 'Adept'], 1)).toContain('Kiku takes tea set');
    expect(tell({ kind: 'unheard', data: {} }, 'hanamikoji', say, [], null)).toBe('');
  });
  it('leave the place of a game’s words empty until they are here', async () => {
    expect(sayer('ingenious')('title').trim()).toBe('');
    await speech.open('ingenious');
    expect(sayer('ingenious')('title')).toBe('Ingenious');
  });
  it('change language without a reload', async () => {
    await speech.open('web');
    await speech.use('pl', false);
    expect(speech.say('web', 'yes')).toBe('Tak');
    await speech.use('en', false);
    expect(speech.say('web', 'yes')).toBe('Yes');
  });
});
