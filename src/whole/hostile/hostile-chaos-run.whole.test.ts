import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLedger } from '#client';
import { readFileLines } from '#lib';
import type { Verdict } from '#reporting';
import { startSandbox } from '#sandbox';
import { commandHere } from '../../testing/terminal.test.support.ts';
import { startWire } from '../../testing/wire.test.support.ts';
import { type Kind, kinds, mishandle, randomFrom } from './chaos.test.support.ts';

const built = commandHere();

/** One reply in so many is mishandled, once the probes have passed. */
const oneIn = 7;
const probes = 20;

async function runThrough(seed: number, harm: readonly Kind[]) {
  const random = randomFrom(seed);
  // One for each: the runs go on at once, and the account of each must be quiet.
  const sandbox = await startSandbox();
  const planted: Kind[] = [];
  let requests = 0;
  const wire = await startWire(Number(new URL(sandbox.baseUrl).port), () => {
    requests += 1;
    if (requests <= probes || random() > 1 / oneIn) return undefined;
    const kind = harm[Math.floor(random() * harm.length)] ?? 'reset';
    planted.push(kind);
    return mishandle(kind, random, 300);
  });
  const folder = join(built.folder, `chaos-${seed}`);
  const env = {
    PATH: process.env.PATH ?? '',
    ...sandbox.settings,
    RAMP_BASE_URL: `http://127.0.0.1:${wire.port}`,
    RAMP_TIMEOUT_MS: '60000',
  };
  const args = ['run', '--profile', 'smoke', '--seed', String(seed), '--reports', folder];
  const ended = await built.run(args, env);
  wire.close();
  await sandbox.close();
  const verdict = JSON.parse(readFileSync(join(folder, 'verdict.json'), 'utf8')) as Verdict;
  const posted = wire.requests.filter((line) => line.startsWith('POST')).length;
  return { ...ended, folder, verdict, planted, posted, key: sandbox.settings.RAMP_API_KEY ?? '' };
}

for (const seed of [20_261, 7, 99])
  test.concurrent(`a whole run through random faults of the wire ends by itself and passes nothing: seed ${seed}`, {
    tags: seed === 7 ? [] : ['release'],
  }, async () => {
    const { code, out, err, folder, verdict, planted, posted, key } = await runThrough(seed, kinds);
    expect(planted.filter((kind) => kind !== 'delay' && kind !== 'pieces').length).toBeGreaterThan(5);
    expect([1, 3]).toContain(code);
    expect(verdict.exitCode).toBe(code);
    expect(['deviates', 'inconclusive']).toContain(verdict.verdict);
    // Where the listing is lost as well, so is what became of an order.
    expect((verdict.crashed ?? []).filter((text) => !/of unknown outcome/.test(text))).toEqual([]);
    // A defect of the wire is reported as such, and never as a mistake of ours.
    const reasons = verdict.requirements.map(({ reason = '' }) => reason).join('\n');
    expect(reasons).not.toContain('HARNESS_MISTAKE');
    for (const name of ['compliance.html', 'junit.xml', 'summary.md', 'evidence.csv'])
      expect(existsSync(join(folder, name)), name).toBe(true);
    // Each order is sent once: it has one intent, and one request.
    const orders = readLedger(readFileLines(join(folder, 'ledger.jsonl'))).orders.filter(
      ({ outcome }) => outcome !== 'unsent',
    );
    expect(orders).toHaveLength(posted);
    expect(posted).toBeGreaterThan(10);
    expect(out + err).not.toContain(key);
  });

test.concurrent('faults that leave every answer whole blame nobody', async () => {
  const { code, verdict, planted } = await runThrough(3, ['delay', 'pieces']);
  expect(planted.length).toBeGreaterThan(5);
  expect(verdict.requirements.filter(({ outcome }) => outcome === 'deviates')).toEqual([]);
  expect(code).toBe(0);
});
