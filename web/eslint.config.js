// The ecosystem's recommended sets; layout is Prettier's. A rule is switched off only with its reason beside it.
import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
  globalIgnores(['src/lib/protocol.ts', 'src/lib/keys.ts']), // generated
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error', reportUnusedInlineConfigs: 'error' },
  },
  {
    files: ['src/**/*.ts', 'tests/**/*.ts'],
    extends: [ts.configs.recommendedTypeCheckedOnly],
    languageOptions: { parserOptions: { projectService: true } },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
    rules: {
      'no-undef': 'off', // svelte-check knows every name, types among them
    },
  },
  { files: ['public/*.js'], languageOptions: { globals: globals.browser } },
  { files: ['scripts/*.mjs'], languageOptions: { globals: globals.node } },
);
