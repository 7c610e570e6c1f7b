import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { type Ratio, type RatioBound, ratios } from './bench-ratios.ts';

interface MeasuredRatio extends Partial<Ratio> {
  readonly name: string;
  readonly should: string;
  readonly holds: boolean;
  readonly problem?: string;
}

const shouldBe = ({ most, least }: RatioBound): string => (most === undefined ? `>= ${least}` : `<= ${most}`);

const holds = ({ most = Number.POSITIVE_INFINITY, least = 0 }: RatioBound, { value }: Ratio): boolean =>
  value <= most && value >= least;

async function measureOne(name: string, bound: RatioBound): Promise<MeasuredRatio> {
  const should = shouldBe(bound);
  try {
    const ratio = await bound.measure();
    return { name, should, holds: holds(bound, ratio), ...ratio };
  } catch (error) {
    return { name, should, holds: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

const row = ({ name, value, should, holds: held, parts = {}, problem }: MeasuredRatio): string => {
  const made = Object.entries(parts).map(([part, number]) => `${number} ${part}`);
  const details = problem ?? made.join(', ');
  return `${name.padEnd(14)} ${(value?.toFixed(2) ?? '?').padStart(7)}  ${should.padEnd(7)} ${held ? 'yes' : 'NO '}  ${details}`;
};

const asked = process.argv.slice(2);
const stranger = asked.find((name) => !Object.hasOwn(ratios, name));
if (stranger !== undefined) {
  process.stderr.write(`bench measures ${Object.keys(ratios).join(', ')}\n`);
  process.exit(2);
}

process.stdout.write('measure          value  should  holds  made of\n');
const measured: MeasuredRatio[] = [];
for (const [name, bound] of Object.entries(ratios)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const one = await measureOne(name, bound);
  measured.push(one);
  process.stdout.write(`${row(one)}\n`);
}

mkdirSync('reports', { recursive: true });
const run = { format: 1, node: process.version, processors: cpus().length, at: new Date().toISOString() };
writeFileSync('reports/bench.json', `${JSON.stringify({ ...run, ratios: measured }, null, 2)}\n`);
process.exit(measured.every((one) => one.holds) ? 0 : 1);
