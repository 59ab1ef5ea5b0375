// Light and dark, sounds on and off: the browser's own settings.

import { recall, remember } from './storage';

class Settings {
  theme = $state<'light' | 'dark'>(document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light');
  sounds = $state(recall('sounds') === 'on');

  turnTheme(): void {
    this.theme = this.theme === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset['theme'] = this.theme;
    remember('theme', this.theme);
  }

  turnSounds(): void {
    this.sounds = !this.sounds;
    remember('sounds', this.sounds ? 'on' : 'off');
  }
}

export const settings = new Settings();
