import { expect, test } from 'vitest';
import { requirements, riskOf, riskOfFinding } from './index.ts';

test('each requirement has a risk', () => {
  const counts: Record<string, number> = {};
  for (const { id } of requirements) {
    const risk = riskOf(id) ?? 'none';
    counts[risk] = (counts[risk] ?? 0) + 1;
  }
  expect(counts).toMatchInlineSnapshot(`
    {
      "critical": 207,
      "high": 130,
      "low": 102,
      "medium": 105,
    }
  `);
  expect(riskOf('onramp.initiate/unheard-of')).toBeUndefined();
});

test.each([
  ['a key that must be refused and is served', 'balances.read/refuses-a-missing-key', 'critical'],
  ['the data of another customer', 'conversion.read/keeps-to-its-subaccount', 'critical'],
  ['an order without verification', 'onramp.initiate/refuses-without-approved-kyc', 'critical'],
  ['an order over a rail that must be refused', 'rails/named-refuses-ach', 'critical'],
  ['a deposit that is credited twice', 'deposit.simulate/moves-its-own-balance-alone', 'critical'],
  ['wrong amounts', 'onramp.initiate/adds-up-its-fees', 'critical'],
  ['a valid order that is refused', 'rails/named-takes-wire', 'high'],
  ['an order that is not listed', 'offramp.initiate/can-be-listed', 'high'],
  ['a member that is missing', 'subaccount.read/has-its-members', 'high'],
  ['a status that is wrong in the body', 'errors/repeat-the-status', 'medium'],
  ['a date in another form', 'individual-kyc.read/writes-its-dates', 'low'],
  ['an open question', 'onramp.initiate/success-status', 'low'],
])('%s: %s is %s', (_what, id, risk) => {
  expect(riskOf(id)).toBe(risk);
});

test.each([
  ['balances.read/refuses-a-missing-key', 'NOT_REFUSED', 'critical'],
  ['balances.read/refuses-a-missing-key', 'SERVER_ERROR', 'high'],
  ['balances.read/refuses-a-missing-key', 'WRONG_STATUS', 'medium'],
  ['balances.read/refuses-a-missing-key', 'MISSING_MEMBER', 'medium'],
  ['onramp.initiate/holds-through-a-sequence', 'WRONG_STATUS', 'medium'],
  ['onramp.initiate/holds-through-a-sequence', 'NOT_REFUSED', 'critical'],
  ['balances.read/answers-with-its-record', 'MISSING_MEMBER', 'high'],
  ['withdrawal.read/writes-its-amounts', 'NOT_A_DECIMAL', 'high'],
  ['withdrawal.read/writes-its-amounts', 'WRONG_PLACES', 'medium'],
  ['onramp.initiate/refuses-an-unlisted-asset', 'WRONG_MESSAGE', 'medium'],
  ['rails/named-takes-wire', 'WRONG_STATUS', 'high'],
  ['individual-kyc.read/writes-its-dates', 'SERVER_ERROR', 'low'],
])('a finding of %s is less grave where nothing was served: %s, %s', (id, code, risk) => {
  expect(riskOfFinding(id, code)).toBe(risk);
});
