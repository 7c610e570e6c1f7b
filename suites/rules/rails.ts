import {
  isNonsenseRail,
  isRealButUnlistedRail,
  nonsenseRail,
  railSpace,
  realButUnlistedRail,
} from '#generators';
import { type Conformance, orReason, type Reply, rails, test } from '#harness';
import { type Destination, offrampBody } from '../given/order.ts';
import { accepted } from '../given/record.ts';

const initiate = (t: Conformance, destination: Destination) =>
  t.api.initiateOfframp({ subaccountId: t.roles.individual, body: offrampBody(t, destination) });

const plain = (t: Conformance, rail?: string) =>
  initiate(t, { recipient: t.roles.usdRecipient, currency: 'USD', ...(rail ? { rail } : {}) });

const named = (t: Conformance, rail?: string, currency = 'USD') =>
  initiate(t, { recipient: t.roles.namedRecipient, currency, ...(rail ? { rail } : {}) });

test('rails/dollars-need-no-rail', async (t) => {
  t.expect(await plain(t)).toSucceed();
});

const overEachRail = (t: Conformance): Promise<readonly Reply[]> =>
  t.recall('plain dollars over each rail', (once) => Promise.all(rails.map((rail) => plain(once, rail))));

test('rails/dollars-may-name-a-rail', async (t) => {
  const replies = await overEachRail(t);
  const taken = replies.filter(({ status }) => status < 300);
  t.expect(taken.length > 0 ? taken : replies).toSucceed();
});

test('rails/plain-dollars-take-every-rail', async (t) => {
  t.expect(await overEachRail(t)).toSucceed();
});

test('rails/named-takes-wire', async (t) => {
  t.expect(await named(t, 'WIRE')).toSucceed();
});

test('rails/named-takes-swift', async (t) => {
  t.expect(await named(t, 'SWIFT')).toSucceed();
});

type Way = readonly [rail: string | undefined, currency?: string];

/** Pairs refusals with an acceptance of the same recipient: only the rail or the currency differs. */
const refusesNamed = async (t: Conformance, ...ways: readonly Way[]) => {
  const replies = await Promise.all(ways.map(([rail, currency]) => named(t, rail, currency)));
  await acceptedNamed(t);
  t.expect(replies).toBeRefused();
};

const acceptedNamed = (t: Conformance) =>
  t.recall('a named withdrawal is accepted', async (once) => {
    const wire = await named(once, 'WIRE');
    if (wire.status > 299 && (await named(once, 'SWIFT')).status > 299)
      once.cannot('no named withdrawal is accepted, so that a refusal shows nothing');
  });

test('rails/named-refuses-ach', (t) => refusesNamed(t, ['ACH']));
test('rails/named-refuses-rtp', (t) => refusesNamed(t, ['RTP']));
test('rails/named-refuses-same-day-ach', (t) => refusesNamed(t, ['SAME_DAY_ACH']));

test('rails/named-takes-no-other-rail', (t) =>
  refusesNamed(t, ...t.few<Way>([['SEPA'], ['CARRIER_PIGEON'], ['ach']])));

test('rails/named-is-in-dollars', (t) => {
  const currencies = t.few([...new Set([t.order.localCurrency, 'EUR', 'BRL'])]);
  const tried = [...t.few(['WIRE', ...rails.filter((rail) => rail !== 'WIRE')]), undefined];
  return refusesNamed(t, ...currencies.flatMap((currency) => tried.map((rail): Way => [rail, currency])));
});

test('rails/named-needs-all-four-fields', async (t) => {
  const recipients = t.few(t.roles.incompleteNamedRecipients);
  await accepted(t, 'offramp.initiate');
  const tried = recipients.flatMap((recipient) =>
    t.few(['WIRE', 'SWIFT']).map((rail) => ({ recipient, currency: 'USD', rail })),
  );
  t.expect(await Promise.all(tried.map((destination) => initiate(t, destination)))).toBeRefused();
});

test('rails/nonsense-is-refused', async (t) => {
  await accepted(t, 'offramp.initiate');
  await t.forAll(nonsenseRail(), async (rail, t) => {
    const reply = await plain(t, rail);
    if (isNonsenseRail(reply.request.sentBody)) t.expect(reply).toBeRefused();
  });
});

test('rails/recased-dollars-are-no-way-round', (t) => refusesNamed(t, ['ACH', 'usd']));

test('rails/other-currencies-are-unchanged', async (t) => {
  const destination = { recipient: t.roles.localRecipient, currency: t.order.localCurrency };
  t.expect(await initiate(t, destination)).toSucceed();
});

test('rails/real-but-unlisted-rail', async (t) => {
  await accepted(t, 'offramp.initiate');
  await t.forAll(realButUnlistedRail(), async (rail, t) => {
    const reply = await plain(t, rail);
    if (isRealButUnlistedRail(reply.request.sentBody)) t.expect(reply).toBeRefused();
  });
});

const toldOf = ({ status }: Reply): string => {
  if (status < 300) return 'accepted';
  return status === 429 ? 'not tried: limited' : 'refused';
};

/** Every recipient with every currency and rail: what is accepted and what refused, as a table of facts. */
test('rails/whole-space', async (t) => {
  const recipients = {
    plain: () => t.roles.usdRecipient,
    local: () => t.roles.localRecipient,
    named: () => t.roles.namedRecipient,
    incomplete: () => t.roles.incompleteNamedRecipients[0] ?? t.roles.namedRecipient,
  };
  const tried = railSpace().map(async ({ recipient, currency, rail }) => {
    const found = orReason(recipients[recipient]);
    const code = currency === 'USD' ? 'USD' : t.order.localCurrency;
    const fact =
      'reason' in found
        ? `not tried: ${found.reason}`
        : toldOf(await initiate(t, { recipient: found.met, currency: code, rail }));
    return { situation: `${recipient} recipient, ${currency}, ${rail ?? 'no rail'}`, fact };
  });
  for (const { situation, fact } of await Promise.all(tried))
    t.observe(situation, fact, { operation: 'offramp.initiate' });
});

test('rails/named-without-a-rail', async (t) => {
  t.observe('named withdrawal without a rail', (await named(t)).status, { operation: 'offramp.initiate' });
});

test('rails/rail-on-another-currency', async (t) => {
  const destination = { recipient: t.roles.localRecipient, currency: t.order.localCurrency, rail: 'WIRE' };
  const { status } = await initiate(t, destination);
  t.observe('rail on another currency', status, { operation: 'offramp.initiate' });
});

test('rails/status-of-a-refusal', async (t) => {
  t.observe('named withdrawal over ACH', (await named(t, 'ACH')).status, { operation: 'offramp.initiate' });
});
