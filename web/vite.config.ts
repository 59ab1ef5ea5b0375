/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// The server gives these files out under its strict Content-Security-Policy: nothing inline, nothing from elsewhere.
export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  base: '/',
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  build: {
    outDir: '../src/ochaya/server/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  test: {
    environment: 'node',
    css: { include: [/tokens\.css/, /ingenious\.css/] },
    include: ['tests/**/*.test.ts'],
    testTimeout: 60_000, // a busy machine is slow, not wrong
  },
}));
