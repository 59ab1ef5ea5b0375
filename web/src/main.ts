import './design/tokens.css';
import './design/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { preferred, speech } from './lib/texts.svelte';

async function begin(): Promise<void> {
  speech.language = preferred();
  document.documentElement.lang = speech.language;
  await Promise.all([speech.open('web'), speech.open('site')]);
  mount(App, { target: document.getElementById('app')! });
}

void begin();
