import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planAcceptance } from '#baseline';
import { readFacts } from '#facts';
import { newFolder, readCall, recordedTerminal } from '../../testing/terminal.test.support.ts';
import { runOptions } from '../options.ts';
import { readConfig } from './config.ts';

test('a baseline of one path of a host is none of another', () => {
  const cwd = newFolder();
  const facts = readFacts({ 'balances.read': { '$.currency': 'text' } });
  const root = join(cwd, 'reports/baselines');
  planAcceptance({ root, name: 'vendor', target: 'ramp.example.com/sandbox', facts, reason: undefined }).write();
  const configFor = (url: string) => {
    const args = ['--baseline', 'vendor', '--base-url', url];
    const terminal = recordedTerminal(args, { cwd, env: { RAMP_API_KEY: 'key-of-a-test' } });
    return readConfig(readCall(runOptions, terminal));
  };
  expect(configFor('https://ramp.example.com/sandbox/').baseline?.name).toBe('vendor');
  for (const path of ['', '/prod', '/sandbox/v1'])
    expect(() => configFor(`https://ramp.example.com${path}`)).toThrow(
      /belongs to ramp\.example\.com\/sandbox, but this run tests/,
    );
});
