import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { mutantsOf } from './mutate.ts';
import { parseRulings } from './report.ts';
import { isServed, readSources } from './sources.ts';
import { loadLanguage } from './syntax.ts';

const at = (path: string): string => resolve(import.meta.dirname, '../..', path);

test('every ruling names a mutant that the sandbox still has', async () => {
  const [sources, language] = await Promise.all([readSources(at('sandbox')), loadLanguage()]);
  const served = sources.filter(isServed);
  const ids = new Set(
    served.flatMap(({ file, text }) => mutantsOf(file, text, language)).map(({ id }) => id),
  );
  const rulings = parseRulings(readFileSync(at('faults/mutants.json'), 'utf8'), 'mutants.json');
  expect(rulings.length).toBeGreaterThan(0);
  expect(rulings.map(({ mutant }) => mutant).filter((id) => !ids.has(id))).toEqual([]);
});
