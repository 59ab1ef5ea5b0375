// Light and dark.

import { remember } from './storage';

class Settings {
  theme = $state<'light' | 'dark'>(document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light');

  turnTheme(): void {
    this.theme = this.theme === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset['theme'] = this.theme;
    remember('theme', this.theme);
  }
}

export const settings = new Settings();
