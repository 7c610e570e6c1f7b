import { randomUUID } from 'node:crypto';
import { type Conformance, ifPossible, orReason, test } from '#harness';
import { type Page, wholeWalk } from '../given/listing.ts';
import { offrampBody, plainOfframp } from '../given/order.ts';
import { strangeKey } from '../given/refusal.ts';

/** An order that is to be refused, for a subaccount in whose listing it would show. */
interface Attempt {
  readonly body: ReturnType<typeof offrampBody>;
  readonly subaccountId?: string;
  readonly api?: Conformance['api'];
}

const listingOfRefused = async (t: Conformance, subaccountId: string): Promise<readonly Page[]> => {
  const question = { listing: 'offramp.list', subaccountId, limit: t.facts.greatestLimit } as const;
  if (subaccountId === t.roles.individual) return wholeWalk(t, question);
  // Whether the listing of a subaccount that may do nothing is served is open.
  return (await ifPossible(() => wholeWalk(t, question))) ?? [];
};

/** Sends orders that are refused and looks for their references in the listing. */
const leavesNoTrace = async (t: Conformance, attempts: readonly Attempt[]): Promise<void> => {
  const sent = attempts.map(async ({ body, subaccountId = t.roles.individual, api = t.api }) => {
    const { status } = await api.initiateOfframp({ subaccountId, body });
    return { status, subaccountId, reference: String(body.client_offramp_reference) };
  });
  const refused = (await Promise.all(sent)).filter(({ status }) => status >= 400);
  if (refused.length === 0) t.cannot('every order was accepted, which is the finding of another requirement');
  const searched = [...new Set(refused.map(({ subaccountId }) => subaccountId))];
  const listings = await Promise.all(searched.map((subaccountId) => listingOfRefused(t, subaccountId)));
  const pages = listings.flat();
  const listed = JSON.stringify(pages.flatMap(({ items }) => items));
  t.expect(pages.map(({ reply }) => reply)).toSatisfy({
    code: 'REFUSED_BUT_CREATED',
    where: '$.data[].client_offramp_reference',
    expected: 'no trace of a refused order',
    unless: refused.some(({ reference }) => listed.includes(reference)) ? 'a refused order' : undefined,
  });
};

test('rails/refusal-creates-nothing', (t) => {
  const { namedRecipient: recipient } = t.roles;
  const destinations = [
    ...['ACH', 'RTP', 'SAME_DAY_ACH'].map((rail) => ({ recipient, currency: 'USD', rail })),
    { recipient, currency: t.order.localCurrency, rail: 'WIRE' },
  ];
  return leavesNoTrace(
    t,
    t.few(destinations).map((destination) => ({ body: offrampBody(t, destination) })),
  );
});

const incompleteRecipients = ({ roles }: Conformance): readonly string[] => {
  const found = orReason(() => roles.incompleteNamedRecipients);
  return 'met' in found ? found.met : [];
};

test('offramp.initiate/creates-nothing-when-refused', (t) =>
  leavesNoTrace(t, [
    { body: offrampBody(t, { recipient: randomUUID(), currency: 'USD' }) },
    ...t.few(incompleteRecipients(t)).map((recipient) => ({
      body: offrampBody(t, { recipient, currency: 'USD', rail: 'WIRE' }),
    })),
    ...(t.roles.has('unverified') ? [{ body: plainOfframp(t), subaccountId: t.roles.unverified }] : []),
  ]));

test('authentication/creates-nothing-when-refused', (t) =>
  leavesNoTrace(
    t,
    t.few([undefined, strangeKey, ...t.keys.others]).map((value) => ({
      body: plainOfframp(t),
      api: t.as(value === undefined ? { in: 'none' } : { in: 'header', value }),
    })),
  ));
