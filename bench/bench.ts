import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { line, type MeasuredRatio, measured } from './ratio.ts';
import { ratios } from './ratios.ts';

const names = process.argv.slice(2);
if (names.some((name) => !Object.hasOwn(ratios, name))) {
  const rows = Object.entries(ratios).map(([name, { means }]) => `  ${name.padEnd(14)} ${means}`);
  process.stderr.write(`bench measures\n${rows.join('\n')}\n`);
  process.exit(2);
}

process.stdout.write('measure          value  should  holds  made of\n');
const all: MeasuredRatio[] = [];
for (const [name, row] of Object.entries(ratios)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const one = await measured(name, row);
  all.push(one);
  process.stdout.write(`${line(one)}\n`);
}

mkdirSync('reports', { recursive: true });
const about = { format: 1, node: process.version, processors: cpus().length, at: new Date().toISOString() };
writeFileSync('reports/bench.json', `${JSON.stringify({ ...about, ratios: all }, null, 2)}\n`);
process.exit(all.every(({ holds }) => holds) ? 0 : 1);
