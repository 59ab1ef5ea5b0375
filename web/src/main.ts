import './design/tokens.css';
import './design/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { preferred, speech } from './lib/texts.svelte';

/** Polish needs the fonts' second files: wait a moment for them, so that no letter changes its face later. */
async function letters(): Promise<void> {
  if (speech.language !== 'pl') return;
  const loaded = ['1em "Source Sans 3"', '1em Marcellus'].map((font) => document.fonts.load(font, 'ęł'));
  await Promise.race([Promise.all(loaded).catch(() => {}), new Promise((go) => setTimeout(go, 600))]);
}

async function begin(): Promise<void> {
  speech.language = preferred();
  document.documentElement.lang = speech.language;
  await Promise.all([speech.open('web'), speech.open('site'), letters()]);
  mount(App, { target: document.getElementById('app')! });
}

void begin();
