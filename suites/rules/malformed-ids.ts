import { isMalformedId, malformedId } from '#generators';
import { type Conformance, type Input, listings, type OperationId, type Reply, test } from '#harness';
import { exampleOf } from '../given/example.ts';
import { pageOf } from '../given/listing.ts';
import { sentSegment } from '../given/sent.ts';

/** What each operation speaks of, by the parameter of its path. */
const speaksOf = {
  subaccountId: [
    'subaccount.read',
    'individual-kyc.read',
    'business-kyc.read',
    'deposit.simulate',
    'onramp.initiate',
    'offramp.initiate',
    'lightning-offramp.initiate',
  ],
  offrampId: ['offramp.read'],
  withdrawalId: ['withdrawal.read'],
  conversionId: ['conversion.read'],
} as const satisfies Readonly<Record<string, readonly OperationId[]>>;

interface Asked {
  readonly operation: OperationId;
  readonly parameter: string;
}

const ask = (t: Conformance, { operation, parameter }: Asked, id: string): Promise<Reply> =>
  t.api.call(operation, { ...exampleOf(t, operation), [parameter]: id } as Input<typeof operation>);

for (const [parameter, operations] of Object.entries(speaksOf))
  for (const operation of operations)
    test(`${operation}/never-serves-a-malformed-id`, async (t) => {
      await t.forAll(malformedId(), async (id, t) => {
        const reply = await ask(t, { operation, parameter }, id);
        if (isMalformedId(sentSegment(reply, parameter))) t.expect(reply).toBeWithheld();
      });
    });

for (const listing of listings)
  test(`${listing}/never-serves-a-malformed-id`, async (t) => {
    await t.forAll(malformedId(), async (subaccountId, t) => {
      const reply = await t.api.call(listing, { subaccountId });
      if (!isMalformedId(sentSegment(reply, 'subaccountId'))) return;
      t.expect(reply).toBeHandled();
      t.expect(reply).toSatisfy({
        code: 'ACCEPTED',
        where: '$.data',
        expected: 'a refusal, or an empty page',
        unless: (pageOf(reply, 0)?.items.length ?? 0) > 0 ? 'items' : undefined,
      });
    });
  });

const observed = [
  { operation: 'subaccount.read', parameter: 'subaccountId' },
  { operation: 'individual-kyc.read', parameter: 'subaccountId' },
  { operation: 'business-kyc.read', parameter: 'subaccountId' },
  { operation: 'withdrawal.read', parameter: 'withdrawalId' },
] as const satisfies readonly Asked[];

for (const asked of observed)
  test(`${asked.operation}/answer-to-a-malformed-id`, async (t) => {
    const { status } = await ask(t, asked, 'no-uuid');
    t.observe('malformed id', status, asked);
  });
