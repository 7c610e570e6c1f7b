import { expect, test } from 'vitest';
import { renderExample } from './example.ts';
import { variableNames } from './table.ts';

test('.env.example is what the table of settings renders', async () => {
  await expect(renderExample()).toMatchFileSnapshot('../../.env.example');
});

test('.env.example names every variable once and sets none', () => {
  const lines = renderExample().split('\n');
  for (const name of variableNames)
    expect(lines.filter((line) => new RegExp(`^(# )?${name}=`).test(line))).toHaveLength(1);
  expect(lines.filter((line) => /^RAMP_\w+=./.test(line))).toEqual([]);
});
