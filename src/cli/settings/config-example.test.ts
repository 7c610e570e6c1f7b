import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { acceptFacts } from '#baseline';
import { readCall } from '../arguments.ts';
import { run } from '../run/run.ts';
import { readChoices } from '../run/run-choices.ts';
import { newFolder, recordedTerminal } from '../testing/terminal.test.support.ts';
import { withConfig } from './config.ts';
import { settingsFor } from './settings.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/commands.md'), 'utf8');
const [, example = ''] = /^## `ramp-conformance\.json`$.*?^```json\n(.*?)^```$/ms.exec(page) ?? [];

/** With the baseline and the waivers that the example names. */
const projectWith = (config: string): string => {
  const cwd = newFolder();
  writeFileSync(join(cwd, 'ramp-conformance.json'), config);
  writeFileSync(join(cwd, 'waivers.json'), '{ "format": 1, "waivers": [] }');
  const facts = { 'balances.read': { '$.currency': 'text' } };
  for (const reports of ['reports', 'reports/staging']) {
    const root = join(cwd, reports, 'baselines');
    acceptFacts({ root, name: 'vendor-2.3', target: 'staging.example.com', facts, reason: undefined });
  }
  return cwd;
};

const callIn = (cwd: string, args: readonly string[]) => {
  const env = { STAGING_API_KEY: 'key-of-staging', STAGING_RESTRICTED_API_KEY: 'narrow-key-of-staging' };
  return withConfig(readCall(run, args, recordedTerminal(args, { cwd, env })));
};

test.each([[[]], [['--target', 'staging']]])(
  'the example of docs/commands.md works as printed: %j',
  (args) => {
    const call = callIn(projectWith(example), args);
    const { required, leftOut, baseline } = readChoices(call);
    expect([...(required ?? [])]).toContain('records/carry-content-in-texts');
    expect([...(required ?? [])]).toContain('rails/named-takes-wire');
    expect(leftOut?.get('lightning-offramp.initiate/answers-with-its-record')).toContain('Payments team');
    expect(baseline?.name).toBe('vendor-2.3');
    expect(settingsFor(call).service?.baseUrl).toBe(
      args.length > 0 ? 'https://staging.example.com' : undefined,
    );
  },
);
