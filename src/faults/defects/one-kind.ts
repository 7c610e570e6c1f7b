import { listings } from '#contract';
import type { SeenRequest } from '#sandbox';
import { against, keptBack } from '../fault.ts';
import {
  has,
  isAsset,
  isInCents,
  isOfBusiness,
  isOfUnverified,
  isOver,
  isToNamed,
  keyOf,
  sent,
  timesBefore,
  type When,
} from '../requests.ts';
import { answering, breaking, changing, rewording, rewriting, succeeding, withoutBody } from '../rewriting.ts';
import { lists } from './listed-value.ts';

const onramps = (when: When) => changing('onramp.initiate', when);
const offramps = (when: When) => changing('offramp.initiate', when);

const isLocal: When = (request) => sent(request, 'to.currency') !== 'USD';

against('onramp.initiate/begins-pending', {
  'An onramp to bitcoin begins with the status created.': onramps(isAsset('BTC_LIGHTNING'))('status', 'created'),
});
against('onramp.initiate/has-its-members', {
  'An onramp to USDT has no network fee.': onramps(isAsset('USDT'))('pricing.fees.network_fee', undefined),
});
against('onramp.initiate/echoes-the-asset', {
  'An onramp to USDT is shown as one to USDC.': onramps(isAsset('USDT'))('to.asset', 'usdc'),
});
against('onramp.initiate/nets-at-most-the-gross', {
  'An onramp with cents nets more than its gross amount.': onramps(isInCents)('to.net_amount', '999999'),
});
against('onramp.initiate/calls-itself-an-onramp', {
  'An onramp of a business is called a payin.': onramps(isOfBusiness)('type', 'payin'),
});
against('offramp.initiate/begins-pending', {
  'An offramp over SWIFT begins with a status that the document does not show.': offramps(isOver('SWIFT'))(
    'status',
    'processing',
  ),
});
against('offramp.initiate/has-its-members', {
  'An offramp in another currency than dollars has no net amount.': offramps(isLocal)('to.net_amount', undefined),
  'The rate of an offramp with cents is a number.': offramps(isInCents)('pricing.fx_rate', Number),
});
against('offramp.initiate/echoes-the-reference', {
  'A reference comes back in lower case.': changing('offramp.initiate')('client_offramp_reference', (it) =>
    it.toLowerCase(),
  ),
  'A reference comes back as long as a UUID at most.': changing('offramp.initiate')('client_offramp_reference', (it) =>
    it.slice(0, 36),
  ),
});
against('offramp.initiate/is-kept-as-created', {
  'A reference is kept in lower case.': changing('offramp.read')('client_offramp_reference', (it) => it.toLowerCase()),
  'The amount of an offramp is kept without its cents.': changing('offramp.read')('from.amount', (it) =>
    String(Math.floor(Number(it))),
  ),
});
against('lightning-offramp.initiate/has-its-members', {
  'A lightning offramp with cents has no total of its fees.': changing('lightning-offramp.initiate', isInCents)(
    'data.totalFees',
    null,
  ),
});

for (const operation of ['onramp.initiate', 'offramp.initiate'] as const) {
  against(`${operation}/gives-each-order-its-own-id`, {
    'Orders with cents, and those of a business, get one id.': changing(
      operation,
      (request) => isInCents(request) || isOfBusiness(request),
    )('id', '0f1e2d3c-4b5a-4968-8778-695a4b3c2d1e'),
  });
}

const isLaterPage: When = ({ query }) => Number(query.page) > 1;
const isWithoutBounds: When = ({ query }) => query.page === undefined && query.limit === undefined;

for (const listing of listings) {
  against(`${listing}/keeps-to-the-limit`, {
    'A listing that is asked for without bounds has more items than the limit that it echoes.': rewriting(
      listing,
      '$.data',
      (data, { request }) =>
        isWithoutBounds(request) && Array.isArray(data) ? [...data, ...data, ...data, ...data] : data,
    ),
  });
  against(`${listing}/has-its-members`, {
    'Items of a later page have no id.': changing(listing, isLaterPage)('data[].id', undefined),
    'A listing that is asked for without bounds does not give its number of pages.': changing(listing, isWithoutBounds)(
      'totalPages',
      undefined,
    ),
    'Items of a business have no id.': changing(listing, isOfBusiness)('data[].id', undefined),
  });
}

const credited = { status: 200, body: { credited: true } };

against('deposit.simulate/answers-success-without-a-body', {
  'A deposit of a token is answered with a body.': succeeding('deposit.simulate', (_reply, request) =>
    has('currency', 'USDC')(request) ? credited : {},
  ),
  'A deposit with cents is answered with a body.': succeeding('deposit.simulate', (_reply, request) =>
    isInCents(request) ? credited : {},
  ),
});
against('deposit.simulate/refuses-without-approved-kyc', {
  'No verification is asked for when tokens are deposited.': answering(
    { operation: 'deposit.simulate', status: 422, when: has('currency', 'USDC') },
    withoutBody(200),
  ),
});
against('individual-kyc.read/keeps-its-closed-sets', {
  'The record of a person who is not verified has another type.': changing('individual-kyc.read', isOfUnverified)(
    'type',
    'person',
  ),
});
against('withdrawal.read/writes-its-amounts', {
  'The amount of a completed withdrawal is written without places.': rewriting(
    'withdrawal.read',
    '$.amount',
    (value, { holder }) => (holder.status === 'completed' ? String(Number(value)) : value),
  ),
});
against('errors/date-themselves', {
  'The refusal of a lightning offramp is dated without milliseconds.': rewording(
    { operation: 'lightning-offramp.initiate', status: 404 },
    ({ timestamp }) => ({
      timestamp: String(timestamp).replace(/\.\d+/, ''),
    }),
  ),
});

const forBusiness =
  (when: When = () => true): When =>
  (request) =>
    isOfBusiness(request) && when(request);

const isLikely = (value: unknown): boolean => value === 'KES' || value === 'EURC';

const accepted = { status: 201, body: undefined };

for (const { operation, member, refuses, names, listed } of lists) {
  against(refuses, {
    'An unlisted value that a neighbour uses is accepted of a business.': answering(
      { operation, status: 400, when: forBusiness((request) => isLikely(sent(request, member))) },
      accepted,
    ),
    'An unlisted value that a neighbour uses is accepted of a person.': answering(
      { operation, status: 400, when: (request) => !isOfBusiness(request) && isLikely(sent(request, member)) },
      accepted,
    ),
    'An unlisted value of a business is answered 422.': answering(
      { operation, status: 400, when: forBusiness() },
      { status: 422 },
    ),
  });
  against(names, {
    'The refusal that a business gets does not name the last value.': rewording(
      { operation, status: 400, when: forBusiness() },
      ({ message }) => ({ message: String(message).replaceAll(listed.at(-1) ?? '', '') }),
    ),
  });
}

const notForBusiness = { status: 400, body: { statusCode: 400, message: 'currency ZMW is not supported' } };

keptBack(
  'deposit.simulate/accepts-each-listed-currency',
  'a tier or a licence may lack a currency, in the same words',
  {
    'A business may not deposit ZMW.': answering(
      { operation: 'deposit.simulate', status: 'success', when: forBusiness(has('currency', 'ZMW')) },
      notForBusiness,
    ),
  },
);
keptBack('onramp.initiate/accepts-each-listed-asset', 'one failure may be an accident', {
  'An onramp of a business to bitcoin breaks the service.': breaking({
    operation: 'onramp.initiate',
    status: 'success',
    when: forBusiness(isAsset('BTC_LIGHTNING')),
  }),
});
against('offramp.initiate/refuses-an-unknown-recipient', {
  'An unknown recipient is answered 422 for a business.': answering(
    { operation: 'offramp.initiate', status: 404, when: forBusiness() },
    { status: 422 },
  ),
});
against('rails/named-refuses-rtp', {
  'A named withdrawal of a business over RTP is accepted.': answering(
    { operation: 'offramp.initiate', status: 'refusal', when: forBusiness(isOver('RTP')) },
    { status: 201 },
  ),
});
keptBack('rails/named-takes-swift', 'one failure may be an accident', {
  'A named withdrawal of a business over SWIFT breaks the service.': breaking({
    operation: 'offramp.initiate',
    status: 'success',
    when: forBusiness((request) => isOver('SWIFT')(request) && isToNamed(request)),
  }),
});

const isRestricted: When = (request) => keyOf(request).includes('restricted');

against('deposit.simulate/refuses-a-restricted-key', {
  'A restricted key may deposit for a business.': answering(
    {
      operation: 'deposit.simulate',
      status: 403,
      when: (request) => isRestricted(request) && isOfBusiness(request),
    },
    withoutBody(200),
  ),
});
against('taxonomy.list/refuses-a-restricted-key', {
  'A restricted key sees the taxonomy of all currencies but the first.': answering(
    { operation: 'taxonomy.list', status: 403, when: ({ params }) => params.currency !== 'MXN' },
    { status: 200, body: [] },
  ),
});

against('onramp.initiate/answers-with-its-record', {
  'An onramp in a currency that capabilities show breaks the service.': breaking({
    operation: 'onramp.initiate',
    status: 'success',
    when: (request) => sent(request, 'from.currency') !== 'BRL',
  }),
});

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const beginsAlike = (one: string, other: string): boolean => isSame(one.slice(0, -1), other.slice(0, -1));

type Owned<Kept> = readonly { readonly owner: string; readonly record: Kept & { readonly id: string } }[];

const byBeginning = <Kept>(
  all: Owned<Kept>,
  { subaccountId, id }: { readonly subaccountId: string; readonly id: string },
): Owned<Kept>[number]['record'] | undefined =>
  all.find(({ owner, record }) => isSame(owner, subaccountId) && beginsAlike(record.id, id))?.record;

against('individual-kyc.read/refuses-an-absent-customer', {
  'A person is looked up by the beginning of the id.': {
    individualKyc: { find: (all, id) => all.find(({ owner }) => beginsAlike(owner, id)) },
  },
});
against('conversion.read/hides-what-is-absent', {
  'A conversion is looked up by the beginning of its id.': { conversion: { find: byBeginning } },
});

const offramp = changing('offramp.initiate');

const idByAmount = (id: string, { request }: { readonly request: Parameters<typeof sent>[0] }): unknown => {
  const { memory } = request.world;
  const content = ['from', 'to', 'amount', 'recipient_id'].map((member) => sent(request, member));
  const like = `offramp of ${JSON.stringify([request.params.subaccountId, ...content])}`;
  const first = memory.get(like) ?? id;
  memory.set(like, first);
  return first;
};

against('offramp.initiate/gives-each-order-its-own-id', {
  'An order that is like another in all but its reference gets its id.': offramp('id', idByAmount),
});
against('lightning-offramp.initiate/gives-each-order-its-own-invoice', {
  'A lightning offramp of an amount that came before gets the id of the earlier one.': changing(
    'lightning-offramp.initiate',
  )('data.id', idByAmount),
});
against('offramp.initiate/echoes-the-amount', {
  'An amount is cut to two places.': offramp('from.amount', (it) => Number(it).toFixed(2)),
});
against('offramp.initiate/echoes-the-reference', {
  'Signs of markup in a reference come back escaped.': offramp('client_offramp_reference', (it) =>
    it.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  ),
  'A reference loses the blanks around it.': offramp('client_offramp_reference', (it) => it.trim()),
  'A UUID in capitals comes back in lower case.': offramp('client_offramp_reference', (it) =>
    /^[\dA-F-]{36}$/.test(it) ? it.toLowerCase() : it,
  ),
  'A reference of digits loses its zeros at the beginning.': offramp('client_offramp_reference', (it) =>
    it.replace(/^0+(?=\d+$)/, ''),
  ),
});

const isRepeated: When = (request) =>
  timesBefore(request, `reference ${JSON.stringify(sent(request, `client_${nounOf(request)}_reference`))}`) > 0;

const nounOf = ({ operation }: SeenRequest): string => String(operation).split('.', 1).join();

for (const operation of ['onramp.initiate', 'offramp.initiate'] as const) {
  against(`${operation}/survives-a-repeated-reference`, {
    'A reference that is there already breaks the service.': breaking({
      operation,
      status: 'success',
      when: isRepeated,
    }),
  });
}

against('offramp.read/has-its-members', {
  'A failed offramp has no settlement where it is read.': rewriting(
    'offramp.read',
    '$.settlement',
    (value, { holder }) => (holder.status === 'failed' ? null : value),
  ),
});
