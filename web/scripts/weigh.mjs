// Weighs the first load (everything the welcome page needs, compressed) and refuses more than 200 kB.
import { readFileSync, rmSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LIMIT = 200_000;
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'src', 'ochaya', 'server', 'static');
const manifest = JSON.parse(readFileSync(join(root, '.vite', 'manifest.json'), 'utf8'));
rmSync(join(root, '.vite'), { recursive: true });
const files = new Set(['index.html', 'theme.js', 'icon.svg']);
function take(key) {
  const chunk = manifest[key];
  for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
  for (const other of chunk.imports ?? []) take(other);
}
const entries = ['index.html', '../locales/en/web.json', '../locales/en/site.json', '../locales/en/hanamikoji.json', 'src/games/hanamikoji/Emblem.svelte'];
for (const key of entries) if (manifest[key]) take(key);
let sum = 0;
for (const file of files) {
  const bytes = readFileSync(join(root, file));
  sum += file.endsWith('.woff2') ? bytes.length : gzipSync(bytes, { level: 9 }).length;
}
console.log(`first load: ${(sum / 1000).toFixed(1)} kB compressed in ${files.size} files (limit ${LIMIT / 1000} kB)`);
if (sum > LIMIT) process.exit(1);
