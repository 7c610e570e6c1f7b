import { listings } from '#contract';
import { against, type Fault } from '../fault.ts';
import { has, isAsset, isInCents, isOfBusiness, isOfUnverified, isOver, sent, type When } from '../requests.ts';
import { answering, changing, rewording, rewriting, succeeding, withoutBody } from '../rewriting.ts';

const onramps = (when: When) => changing('onramp.initiate', when);
const offramps = (when: When) => changing('offramp.initiate', when);

const isLocal: When = (request) => sent(request, 'to.currency') !== 'USD';

const orders = [
  ...against('onramp.initiate/begins-pending', {
    'An onramp to bitcoin begins with the status created.': onramps(isAsset('BTC_LIGHTNING'))('status', 'created'),
  }),
  ...against('onramp.initiate/has-its-members', {
    'An onramp to USDT has no network fee.': onramps(isAsset('USDT'))('pricing.fees.network_fee', undefined),
  }),
  ...against('onramp.initiate/echoes-the-asset', {
    'An onramp to USDT is shown as one to USDC.': onramps(isAsset('USDT'))('to.asset', 'usdc'),
  }),
  ...against('onramp.initiate/nets-at-most-the-gross', {
    'An onramp with cents nets more than its gross amount.': onramps(isInCents)('to.net_amount', '999999'),
  }),
  ...against('onramp.initiate/calls-itself-an-onramp', {
    'An onramp of a business is called a payin.': onramps(isOfBusiness)('type', 'payin'),
  }),
  ...against('offramp.initiate/begins-pending', {
    'An offramp over SWIFT begins with a status that the document does not show.': offramps(isOver('SWIFT'))(
      'status',
      'processing',
    ),
  }),
  ...against('offramp.initiate/has-its-members', {
    'An offramp in another currency than dollars has no net amount.': offramps(isLocal)('to.net_amount', undefined),
    'The rate of an offramp with cents is a number.': offramps(isInCents)('pricing.fx_rate', Number),
  }),
  ...against('offramp.initiate/echoes-the-reference', {
    'A reference comes back in lower case.': changing('offramp.initiate')('client_offramp_reference', (it) =>
      it.toLowerCase(),
    ),
    'A reference comes back as long as a UUID at most.': changing('offramp.initiate')(
      'client_offramp_reference',
      (it) => it.slice(0, 36),
    ),
  }),
  ...against('offramp.initiate/is-kept-as-created', {
    'The amount of an offramp is kept without its cents.': changing('offramp.read')('from.amount', (it) =>
      String(Math.floor(Number(it))),
    ),
  }),
  ...against('lightning-offramp.initiate/has-its-members', {
    'A lightning offramp with cents has no total of its fees.': changing('lightning-offramp.initiate', isInCents)(
      'data.totalFees',
      null,
    ),
  }),
];

const twins = (['onramp.initiate', 'offramp.initiate'] as const).flatMap((operation) =>
  against(`${operation}/gives-each-order-its-own-id`, {
    'Orders with cents, and those of a business, get one id.': changing(
      operation,
      (request) => isInCents(request) || isOfBusiness(request),
    )('id', '0f1e2d3c-4b5a-4968-8778-695a4b3c2d1e'),
  }),
);

const isLaterPage: When = ({ query }) => Number(query.page) > 1;
const isWithoutBounds: When = ({ query }) => query.page === undefined && query.limit === undefined;

const pages = listings.flatMap((listing) => [
  ...against(`${listing}/keeps-to-the-limit`, {
    'A listing that is asked for without bounds has more items than the limit that it echoes.': rewriting(
      listing,
      '$.data',
      (data, { request }) =>
        isWithoutBounds(request) && Array.isArray(data) ? [...data, ...data, ...data, ...data] : data,
    ),
  }),
  ...against(`${listing}/has-its-members`, {
    'Items of a later page have no id.': changing(listing, isLaterPage)('data[].id', undefined),
    'A listing that is asked for without bounds does not give its number of pages.': changing(listing, isWithoutBounds)(
      'totalPages',
      undefined,
    ),
    'Items of a business have no id.': changing(listing, isOfBusiness)('data[].id', undefined),
  }),
]);

const credited = { status: 200, body: { credited: true } };

const others = [
  ...against('deposit.simulate/answers-success-without-a-body', {
    'A deposit of a token is answered with a body.': succeeding('deposit.simulate', (_reply, request) =>
      has('currency', 'USDC')(request) ? credited : {},
    ),
    'A deposit with cents is answered with a body.': succeeding('deposit.simulate', (_reply, request) =>
      isInCents(request) ? credited : {},
    ),
  }),
  ...against('deposit.simulate/refuses-without-approved-kyc', {
    'No verification is asked for when tokens are deposited.': answering(
      { operation: 'deposit.simulate', status: 422, when: has('currency', 'USDC') },
      withoutBody(200),
    ),
  }),
  ...against('individual-kyc.read/keeps-its-closed-sets', {
    'The record of a person who is not verified has another type.': changing('individual-kyc.read', isOfUnverified)(
      'type',
      'person',
    ),
  }),
  ...against('withdrawal.read/writes-its-amounts', {
    'The amount of a completed withdrawal is written without places.': rewriting(
      'withdrawal.read',
      '$.amount',
      (value, { holder }) => (holder.status === 'completed' ? String(Number(value)) : value),
    ),
  }),
  ...against('errors/date-themselves', {
    'The refusal of a lightning offramp is dated without milliseconds.': rewording(
      { operation: 'lightning-offramp.initiate', status: 404 },
      ({ timestamp }) => ({
        timestamp: String(timestamp).replace(/\.\d+/, ''),
      }),
    ),
  }),
];

/** Defects that show in one kind of order, on one page, or in the record of one kind of person only. */
export const faults: readonly Fault[] = [...orders, ...twins, ...pages, ...others];
