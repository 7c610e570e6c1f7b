import { against, type Fault } from '../fault.ts';
import { has, isAsset, isOfBusiness, isOver, isToNamed, keyOf, sent, type When } from '../requests.ts';
import { answering, breaking, rewording, withoutBody } from '../rewriting.ts';
import { lists } from './listed-value.ts';

/** A rule that holds for individuals alone. */
const forBusiness =
  (when: When = () => true): When =>
  (request) =>
    isOfBusiness(request) && when(request);

const values = lists.flatMap(({ operation, refuses, names, listed }) => [
  ...against(refuses, {
    'An unlisted value of a business is answered 422.': answering(
      { operation, status: 400, when: forBusiness() },
      { status: 422 },
    ),
  }),
  ...against(names, {
    'The refusal that a business gets does not name the last value.': rewording(
      { operation, status: 400, when: forBusiness() },
      ({ message }) => ({ message: String(message).replaceAll(listed.at(-1) ?? '', '') }),
    ),
  }),
]);

const notForBusiness = { status: 400, body: { statusCode: 400, message: 'currency ZMW is not supported' } };

const orders = [
  ...against('deposit.simulate/accepts-each-listed-currency', {
    'A business may not deposit ZMW.': answering(
      { operation: 'deposit.simulate', status: 'success', when: forBusiness(has('currency', 'ZMW')) },
      notForBusiness,
    ),
  }),
  ...against('onramp.initiate/accepts-each-listed-asset', {
    'An onramp of a business to bitcoin breaks the service.': breaking({
      operation: 'onramp.initiate',
      status: 'success',
      when: forBusiness(isAsset('BTC_LIGHTNING')),
    }),
  }),
  ...against('offramp.initiate/refuses-an-unknown-recipient', {
    'An unknown recipient is answered 422 for a business.': answering(
      { operation: 'offramp.initiate', status: 404, when: forBusiness() },
      { status: 422 },
    ),
  }),
  ...against('rails/named-refuses-rtp', {
    'A named withdrawal of a business over RTP is accepted.': answering(
      { operation: 'offramp.initiate', status: 'refusal', when: forBusiness(isOver('RTP')) },
      { status: 201 },
    ),
  }),
  ...against('rails/named-takes-swift', {
    'A named withdrawal of a business over SWIFT breaks the service.': breaking({
      operation: 'offramp.initiate',
      status: 'success',
      when: forBusiness((request) => isOver('SWIFT')(request) && isToNamed(request)),
    }),
  }),
];

const isRestricted: When = (request) => keyOf(request).includes('restricted');

const keys = [
  ...against('deposit.simulate/refuses-a-restricted-key', {
    'A restricted key may deposit for a business.': answering(
      {
        operation: 'deposit.simulate',
        status: 403,
        when: (request) => isRestricted(request) && isOfBusiness(request),
      },
      withoutBody(200),
    ),
  }),
  ...against('taxonomy.list/refuses-a-restricted-key', {
    'A restricted key sees the taxonomy of all currencies but the first.': answering(
      { operation: 'taxonomy.list', status: 403, when: ({ params }) => params.currency !== 'MXN' },
      { status: 200, body: [] },
    ),
  }),
];

const onramps = against('onramp.initiate/answers-with-its-record', {
  'An onramp in a currency that capabilities show breaks the service.': breaking({
    operation: 'onramp.initiate',
    status: 'success',
    when: (request) => sent(request, 'from.currency') !== 'BRL',
  }),
});

/** Rules that hold for one subaccount, record or currency, and not for another. */
export const faults: readonly Fault[] = [...values, ...orders, ...keys, ...onramps];
