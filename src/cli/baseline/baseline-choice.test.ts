import { expect, test } from 'vitest';
import type { Settings } from '#target';
import { demandSameTarget } from './baseline-choice.ts';

const settings = (baseUrl: string) => ({ service: { baseUrl, keys: { full: '' } } }) as Settings;

test('a baseline of one path of a host is none of another', () => {
  const baseline = { name: 'vendor', target: 'ramp.example.com/sandbox', facts: {}, files: [] };
  demandSameTarget(baseline, settings('https://ramp.example.com/sandbox/'));
  for (const path of ['', '/prod', '/sandbox/v1'])
    expect(() => demandSameTarget(baseline, settings(`https://ramp.example.com${path}`))).toThrow(
      /is of ramp\.example\.com\/sandbox, and this run aims at/,
    );
});
