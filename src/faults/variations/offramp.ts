import { defaultPolicies, type Policies, type SeenRequest, type WireReply } from '#sandbox';
import type { Member } from '#schemas';
import { errorBody, type Hook, hourMs, isRecord, placesOf, succeeded } from '../rewriting.ts';
import {
  alternatives,
  atEach,
  circumstance,
  inPlaces,
  offramps,
  onMembers,
  onRefusal,
  onSuccess,
  promised,
  shown,
  under,
  variants,
} from '../variation.ts';

type Offramp = Parameters<Policies['offramp']['listed']>[0];

const { offramp: defaults } = defaultPolicies;

const payout = 'a11d0001';

const paid = (record: Offramp): Offramp => {
  if (record.status !== 'pending') return record;
  const settlement = { ...record.settlement, withdrawal_id: record.id.replace(/^.{8}/, payout) };
  return { ...record, status: 'paid', settlement };
};

const withPayouts: Partial<Policies['withdrawal']> = {
  find: (all, wanted) => {
    const [like] = all.filter(({ owner }) => owner === wanted.subaccountId);
    const isPayout = like !== undefined && wanted.id.startsWith(payout);
    return isPayout ? { ...like.record, id: wanted.id } : defaultPolicies.withdrawal.find(all, wanted);
  },
};

const paidNothing: Hook = (reply, { operation }) => {
  if (!operation?.startsWith('offramp.') || !succeeded(reply) || !isRecord(reply.body)) return;
  const { data = [reply.body] } = reply.body;
  for (const record of Array.isArray(data) ? data : [])
    if (isRecord(record) && record.status === 'failed' && isRecord(record.to))
      Object.assign(record.to, { gross_amount: '0.00', net_amount: '0.00' });
};

alternatives('offramp', { 'An offramp that failed has paid nothing, and says so.': paidNothing });

const hiddenMs = 300;
/** By record, so that each sandbox has its own times. */
const storedAt = new WeakMap<Offramp, number>();

const isListedYet = (record: Offramp): boolean => Date.now() - (storedAt.get(record) ?? 0) >= hiddenMs;

const absentAtFirst: Hook = (reply, request): WireReply | undefined => {
  const { operation, params, path } = request;
  if (operation !== 'offramp.read' || !succeeded(reply)) return undefined;
  const id = params.offrampId?.toLowerCase() ?? '';
  if (!isInitiated(request, id) || request.world.memory.has(`seen ${id}`)) return undefined;
  request.world.memory.set(`seen ${id}`, true);
  return { ...reply, status: 404, body: errorBody(404, 'Offramp not found', path) };
};

const paidOnceRead: Hook = (reply, request): WireReply | undefined => {
  const { operation, world } = request;
  if (!succeeded(reply) || !isRecord(reply.body)) return undefined;
  const { body } = reply;
  if (operation === 'offramp.read') {
    world.memory.set(`paid ${body.id}`, true);
    return { ...reply, body: paid(body as unknown as Offramp) };
  }
  if (operation !== 'offramp.list' || !Array.isArray(body.data)) return undefined;
  const data = (body.data as readonly Offramp[]).map((item) =>
    world.memory.has(`paid ${item.id}`) ? paid(item) : item,
  );
  return { ...reply, body: { ...body, data } };
};

const isInitiated = ({ world }: SeenRequest, id: string): boolean =>
  world.store.offramps.some(({ origin, record }) => origin === 'initiated' && record.id.toLowerCase() === id);

const customerAccount = '0c0ffee0-5a17-4c1e-9d3b-0a1b2c3d4e5f';

/** The records of a reply; of a listing, its items. */
const recordsIn = (body: unknown): readonly Record<string, unknown>[] => {
  if (!isRecord(body)) return [];
  return Array.isArray(body.data) ? body.data : [body];
};

const onOfframps = (change: (record: Offramp) => void): Hook =>
  onSuccess(offramps, (body) => {
    for (const record of recordsIn(body)) change(record as unknown as Offramp);
  });

const lessBy =
  (share: number) =>
  (amount: unknown): unknown =>
    typeof amount === 'string' ? (Number(amount) * (1 - share)).toFixed(6) : amount;

const networkFeeInAsset = onOfframps(({ from, to, pricing: { fx_rate, fees } }) => {
  to.net_amount = (Number(to.gross_amount) - Number(fees.offramp_fee)).toFixed(6);
  if (!('network_fee' in fees)) return;
  Object.assign(fees, {
    network_fee: (Number(fees.network_fee) / Number(fx_rate)).toFixed(6),
    network_fee_asset: from.asset,
    total_fees: fees.offramp_fee,
  });
});

const isDecimal = ({ format }: Member): boolean => format === 'decimal';

variants('offramp', {
  'The record that is returned on creation carries its settlement already.': shown({
    offramp: { created: (record) => record },
  }),
  'The account of an offramp is the account of the customer, not the subaccount.': onOfframps((record) => {
    record.account_id = customerAccount;
  }),
  'Network fee and total fees are shown on retrieval too.': shown({
    offramp: { retrieved: (record) => record, listed: (record) => record },
  }),
  'The first read of a created offramp is answered 404, and the listing shows it a moment later.': under(
    'Endpoints: 9. Get offramp',
  )([
    {
      offramp: {
        stored: (record) => {
          storedAt.set(record, Date.now());
          return record;
        },
        listing: (all, subaccountId) => defaults.listing(all, subaccountId).filter(({ record }) => isListedYet(record)),
      },
    },
    absentAtFirst,
  ]),
  'Amounts and fees are written with eight places, the echoed amount too.': onMembers(
    offramps,
    atEach(
      offramps.flatMap((operation) => placesOf(operation, isDecimal)),
      inPlaces(8),
    ),
  ),
  'Asset, network and currency are written in lower case.': onMembers(
    offramps,
    Object.fromEntries(
      ['from.asset', 'from.network', 'to.currency', 'pricing.fees.offramp_fee_currency'].flatMap((member) =>
        ['$.', '$.data[].'].map((place) => [place + member, lowered] as const),
      ),
    ),
  ),
});

alternatives('offramp', {
  'An offramp that was pending on creation is paid when it is read or listed.': promised({
    offramp: {
      retrieved: (record) => defaults.retrieved(paid(record)),
      listed: (record) => defaults.listed(paid(record)),
    },
    withdrawal: withPayouts,
  }),
  'An offramp that was pending in the listing is paid when it is read.': promised([
    { withdrawal: withPayouts },
    paidOnceRead,
  ]),
  'Amounts have two places on creation and in the listing, and ten when the offramp is read.': onMembers(
    'offramp.read',
    atEach(placesOf('offramp.read', isDecimal), inPlaces(10)),
  ),
  'The settlement has a null withdrawal, a null estimate and an empty end-to-end id in every status.': promised(
    onMembers(['offramp.list', 'offramp.read'], {
      '$.settlement.withdrawal_id': null,
      '$.settlement.estimated_at': null,
      '$.settlement.end_to_end_id': '',
      '$.data[].settlement.withdrawal_id': null,
      '$.data[].settlement.estimated_at': null,
      '$.data[].settlement.end_to_end_id': '',
    }),
  ),
  'The network fee is in the asset, the other fees and their total are in the fiat currency.': networkFeeInAsset,
  'The net amount is less than the gross amount by more than the fees.': onMembers(
    offramps,
    atEach(['$.to.net_amount', '$.data[].to.net_amount'], lessBy(0.01)),
  ),
  // The document says that the reference is a string that the service repeats.
  'An older offramp has null for its reference.': circumstance({
    offramp: { retrieved: unknowing(defaults.retrieved), listed: unknowing(defaults.listed) },
  }),
});

function lowered(code: unknown): unknown {
  return typeof code === 'string' ? code.toLowerCase() : code;
}

function unknowing(view: (record: Offramp) => unknown): (record: Offramp) => unknown {
  return (record) => {
    const isOld = Date.parse(record.created_at) < Date.now() - hourMs;
    return { ...(view(record) as Offramp), ...(isOld ? { client_offramp_reference: null } : {}) };
  };
}

const initiate = 'lightning-offramp.initiate';

/** The document shows the members of this 404. */
const inErrorBody = (change: Hook) => under('Resources: Error body')(shown(change));

variants('lightning-offramp', {
  'The expiry of the invoice and the name of the bank are null.': promised(
    onMembers(initiate, {
      '$.data.expiresAt': null,
      '$.data.bankAccount.bankName': null,
    }),
  ),
  'The invoice is one of the test network.': onMembers(initiate, {
    '$.data.lightningInvoice': (invoice) => String(invoice).replace(/^lnbc/, 'lntb'),
  }),
  'The amount of the order is read as satoshis to be sent, and nothing is charged.': onSuccess(
    initiate,
    (body, { body: sent }) => {
      if (!isRecord(body) || !isRecord(body.data) || !isRecord(sent)) return;
      const amount = Number(sent.amount);
      Object.assign(body.data, {
        lightningAmount: amount,
        lightningCurrency: 'SATS',
        exchangeRate: 1.64,
        targetAmount: amount * 1.64,
        targetAmountReceivable: amount * 1.64,
        lightningFee: 0,
        withdrawalFee: 0,
        totalFees: 0,
      });
    },
  ),
  'The 404 of an initiation carries its path, that of version 1 an error too.': inErrorBody(
    onRefusal((body, { status }, { operation, path }) => {
      if (status === 404 && operation?.endsWith('.initiate'))
        Object.assign(body, { path }, operation === initiate ? { error: 'Not Found' } : {});
    }),
  ),
});

alternatives('lightning-offramp', {
  'The amount to receive is less than the target by more than the fees.': onMembers(initiate, {
    '$.data.targetAmountReceivable': (amount) => Number(amount) * 0.99,
  }),
  'The bank account writes its currency in lower case.': onMembers(initiate, {
    '$.data.bankAccount.currency': (currency) => String(currency).toLowerCase(),
  }),
  'The bank has a name.': promised(onMembers(initiate, { '$.data.bankAccount.bankName': 'Banque d’Exemple' })),
  'The invoice is one of the regression test network.': onMembers(initiate, {
    '$.data.lightningInvoice': (invoice) => String(invoice).replace(/^lnbc/, 'lnbcrt'),
  }),
  'The invoice is in upper case, as in a code to scan.': onMembers(initiate, {
    '$.data.lightningInvoice': (invoice) => String(invoice).toUpperCase(),
  }),
  'An unknown recipient is answered 404 with a message and nothing else.': inErrorBody(
    onRefusal((_body, reply, { operation }) => {
      if (operation === initiate && reply.status === 404) reply.body = { message: 'Bank account not found' };
    }),
  ),
});
