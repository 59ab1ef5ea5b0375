// node node.mjs BUNDLE DESCRIPTION < questions: answers lines of JSON; a line {"pace": [...]} asks for milliseconds of processor time.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

const [bundle, description] = process.argv.slice(2);
const { answer, pace, start } = await import(bundle);
const about = JSON.parse(readFileSync(description, 'utf8'));
const hex = (name) => (name ? readFileSync(join(dirname(description), name)).toString('hex') : null);
const master = await start(about, hex(about.module), hex(about.weights));
for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  const told = asked.pace ? pace(master, asked.pace, () => process.cpuUsage().user / 1000) : answer(master, asked);
  process.stdout.write(JSON.stringify(told) + '\n');
}
