// Soft sounds, made on the spot (no files): a wooden tap for a move, a bowl for the turn, a chord for the end.

import { preferences } from './preferences.svelte';

let context: AudioContext | null = null;

/** Browsers allow no sound before the page was touched, after a reload for example. */
const isTouched = (): boolean => navigator.userActivation?.hasBeenActive ?? true;

function tone(frequency: number, seconds: number, loudness: number, delay = 0, type: OscillatorType = 'sine'): void {
  const volume = loudness * preferences.volume;
  if (!volume || typeof AudioContext === 'undefined' || !isTouched()) return;
  context ??= new AudioContext();
  const start = context.currentTime + delay;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = type;
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds);
}

export const sounds = {
  tap: (): void => tone(320, 0.09, 0.3, 0, 'triangle'),
  turn: (): void => {
    tone(587, 1.1, 0.18);
    tone(880, 0.9, 0.08, 0.02);
  },
  end: (): void => [392, 523, 659, 784].forEach((frequency, i) => tone(frequency, 1.4, 0.13, i * 0.12)),
};
