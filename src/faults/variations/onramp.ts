import { defaultPolicies, type SeenRequest } from '#sandbox';
import type { Member } from '#schemas';
import { isAsset, sent } from '../requests.ts';
import { answering, dayMs, errorBody, type Hook, placesOf, refusing, shifted } from '../rewriting.ts';
import {
  alternatives,
  atEach,
  chained,
  inPlaces,
  keepingBack,
  onMembers,
  onPlaces,
  shown,
  under,
  variants,
} from '../variation.ts';

const initiate = 'onramp.initiate';
const amounts = placesOf(initiate, ({ format }) => format === 'decimal');
const isOfFreePlaces = ({ format, places }: Member): boolean => format === 'decimal' && places === undefined;
const inFees = (member: string): string => `$.pricing.fees.${member}`;

const shortest = (value: unknown) =>
  typeof value === 'string' && /^-?\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, '') : value;

const withoutFees = onMembers(initiate, {
  '$.to.net_amount': (_net, { holder }) => holder.gross_amount,
  [inFees('onramp_fee')]: '0',
  [inFees('network_fee')]: '0.00',
  [inFees('total_fees')]: '0',
});

const refusesChain = (asset: string, message: (chain: unknown) => string): Hook =>
  refusing(isAsset(asset), (request) => ({
    status: 400,
    body: errorBody(400, message(sent(request, 'to.chain')), request.path),
  }));

const namesBitcoin = onMembers(initiate, {
  '$.to.asset': (asset) => (String(asset).toUpperCase() === 'BTC_LIGHTNING' ? 'BTC' : asset),
});

const noLightningAddress = ({ path }: SeenRequest) => ({
  status: 400,
  body: errorBody(400, 'to.destination_address must be a lightning invoice or address', path),
});

const inOnrampBody = under('Endpoints: 6. Initiate onramp');

const untaken = (change: Hook) => inOnrampBody(keepingBack('onramp.initiate/accepts-each-listed-asset')(change));

variants('onramp', {
  'Amounts and fees are written with eight places, the echoed amount too.': onMembers(
    initiate,
    atEach(amounts, inPlaces(8)),
  ),
  'A hexadecimal address is written with capitals, as a checksum has it.': onMembers(initiate, {
    '$.to.address': (address) => String(address).replace(/^0x.*/, (it) => `0x${it.slice(2).toUpperCase()}`),
  }),
  // The document says that currency codes of this record are in lower case.
  'The source currency is in upper case, the destination asset in lower case.': shown(
    onMembers(initiate, {
      '$.from.currency': (code) => String(code).toUpperCase(),
      '$.to.asset': (code) => String(code).toLowerCase(),
    }),
  ),
  'The network fee is in the asset, the other fees and their total are in the fiat currency.': onMembers(initiate, {
    [inFees('onramp_fee_currency')]: 'brl',
    [inFees('total_fees_currency')]: 'brl',
    [inFees('total_fees')]: '6.43',
  }),
  'The rate is the fiat currency for one unit of the asset.': onMembers(initiate, {
    '$.pricing.fx_rate': (rate) => (1 / Number(rate)).toFixed(10),
  }),
  'The payment method is spei, and the code to scan is a plain number.': shown(
    onMembers(initiate, {
      '$.from.payment_instructions.method': 'spei',
      '$.from.payment_instructions.qr_code': '646180110400000007',
    }),
  ),
  'A listed asset in another letter case or between spaces is accepted.': inOnrampBody([
    {
      onramp: {
        allowsAsset: (asset) =>
          typeof asset === 'string' && defaultPolicies.onramp.allowsAsset(asset.trim().toUpperCase()),
      },
    },
    onMembers(
      initiate,
      atEach(['onramp_fee_currency', 'network_fee_asset', 'total_fees_currency'].map(inFees), (code) =>
        String(code).trim(),
      ),
    ),
  ]),
  'An order is refused for its chain, which has no network for the asset.': untaken(
    refusesChain('USDT', () => 'to.chain is not a network of this asset here'),
  ),
  'An order is refused because its asset is not supported on its chain, which is named.': untaken(
    refusesChain('USDT', (chain) => `USDT is not supported on ${chain}`),
  ),
  'An order of bitcoin is refused because it needs an invoice.': untaken(
    refusesChain('BTC_LIGHTNING', () => 'A lightning invoice is needed'),
  ),
  'The record of an order for BTC_LIGHTNING names the asset BTC.': namesBitcoin,
  'The payment instructions expire a year after the creation.': {
    onramp: {
      expiresAt: shifted(365 * dayMs),
    },
  },
});

alternatives('onramp', {
  'The payment instructions expire a minute after the creation.': {
    onramp: { expiresAt: shifted(60_000) },
  },
  'The net amount is less than the gross amount by more than the fees.': onMembers(initiate, {
    '$.to.net_amount': (amount) => (Number(amount) * 0.99).toFixed(8),
  }),
  'The payment method is bank_transfer, and the code to scan is empty.': shown(
    onMembers(initiate, {
      '$.from.payment_instructions.method': 'bank_transfer',
      '$.from.payment_instructions.qr_code': '',
    }),
  ),
  'An order of bitcoin is refused because its destination is no lightning address.': untaken(
    chained([
      refusing(isAsset('BTC_LIGHTNING'), noLightningAddress),
      answering({ operation: initiate, status: 404, when: isAsset('BTC_LIGHTNING') }, (_reply, request) =>
        noLightningAddress(request),
      ),
    ]),
  ),
  'Amounts are written without trailing zeros.': onMembers(initiate, atEach(amounts, shortest)),
  'Nothing is charged: every fee is zero, the net amount is the gross amount.': withoutFees,
  'Decimals have twenty places where the document does not fix their number.': onPlaces(isOfFreePlaces, inPlaces(20)),
});
