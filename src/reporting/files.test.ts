import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderCompliance } from './compliance/compliance.ts';
import { green } from './example.test.support.ts';
import { readProof } from './verdict.ts';

test.each([
  [{}, 'the proof in proof.json holds'],
  [
    { madeAt: '2026-11-27T10:00:00.000Z', harness: { version: '0.3.0', catalogue: '0.3.0' } },
    'the proof in proof.json (by version 0.3.0 of 27 Nov 2026, 10:00 UTC) holds',
  ],
])('the page says of a proof by whom it was made and when, where it says so: %j', (made, sentence) => {
  const directory = mkdtempSync(join(tmpdir(), 'ramp-proof-'));
  const matrix = { 'rails/named-takes-wire': { 'a/fault': 'killed' } };
  writeFileSync(join(directory, 'proof.json'), JSON.stringify({ format: 2, ...made, holds: true, matrix }));
  const proof = readProof(directory);
  expect(renderCompliance({ verdict: green, digests: [], proof })).toContain(sentence);
});
