import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operationIds, operationOf } from '#contract';
import type { Verdict } from '#reporting';
import { buildCommand } from './built.test.support.ts';
import { startFaultyService } from './replay-service.test.support.ts';

test('smoke asks every endpoint, proves every stated requirement, and keeps its budget', async () => {
  const built = await buildCommand();
  const service = await startFaultyService();
  try {
    const { code, out } = await built.run(['run', '--profile', 'smoke', '--reports', 'smoke'], service.env);
    expect(code).toBe(0);
    const seen = service.seen();
    for (const id of operationIds) {
      const { method, path } = operationOf(id);
      const asked = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?| |$)`);
      expect(
        seen.some((line) => asked.test(line)),
        id,
      ).toBe(true);
    }
    const text = readFileSync(join(built.folder, 'smoke/verdict.json'), 'utf8');
    const { requirements } = JSON.parse(text) as Verdict;
    expect(
      requirements.filter(({ firmness, outcome }) => firmness === 'stated' && outcome !== 'conforms'),
    ).toEqual([]);
    expect(seen.length).toBeLessThanOrEqual(Number(/at most (\d+) requests/.exec(out)?.[1]));
  } finally {
    await service.close();
    rmSync(built.folder, { recursive: true, force: true });
  }
}, 120_000);
