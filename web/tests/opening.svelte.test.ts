// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { expect, it } from 'vitest';
import { speech } from '../src/lib/texts.svelte';

it('does not disturb whoever asked for texts when they come or the language changes', async () => {
  let runs = 0;
  const stop = $effect.root(() => {
    $effect(() => {
      runs += 1;
      void speech.open('ingenious');
    });
  });
  flushSync();
  await speech.open('ingenious');
  flushSync();
  await speech.use('de', false);
  flushSync();
  expect([runs, speech.has('ingenious', 'title')]).toEqual([1, true]);
  stop();
  await speech.use('en', false);
});
