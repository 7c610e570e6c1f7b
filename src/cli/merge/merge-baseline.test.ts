import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endpointNames } from '#baseline';
import { startSandbox } from '#sandbox';
import { commandHere } from '../testing/terminal.test.support.ts';

const built = commandHere();

/** The files of a baseline without the speed of answers, which is that of this machine. */
const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder).map((file) => [
      file,
      readFileSync(join(folder, file), 'utf8').replace(/\n +"speed": "[^"]+",?/, ''),
    ]),
  );

test('what shards observed is the same baseline as what one machine did, and Allure has one page', async () => {
  const sandbox = await startSandbox();
  const env = {
    PATH: process.env.PATH ?? '',
    ...sandbox.settings,
    RAMP_QUIET_ACCOUNT: 'true',
    RAMP_RELEASE: '2.14',
  };
  const command = async (line: string) => {
    const { code, err } = await built.run(line.split(' '), env);
    expect({ line, code, err }).toEqual({ line, code: 0, err: '' });
  };
  try {
    const run = 'run --profile smoke --seed 7 --reports';
    for (const index of [1, 2, 3]) await command(`${run} part-${index} --shard ${index}/3`);
    await command('merge part-1 part-2 part-3 --reports merged');
    await command('baseline accept vendor --reports merged');
    await command(`${run} whole`);
    await command('baseline accept vendor --reports whole');
  } finally {
    await sandbox.close();
  }
  const [merged, whole] = ['merged', 'whole'].map((name) =>
    filesIn(join(built.folder, name, 'baselines/vendor')),
  );
  expect(Object.keys(merged ?? {}).sort()).toEqual(endpointNames.map((name) => `${name}.json`).sort());
  expect(merged).toEqual(whole);
  const hasPage = (name: string) => existsSync(join(built.folder, name, 'allure-report/index.html'));
  expect(['part-1', 'merged', 'whole'].map(hasPage)).toEqual([false, true, true]);
  expect(readdirSync(join(built.folder, 'part-1'))).toContain('allure-results');
  const file = join(built.folder, 'merged/baselines/vendor/balances.read.json');
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    text.replace('"$": "object req"', '"$": "array req"').replace('"$": "object"', '"$": "array"'),
  );
  const later = 'merge part-1 part-2 part-3 --reports merged --baseline vendor --release 2.15 --quiet';
  const { accepted } = JSON.parse(text);
  expect(accepted).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(await built.run(later.split(' '), env)).toMatchObject({
    code: 1,
    out: expect.stringMatching(
      `^No promise broken, but the service changed: 1 breaking since baseline vendor \\(accepted ${accepted}, release 2\\.14\\)\\. \\S+, release 2\\.15, `,
    ),
  });
});
