import { operationIds } from '#contract';
import { defaultPolicies } from '#sandbox';
import type { Member } from '#schemas';
import { type Hook, succeeded } from '../rewriting.ts';
import { inPlaces, shortest } from './decimal-text.ts';
import { onMembers } from './hook.ts';
import { onPlaces, placesOf } from './places.ts';
import { touching } from './touching.ts';

const initiate = 'onramp.initiate';
const amounts = placesOf(initiate, ({ format }) => format === 'decimal');
const isOfFreePlaces = ({ format, places }: Member): boolean => format === 'decimal' && places === undefined;
const inFees = (member: string): string => `$.pricing.fees.${member}`;

const each = (paths: readonly string[], change: (value: unknown) => unknown) =>
  onMembers(initiate, Object.fromEntries(paths.map((path) => [path, change])));

/** Charges nothing: every fee is zero, and the net amount is the gross amount. */
const withoutFees: Hook = (reply, { operation }) => {
  if (operation !== initiate || !succeeded(reply)) return;
  const { to, pricing } = reply.body as {
    to: Record<string, unknown>;
    pricing: { fees: Record<string, unknown> };
  };
  to.net_amount = to.gross_amount;
  Object.assign(pricing.fees, { onramp_fee: '0', network_fee: '0.00', total_fees: '0' });
};

/** Refuses a chain for a reason of its own, before anything is created. */
const refusesChain =
  (refused: string, message: (chain: unknown) => string): Hook =>
  (reply, { operation, body, world, path }) => {
    const { asset, chain } = (body as { to?: { asset?: unknown; chain?: unknown } } | undefined)?.to ?? {};
    if (operation !== initiate || !succeeded(reply) || asset !== refused) return;
    world.store.onramps.pop();
    reply.status = 400;
    reply.body = {
      statusCode: 400,
      message: message(chain),
      timestamp: new Date().toISOString(),
      path,
      error: 'Bad Request',
    };
  };

/** Calls bitcoin what the capabilities call it. */
const namesBitcoin: Hook = (reply, { operation }) => {
  const { to } = (succeeded(reply) && operation === initiate ? reply.body : {}) as { to?: { asset: string } };
  if (to?.asset.toUpperCase() === 'BTC_LIGHTNING') to.asset = 'BTC';
};

export const onrampVariations = touching({ operations: ['onramp.initiate'], replies: 'successes' }, [
  {
    id: 'onramp/amounts-in-eight-places',
    sentence: 'Amounts and fees are written with eight places, the echoed amount too.',
    reply: each(amounts, inPlaces(8)),
  },
  {
    id: 'onramp/address-with-checksum',
    sentence: 'A hexadecimal address is written with capitals, as a checksum has it.',
    reply: each(['$.to.address'], (address) => String(address).replace(/[a-f]/g, (it) => it.toUpperCase())),
  },
  {
    id: 'onramp/amounts-without-places',
    sentence: 'Amounts are written without trailing zeros.',
    alone: 'one number of places excludes another',
    reply: each(amounts, shortest),
  },
  {
    id: 'onramp/codes-in-another-case',
    sentence: 'The source currency is in upper case, the destination asset in lower case.',
    reply: onMembers(initiate, {
      '$.from.currency': (code) => String(code).toUpperCase(),
      '$.to.asset': (code) => String(code).toLowerCase(),
    }),
  },
  {
    id: 'onramp/fees-in-two-currencies',
    sentence: 'The network fee is in the asset, the other fees and their total are in the fiat currency.',
    reply: onMembers(initiate, {
      [inFees('onramp_fee_currency')]: () => 'brl',
      [inFees('total_fees_currency')]: () => 'brl',
      [inFees('total_fees')]: () => '6.43',
    }),
  },
  {
    id: 'onramp/no-fees',
    sentence: 'Nothing is charged: every fee is zero, the net amount is the gross amount.',
    alone: 'no fees exclude fees in two currencies',
    reply: withoutFees,
  },
  {
    id: 'onramp/rate-the-other-way-round',
    sentence: 'The rate is the fiat currency for one unit of the asset.',
    reply: onMembers(initiate, { '$.pricing.fx_rate': (rate) => (1 / Number(rate)).toFixed(10) }),
  },
  {
    id: 'onramp/paid-by-transfer',
    sentence:
      'The payment method is one that the document does not show, with a reference for the code to scan.',
    reply: onMembers(initiate, {
      '$.from.payment_instructions.method': () => 'spei',
      '$.from.payment_instructions.qr_code': () => '646180110400000007',
    }),
  },
  {
    id: 'onramp/takes-a-recased-asset',
    sentence: 'A listed asset in another letter case or between spaces is accepted.',
    replies: [400],
    policies: {
      onramp: {
        allowsAsset: (asset) =>
          typeof asset === 'string' && defaultPolicies.onramp.allowsAsset(asset.trim().toUpperCase()),
      },
    },
  },
  {
    id: 'onramp/refuses-a-chain',
    sentence: 'An order is refused for its chain, which has no network for the asset.',
    reply: refusesChain('USDT', () => 'to.chain is not a network of this asset here'),
  },
  {
    id: 'onramp/refuses-an-asset-on-a-chain',
    sentence: 'An order is refused because its asset is not supported on its chain, which is named.',
    reply: refusesChain('USDT', (chain) => `USDT is not supported on ${chain}`),
  },
  {
    id: 'onramp/needs-an-invoice',
    sentence: 'An order of bitcoin is refused because it needs an invoice.',
    reply: refusesChain('BTC_LIGHTNING', () => 'A lightning invoice is needed'),
  },
  {
    id: 'onramp/bitcoin-by-its-name',
    sentence: 'An order of BTC_LIGHTNING is shown as one of BTC.',
    reply: namesBitcoin,
  },
  {
    id: 'onramp/expires-next-year',
    sentence: 'The payment instructions expire a year after the creation.',
    policies: {
      onramp: { expiresAt: (createdAt) => new Date(Date.parse(createdAt) + 365 * 86_400_000).toISOString() },
    },
  },
  {
    id: 'amounts/in-twenty-places',
    sentence: 'Decimals whose places are free have twenty of them.',
    operations: operationIds.filter((operation) => placesOf(operation, isOfFreePlaces).length > 0),
    alone: 'one number of places excludes another',
    reply: onPlaces(isOfFreePlaces, inPlaces(20)),
  },
]);
