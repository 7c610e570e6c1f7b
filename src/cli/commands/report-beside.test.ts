import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { requirements } from '#contract';
import { faultFinder } from '#faults';
import { startSandbox } from '#sandbox';
import { useAllureResults, withAllurePage } from '../../reporting/allure/generate.test.support.ts';
import { shownIn } from '../../reporting/allure/pack.test.support.ts';
import { noBrowser, openInBrowser } from '../testing/browser.test.support.ts';
import { commandHere } from '../testing/terminal.test.support.ts';

const built = commandHere();

useAllureResults();

const PATH = process.env.PATH ?? '';
const withdrawals = ['run', '--only', 'withdrawal.read', '--profile', 'smoke', '--reports'];

interface Shown {
  readonly environment: string;
  readonly fullName: string;
  readonly status: string;
}

/** Runs against two versions of a service at the same address; resolves to that address. */
async function runVersions(): Promise<string> {
  const first = await startSandbox();
  const { port, host } = new URL(first.baseUrl);
  const run = (name: string, settings: Readonly<Record<string, string>>) =>
    built.run([...withdrawals, name], { PATH, ...settings });
  expect((await run('release-1', first.settings)).code).toBe(0);
  await first.close();
  const next = await startSandbox({ port: Number(port), always: faultFinder('withdrawal.read/id/serial') });
  const { code } = await run('release-2', next.settings);
  await next.close();
  expect(code).toBe(1);
  return host;
}

test('two versions of a service and another target are environments of one report, and a folder without results is refused', async () => {
  const host = await runVersions();
  const quiet = await built.run([...withdrawals, 'embedded', '--quiet'], { PATH });
  expect([quiet.code, quiet.err]).toEqual([0, '']);
  expect(quiet.out).toMatch(/^Conforms.*\n( {2}.*\n)+\n$/);
  const refused = await built.run(['report', '--reports', 'embedded', '--beside', 'nowhere'], { PATH });
  expect(refused.code).toBe(2);
  expect(refused.err).toContain('--beside nowhere holds no allure-results');
  const beside = ['--beside', 'release-1', '--beside', 'embedded'];
  const { code, err } = await withAllurePage(() =>
    built.run(['report', '--reports', 'release-2', ...beside], { PATH }),
  );
  expect({ code, err }).toEqual({ code: 0, err: '' });

  const page = join(built.folder, 'release-2/allure-report/index.html');
  const shown = shownIn<Shown>(page);
  const statuses = ['withdrawal.read/writes-its-identifiers', 'withdrawal.read/writes-its-amounts'].flatMap(
    (id) =>
      shown
        .filter(({ fullName }) => fullName === id)
        .map(({ environment, status }) => `${environment} ${status}`),
  );
  const environments = [host, `${host} (release-1)`, 'embedded sandbox'];
  expect(statuses.sort()).toEqual(
    environments
      .flatMap((name) => [`${name} ${name === host ? 'failed' : 'passed'}`, `${name} passed`])
      .sort(),
  );
  expect(shown).toHaveLength(requirements.length * environments.length);
  if (noBrowser !== undefined) return;
  const opened = await openInBrowser(pathToFileURL(page).href);
  expect(opened.connections).toEqual([]);
  for (const name of environments) expect(opened.dom).toContain(`Environment: "${name}"`);
});
