import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { expectPublished } from '../../schemas/published.test.support.ts';
import { mixedVerdict, reportsWith, verdictOn } from './example.test.support.ts';
import { verdictSchema } from './verdict.ts';

const path = fileURLToPath(new URL('./verdict.schema.json', import.meta.url));
const published = await readFile(path, 'utf8');

test('the published schema is the one that is rendered (vitest -u writes it)', async () => {
  await expectPublished(path, verdictSchema);
});

test('a verdict keeps to the schema, and a grown one to the published schema', () => {
  const schema = z.fromJSONSchema(JSON.parse(published));
  for (const verdict of [mixedVerdict(), verdictOn(reportsWith())]) {
    expect(verdictSchema.parse(verdict)).toEqual(verdict);
    const grown = { ...JSON.parse(JSON.stringify(verdict)), later: 1 };
    expect(schema.safeParse(grown).error).toBeUndefined();
  }
  expect(schema.safeParse({ ...mixedVerdict(), verdict: 'perhaps' }).success).toBe(false);
});
