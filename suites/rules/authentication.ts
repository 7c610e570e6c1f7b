import { randomUUID } from 'node:crypto';
import { alteredKey, isAlteredKey, isMisplacedKey, misplacement } from '#generators';
import { type Conformance, type Input, type OperationId, operationIds, test } from '#harness';
import { exampleOf, repliesOf } from '../given/example.ts';
import { keyRefusals } from '../given/refusal.ts';

const unauthorized = { status: 401, error: 'Unauthorized', body: 'brief' } as const;
const forbidden = { status: 403, error: 'Forbidden', body: 'brief' } as const;

/** Pairs a refusal with an admission: where the full key is refused too, the refusal of another shows nothing. */
const admitted = async (t: Conformance, operation: OperationId) => {
  const [reply] = await repliesOf(t, operation);
  if (reply === undefined || reply.status === 401 || reply.status === 403)
    t.cannot(`the full key is not admitted to ${operation}`);
};

for (const operation of operationIds) {
  test(`${operation}/refuses-a-missing-key`, async (t) => {
    await admitted(t, operation);
    const missing = await t.as({ in: 'none' }).call(operation, exampleOf(t, operation));
    const empty = await t.as({ in: 'header', value: '' }).call(operation, exampleOf(t, operation));
    t.expect([missing, empty]).toBeRefused(unauthorized);
  });

  test(`${operation}/refuses-an-altered-key`, async (t) => {
    await admitted(t, operation);
    await t.forAll(alteredKey(t.keys.full, ...t.keys.others), async (value) => {
      if (!isAlteredKey(value, t.keys.full, ...t.keys.others)) return;
      const reply = await t.as({ in: 'header', value }).call(operation, exampleOf(t, operation));
      t.expect(reply).toBeRefused(unauthorized);
    });
  });

  test(`${operation}/refuses-a-misplaced-key`, async (t) => {
    await admitted(t, operation);
    await t.forAll(misplacement(t.keys.full), async (credential) => {
      if (!isMisplacedKey(credential, t.keys.full)) return;
      const reply = await t.as(credential).call(operation, exampleOf(t, operation));
      t.expect(reply).toBeRefused(unauthorized);
    });
  });

  test(`${operation}/refuses-a-restricted-key`, async (t) => {
    const value = t.keys.restricted;
    await admitted(t, operation);
    const reply = await t.as({ in: 'header', value }).call(operation, exampleOf(t, operation));
    t.expect(reply).toBeRefused(forbidden);
  });
}

test('authentication/comes-before-the-body', async (t) => {
  const subaccountId = t.roles.individual;
  const stranger = t.as({ in: 'none' });
  const body = { currency: 'JPY', amount: 'none', to: { asset: 'NOTHING' } };
  const rawBody = '{"currency":';
  for (const operation of withBody) {
    const unlisted = await stranger.call(operation, { subaccountId, body });
    const torn = await stranger.call(operation, { subaccountId, body: undefined }, { rawBody });
    t.expect([unlisted, torn]).toBeRefused({ status: 401 });
  }
});

const withBody = [
  'deposit.simulate',
  'onramp.initiate',
  'offramp.initiate',
  'lightning-offramp.initiate',
] as const satisfies readonly OperationId[];

test('authentication/comes-before-the-look-up', async (t) => {
  const stranger = t.as({ in: 'none' });
  for (const operation of operationIds) {
    const example = exampleOf(t, operation);
    if (!('subaccountId' in example)) continue;
    const absent = { ...example, subaccountId: randomUUID() } as Input<typeof operation>;
    t.expect(await stranger.call(operation, absent)).toBeRefused({ status: 401 });
  }
});

test('authentication/never-repeats-the-key', async (t) => {
  const judged = await keyRefusals(t);
  const [echo] = judged.filter(({ echoesKey }) => echoesKey);
  t.expect(echo ?? judged).toSatisfy({
    code: 'SEC_KEY_ECHO',
    where: '$',
    expected: 'no key in the answer',
    unless: echo && 'the key that was sent',
  });
});

test('authentication/knows-the-header-in-any-case', async (t) => {
  await admitted(t, 'balances.read');
  for (const name of ['X-API-KEY', 'X-Api-Key']) {
    const reply = await t.as({ in: 'header-named', name, value: t.keys.full }).readBalances({});
    t.expect(reply).toSatisfy({
      code: 'WRONG_STATUS',
      where: 'status',
      expected: 'the key is known in a header of any letter case',
      unless: reply.status === 401 || reply.status === 403 ? String(reply.status) : undefined,
    });
  }
});
