import { expect, test } from 'vitest';
import { memorySandbox, sandboxKeys } from '#sandbox';
import { chooseVariations } from './choice.ts';
import { sightingTexts, watching, withoutValue } from './sightings.ts';

const { together, alone } = chooseVariations({ only: [], circumstances: false });

async function seenUnder(start: string, path: string, role: string, body?: unknown): Promise<readonly string[]> {
  const variation = [...together, ...alone].find(({ id }) => id.startsWith(start));
  if (variation === undefined) throw new Error(`no variation ${start}`);
  const { watched, sightings } = watching(variation);
  const { dispatcher, settings } = memorySandbox({ always: watched });
  const id = settings[`RAMP_${role}_ID`]?.split(',')[0] ?? '';
  await new Promise<void>((resolve) => {
    dispatcher.dispatch(
      {
        origin: 'http://127.0.0.1:9',
        method: body ? 'POST' : 'GET',
        path: path.replace('{}', settings.RAMP_INDIVIDUAL_SUBACCOUNT_ID?.split(',')[0] ?? '').replace('{id}', id),
        headers: { 'x-api-key': sandboxKeys.full, ...(body ? { 'content-type': 'application/json' } : {}) },
        body: body ? JSON.stringify(body) : null,
      },
      { onResponseEnd: () => resolve(), onResponseError: () => resolve() },
    );
  });
  return sightingTexts(sightings());
}

const deposit = { currency: 'USD', amount: 10, accountNumber: '1' };

test.each<[start: string, path: string, role: string, seen: string, body?: unknown]>([
  [
    'timestamps/utc-is',
    '/v1/ramp/subaccount/{}',
    '',
    '(endpoint 1): createdAt is "2025-01-15T09:30:00.125+00:00" instead of "2025-01-15T09:30:00.125Z"',
  ],
  [
    'pages/a-page-past-the-end-is-answered-404',
    '/v2/ramp/{}/banking/offramp/?page=99',
    '',
    '(endpoint 8): the status was 404 instead of 200',
  ],
  ['json/characters', '/v1/ramp/subaccount/{}', '', 'createdAt is written "2025\\u002d01\\u002d15T09:30:00.125Z"'],
  ['json/numbers', '/v1/ramp/banking/balances', '', 'usd is written 1.250005e+5; ngn is written 4500000.0'],
  [
    'subaccount/currencies',
    '/v1/ramp/subaccount/{}',
    '',
    'USD.rails.instant_pay, capabilities.currencies.KES (status "suspended"), capabilities.assets.PYUSD, ',
  ],
  ['subaccount/first-name', '/v1/ramp/subaccount/{}', '', '(endpoint 1): firstName, lastName, phone are null'],
  [
    'listings/the-oldest',
    '/v2/ramp/{}/banking/offramp/?limit=50',
    '',
    '(endpoint 8): data comes in another order, or with other items',
  ],
  [
    'http/the-content-type-names',
    '/v1/ramp/banking/balances',
    '',
    '(endpoint 4): the header content-type is "application/json" instead of "application/json; charset=utf-8"',
  ],
  [
    'deposit/a-simulated-deposit-raises-no',
    '/v1/ramp/{}/banking/deposits/simulate',
    '',
    '(endpoint 5): balance.usd is "125000.50" instead of "125010.50"',
    deposit,
  ],
  [
    'deposit/a-deposit-to-an-unknown',
    '/v1/ramp/{}/banking/deposits/simulate',
    '',
    '(endpoint 5): the status was 404 instead of 204',
    deposit,
  ],
  [
    'withdrawal/the-address-is-masked-altogether',
    '/v1/ramp/{}/banking/withdrawals/{id}',
    'WITHDRAWAL',
    '(endpoint 11): destination_address is "****************" instead of ',
  ],
])('%s', async (start, path, role, seen, body) => {
  expect((await seenUnder(start, path, role, body)).join('\n')).toContain(seen);
});

test('endpoints where a member differs come before those of a header alone', () => {
  const header = ['the header date is "Mon, 30 Nov 2026 08:28:12 GMT"'];
  expect(
    sightingTexts([
      { operation: 'subaccount.read', changes: header },
      { operation: 'balances.read', changes: header },
      { operation: 'offramp.initiate', changes: ['created_at is "b" instead of "a"', ...header] },
    ]),
  ).toEqual([
    expect.stringContaining('(endpoint 7): created_at is'),
    expect.stringContaining('(endpoint 1): the header date'),
    'also at endpoint 4',
  ]);
});

test.each([
  [
    'from.payment_instructions.qr_code is "646" instead of "000"',
    'from.payment_instructions.qr_code has another value',
  ],
  ['firstName, lastName are null', 'a member has another value'],
])('a value that may be personal leaves the name of its member: %s', (change, shown) => {
  expect(withoutValue(change)).toMatch(new RegExp(`^${shown}, which is not shown`));
});
