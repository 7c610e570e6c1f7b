import { expect, test } from 'vitest';
import { withoutGit } from '../testing/git.test.support.ts';
import { folderWith, problemsOf } from './settings.test.support.ts';

withoutGit();

const base = 'RAMP_BASE_URL=https://ramp.example.com\nRAMP_API_KEY=full-key-of-a-test\n';

test.each([
  ['RAMP_RESTRICTED_API_KEY=narrow-key-of#a-test', ['RAMP_RESTRICTED_API_KEY ends at a #, because # begins a comment']],
  [
    'export RAMP_RESTRICTED_API_KEY = narrow-key-of-a-test#',
    ['RAMP_RESTRICTED_API_KEY ends at a #, because # begins a comment'],
  ],
  ['RAMP_RESTRICTED_API_KEY="narrow-key-of#a-test"', []],
  ['RAMP_RESTRICTED_API_KEY=narrow-key-of-a-test # from the vault', []],
  ['RAMP_AMOUNT=100#each', []],
  [
    ['RAMP_RESTRICTED_API_KEY=', '{VAULT_KEY_OF_A_TEST}'].join('$'),
    ['RAMP_RESTRICTED_API_KEY contains a variable that no shell has replaced'],
  ],
  ['RAMP_AMOUNT=$AMOUNT', ['RAMP_AMOUNT contains a variable that no shell has replaced']],
  [
    'RAMP_RESTRICTED_API_KEY=$(RestrictedKey)',
    ['RAMP_RESTRICTED_API_KEY contains a variable that no shell has replaced'],
  ],
  ['RAMP_RESTRICTED_API_KEY=%VAULT_KEY%', ['RAMP_RESTRICTED_API_KEY contains a variable that no shell has replaced']],
  ...[
    'op://vault/ramp/api-key',
    'ENC[AES256_GCM,data:0a1b,iv:0a1b,tag:0a1b,type:str]',
    'encrypted:BAb0c1d2e3f4',
    'vault:secret/data/ramp',
    'arn:aws:secretsmanager:eu-west-1:000000000000:secret:ramp',
    '{"RAMP_API_KEY":"0a1b2c3d4e5f6071"}',
    '{{ .Values.rampKey }}',
  ].map((key): [string, string[]] => [
    `RAMP_RESTRICTED_API_KEY='${key}'`,
    ['RAMP_RESTRICTED_API_KEY contains a reference to a secret, or an encrypted secret'],
  ]),
])('in a settings file: %s', (line, problems) => {
  expect(problemsOf({ cwd: folderWith({ '.env': `${base}${line}\n` }), env: {} })).toEqual(problems);
});

test.each(['"narrow-key-of-a-test"', "'narrow-key-of-a-test'"])('quotes that came with the value: %s', (value) => {
  const env = { RAMP_BASE_URL: value, RAMP_API_KEY: 'full-key-of-a-test', RAMP_RESTRICTED_API_KEY: value };
  expect(problemsOf({ cwd: folderWith(), env })).toEqual([
    'RAMP_BASE_URL has quotes around its value',
    'RAMP_RESTRICTED_API_KEY has quotes around its value',
  ]);
});
