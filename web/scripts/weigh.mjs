// Weighs the first load (everything the welcome page needs, compressed) and refuses more than 200 kB; then what each
// board brings on top of it, its code and pictures, and refuses more than 120 kB.
import { readFileSync, rmSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LIMIT = 200_000;
const BOARD_LIMIT = 120_000;
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'src', 'ochaya', 'server', 'static');
const manifest = JSON.parse(readFileSync(join(root, '.vite', 'manifest.json'), 'utf8'));
rmSync(join(root, '.vite'), { recursive: true });
const files = new Set(['index.html', 'theme.js', 'icon.svg']);
function take(key, into) {
  const chunk = manifest[key];
  for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) into.add(file);
  for (const other of chunk.imports ?? []) take(other, into);
}
function weigh(some) {
  let sum = 0;
  for (const file of some) {
    const bytes = readFileSync(join(root, file));
    sum += file.endsWith('.woff2') ? bytes.length : gzipSync(bytes, { level: 9 }).length;
  }
  return sum;
}
const entries = [
  'index.html',
  '../locales/en/web.json',
  '../locales/en/site.json',
  '../locales/en/hanamikoji.json',
  'src/games/hanamikoji/Emblem.svelte',
];
for (const key of entries) if (manifest[key]) take(key, files);
const sum = weigh(files);
console.log(`first load: ${(sum / 1000).toFixed(1)} kB compressed in ${files.size} files (limit ${LIMIT / 1000} kB)`);
let isHeavy = sum > LIMIT;
for (const key of Object.keys(manifest).filter((name) => /^src\/games\/[^_][^/]*\/Board\.svelte$/.test(name))) {
  const own = new Set();
  take(key, own);
  const more = weigh([...own].filter((file) => !files.has(file)));
  console.log(`board of ${key.split('/')[2]}: ${(more / 1000).toFixed(1)} kB (limit ${BOARD_LIMIT / 1000} kB)`);
  isHeavy ||= more > BOARD_LIMIT;
}
if (isHeavy) process.exit(1);
