import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planAcceptance } from '#baseline';
import { readFacts } from '#facts';
import { newFolder, readCall, recordedTerminal } from '../../testing/terminal.test.support.ts';
import { runOptions } from '../options.ts';
import { readConfig } from './config.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/commands.md'), 'utf8');
const [, example = ''] = /^## `ramp-conformance\.json`$.*?^```json\n(.*?)^```$/ms.exec(page) ?? [];

/** With the baseline and the waivers that the example names. */
const projectWith = (config: string): string => {
  const cwd = newFolder();
  writeFileSync(join(cwd, 'ramp-conformance.json'), config);
  writeFileSync(join(cwd, 'waivers.json'), '{ "format": 1, "waivers": [] }');
  const facts = readFacts({ 'balances.read': { '$.currency': 'text' } });
  const targets = { reports: 'embedded sandbox', 'reports/staging': 'staging.example.com' };
  for (const [reports, target] of Object.entries(targets)) {
    const root = join(cwd, reports, 'baselines');
    planAcceptance({ root, name: 'vendor-2.3', target, facts, reason: undefined }).write();
  }
  return cwd;
};

const callIn = (cwd: string, args: readonly string[]) => {
  const env = { STAGING_API_KEY: 'key-of-staging', STAGING_RESTRICTED_API_KEY: 'narrow-key-of-staging' };
  return readCall(runOptions, recordedTerminal(args, { cwd, env }));
};

test.each([[[]], [['--target', 'staging']]])('the example of docs/commands.md works as printed: %j', (args) => {
  const call = callIn(projectWith(example), args);
  const { required, leftOut, baseline, settings } = readConfig(call);
  expect([...(required ?? [])]).toContain('records/carry-content-in-texts');
  expect([...(required ?? [])]).toContain('rails/named-takes-wire');
  expect(leftOut?.get('lightning-offramp.initiate/answers-with-its-record')).toContain('Payments team');
  expect(baseline?.name).toBe('vendor-2.3');
  expect(settings.service?.baseUrl).toBe(args.length > 0 ? 'https://staging.example.com' : undefined);
});
