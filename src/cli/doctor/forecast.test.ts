import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type RequirementId, requirements, type Target } from '#contract';
import { forecastText } from './doctor.ts';
import type { Shortfall } from './dry-run.ts';
import { forecastOf, forecastSchema } from './forecast.ts';

const target = {
  label: 'ramp.example.com',
  environment: 'sandbox',
  embedded: false,
  budgets: { requestsPerSecond: 10 },
} as unknown as Target;

const forecast = (untested: readonly (readonly [RequirementId, Partial<Shortfall>])[] = []) => {
  const lacks = untested.map(
    ([id, lack]) => [id, { variables: [], by: 'user', reason: 'x', ...lack }] as const,
  );
  const orders = { 'onramp.initiate': { accepted: 3, refused: 4 } };
  const dryRun = { untested: new Map<RequirementId, Shortfall>(lacks), requests: 683, seconds: 2, orders };
  return forecastOf(target, 'gate', [], dryRun);
};

test('the time follows from the rate', () => {
  expect(forecast().expected).toMatchObject({ requests: 683, seconds: 69 });
  expect(forecastText(forecast())).toContain('683 requests in about 69 s, 3 accepted orders');
});

test('a requirement counts for each of its endpoints, and its lacks for each variable', () => {
  const { coverage } = forecast([
    ['rails/named-takes-wire', { variables: ['RAMP_NAMED_RECIPIENT_ID', 'RAMP_INDIVIDUAL_SUBACCOUNT_ID'] }],
    ['http/answers-alike', { by: 'nothing to judge' }],
  ]);
  expect(coverage.byEndpoint[7]).toMatchObject({
    operation: 'offramp.initiate',
    lacking: { RAMP_NAMED_RECIPIENT_ID: 1, RAMP_INDIVIDUAL_SUBACCOUNT_ID: 1 },
  });
  const { testable = 0, all = 0 } = coverage.byEndpoint[7] ?? {};
  expect(all - testable).toBe(1);
});

test('each total is explained where it stands', () => {
  const text = forecastText(forecast());
  const gated = requirements.filter(({ firmness }) => firmness === 'stated' || firmness === 'implied').length;
  expect(text).toContain(
    `A verdict counts the ${gated} that are stated or implied; the others are reported.`,
  );
  expect(text).toMatch(
    /^Will be tested .*\n.*\n {2}A rule of several endpoints stands in the row of each\.\n {3}1 GET/,
  );
});

test('what may be required is the widest that nothing untested is part of', () => {
  expect(forecast().require).toEqual(['all']);
  const { require } = forecast([['rails/named-takes-wire', { variables: ['RAMP_NAMED_RECIPIENT_ID'] }]]);
  expect(require).toContain('onramp.initiate');
  expect(require).not.toContain('offramp.initiate');
  expect(require).not.toContain('rails');
  expect(require).toContain('rails/named-takes-swift');
  expect(require.filter((text) => text.startsWith('onramp.initiate/'))).toEqual([]);
});

test('few requirements are listed, many counted', () => {
  const reason = { variables: ['RAMP_WITHDRAWAL_ID'] };
  const ids = requirements.map(({ id }) => id).filter((id) => id.startsWith('withdrawal.read/'));
  const some = forecastText(forecast(ids.slice(0, 2).map((id) => [id, reason])));
  expect(some).toContain(`RAMP_WITHDRAWAL_ID: Withdrawal of the individual subaccount.\n    ${ids[0]}\n`);
  expect(forecastText(forecast(ids.map((id) => [id, reason])))).toContain(
    `    withdrawal.read/ (${ids.length})\n`,
  );
});

test('where setting a variable does not help, the reason stands in its place', () => {
  const text = forecastText(forecast([['rails/named-takes-wire', { reason: 'the run is read-only' }]]));
  expect(text).toMatch(/ 7 POST .* 1: the run is read-only\n/);
});

const path = fileURLToPath(new URL('../doctor.schema.json', import.meta.url));

test('what is published is what is printed (vitest -u writes it, biome lays it out)', async () => {
  const published = readFileSync(path, 'utf8');
  // Members beyond it are allowed, because it grows.
  const rendered = `${JSON.stringify(z.toJSONSchema(forecastSchema, { io: 'input' }), null, 2)}\n`;
  const same = JSON.stringify(JSON.parse(published)) === JSON.stringify(JSON.parse(rendered));
  await expect(same ? published : rendered).toMatchFileSnapshot(path);
  const printed = forecast([['rails/named-takes-wire', { variables: ['RAMP_NAMED_RECIPIENT_ID'] }]]);
  expect(forecastSchema.parse(JSON.parse(JSON.stringify(printed)))).toEqual(printed);
  const grown = { ...printed, later: 1 };
  expect(z.fromJSONSchema(JSON.parse(published)).safeParse(grown).error).toBeUndefined();
});
