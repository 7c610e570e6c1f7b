import { alteredKey, isAlteredKey, isMisplacedKey, misplacement } from '#generators';
import { type Conformance, type OperationId, test } from '#harness';
import { exampleOf, repliesOf } from './example.ts';

const unauthorized = { status: 401, error: 'Unauthorized', body: 'brief' } as const;
const forbidden = { status: 403, error: 'Forbidden', body: 'brief' } as const;

/** Pairs a refusal with an admission: where the full key is refused too, the refusal of another shows nothing. */
export const admitted = async (t: Conformance, operation: OperationId) => {
  const [reply] = await repliesOf(t, operation);
  if (reply === undefined || reply.status === 401 || reply.status === 403)
    t.cannot(`the full key is not admitted to ${operation}`);
};

/** What each operation promises of the key. */
export const authenticates = (operation: OperationId): void => {
  test(`${operation}/refuses-a-missing-key`, async (t) => {
    await admitted(t, operation);
    const missing = t.few([{ in: 'none' }, { in: 'header', value: '' }] as const);
    const ask = (credential: (typeof missing)[number]) =>
      t.as(credential).call(operation, exampleOf(t, operation));
    t.expect(await Promise.all(missing.map(ask))).toBeRefused(unauthorized);
  });

  test(`${operation}/refuses-an-altered-key`, async (t) => {
    await admitted(t, operation);
    await t.forAll(alteredKey(t.keys.full, ...t.keys.others), async (value, t) => {
      if (!isAlteredKey(value, t.keys.full, ...t.keys.others)) return;
      const reply = await t.as({ in: 'header', value }).call(operation, exampleOf(t, operation));
      t.expect(reply).toBeRefused(unauthorized);
    });
  });

  test(`${operation}/refuses-a-misplaced-key`, async (t) => {
    await admitted(t, operation);
    await t.forAll(misplacement(t.keys.full), async (credential, t) => {
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
};
