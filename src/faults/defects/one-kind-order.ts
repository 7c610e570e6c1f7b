import type { PlantedFault } from '../planted.ts';
import { against } from '../planting.ts';
import { changing, isAsset, isInCents, isOfBusiness, lost, sent, type When } from './one-kind.ts';

const onramps = [
  ...against('onramp.initiate/begins-pending', {
    'onramp/of-bitcoin-begins-created': [
      'An onramp to bitcoin begins with the status created.',
      changing('onramp.initiate', '$.status', () => 'created', isAsset('BTC_LIGHTNING')),
    ],
  }),
  ...against('onramp.initiate/has-its-members', {
    'onramp/of-tether-without-network-fee': [
      'An onramp to USDT has no network fee.',
      changing('onramp.initiate', '$.pricing.fees.network_fee', lost, isAsset('USDT')),
    ],
  }),
  ...against('onramp.initiate/echoes-the-asset', {
    'onramp/of-tether-told-as-dollar-coin': [
      'An onramp to USDT is shown as one to USDC.',
      changing('onramp.initiate', '$.to.asset', () => 'usdc', isAsset('USDT')),
    ],
  }),
  ...against('onramp.initiate/nets-at-most-the-gross', {
    'onramp/in-cents-nets-too-much': [
      'An onramp with cents nets more than its gross amount.',
      changing('onramp.initiate', '$.to.net_amount', () => '999999', isInCents),
    ],
  }),
  ...against('onramp.initiate/calls-itself-an-onramp', {
    'onramp/of-a-business-called-otherwise': [
      'An onramp of a business is called a payin.',
      changing('onramp.initiate', '$.type', () => 'payin', isOfBusiness),
    ],
  }),
];

const twins = (['onramp.initiate', 'offramp.initiate'] as const).flatMap((operation) =>
  against(`${operation}/gives-each-order-its-own-id`, {
    [`${operation}/cents-share-an-id`]: [
      'Orders with cents, and those of a business, get one id.',
      changing(
        operation,
        '$.id',
        () => '0f1e2d3c-4b5a-4968-8778-695a4b3c2d1e',
        (request) => isInCents(request) || isOfBusiness(request),
      ),
    ],
  }),
);

const isNamedSwift: When = (request) => sent(request, 'to', 'payment_rail') === 'SWIFT';
const isLocal: When = (request) => sent(request, 'to', 'currency') !== 'USD';

const offramps = [
  ...against('offramp.initiate/begins-pending', {
    'offramp/over-swift-begins-processing': [
      'An offramp over SWIFT begins with a status that the document does not show.',
      changing('offramp.initiate', '$.status', () => 'processing', isNamedSwift),
    ],
  }),
  ...against('offramp.initiate/has-its-members', {
    'offramp/in-local-currency-without-net-amount': [
      'An offramp in another currency than dollars has no net amount.',
      changing('offramp.initiate', '$.to.net_amount', lost, isLocal),
    ],
    'offramp/in-cents-with-a-rate-as-number': [
      'The rate of an offramp with cents is a number.',
      changing('offramp.initiate', '$.pricing.fx_rate', Number, isInCents),
    ],
  }),
  ...against('offramp.initiate/echoes-the-reference', {
    'offramp/reference-in-lower-case': [
      'A reference comes back in lower case.',
      changing(
        'offramp.initiate',
        '$.client_offramp_reference',
        (value) => String(value).toLowerCase(),
        () => true,
      ),
    ],
  }),
  ...against('offramp.initiate/is-kept-as-created', {
    'offramp/kept-without-its-cents': [
      'The amount of an offramp is kept without its cents.',
      changing(
        'offramp.read',
        '$.from.amount',
        (value) => String(Math.floor(Number(value))),
        () => true,
      ),
    ],
  }),
];

/** Defects that show in one kind of order only, and not in the plainest. */
export const oneKindOrderFaults: readonly PlantedFault[] = [...onramps, ...offramps, ...twins];
