// The handlers of the document's endpoints. For each decision, a handler calls a policy.

import { balancesOfAnother, depositShape } from './balances.ts';
import { seededBusinessKyc } from './business-kyc.ts';
import { get, type HandledRequest, parameter, post } from './call.ts';
import { seededConversions } from './conversion.ts';
import { seededIndividualKyc } from './individual-kyc.ts';
import { lightningShape } from './lightning-offramp.ts';
import { type OfframpOrder, offrampShape } from './offramp.ts';
import { type OnrampOrder, onrampShape } from './onramp.ts';
import { type Initiation, isReply, type MoneyOperation, type Reply } from './operation.ts';
import { type Order, readOrder, recipients } from './order.ts';
import { paged } from './pagination.ts';
import { type Subaccount, seededSubaccounts } from './subaccount.ts';
import { seededTaxonomy } from './taxonomy.ts';
import { seededWithdrawals } from './withdrawal.ts';

function subaccountOf(call: HandledRequest): Subaccount | Reply {
  const { find } = call.policies.subaccount;
  return find(seededSubaccounts, call.params.subaccountId ?? '') ?? call.refuse('subaccountNotFound');
}

function refusalOfMoney(call: HandledRequest<MoneyOperation>): Reply | undefined {
  const found = subaccountOf(call);
  if (isReply(found)) return found;
  return call.policies.kyc.mayMoveMoney(found, call.operation) ? undefined : call.refuse('kycNotApproved');
}

function refusalOfInitiation(call: HandledRequest<Initiation>): Reply | undefined {
  const found = subaccountOf(call);
  if (isReply(found)) return found;
  return (
    refusalOfMoney(call) ??
    (call.policies.bankAccount.exists(found, call.operation) ? undefined : call.refuse('bankAccountNotFound'))
  );
}

function refusalOfDeposit(call: HandledRequest<MoneyOperation>, order: Order<typeof depositShape>): Reply | undefined {
  const rules = call.policies.deposit;
  if (!rules.allows(order.currency)) return call.refuse('depositCurrencyNotAllowed', rules.named.join(', '));
  return refusalOfMoney(call);
}

function simulateDeposit(call: HandledRequest<MoneyOperation>): Reply {
  const order = readOrder(call, depositShape);
  if (isReply(order)) return order;
  const { policies, store } = call;
  const refused = refusalOfDeposit(call, order);
  const currency = typeof order.currency === 'string' ? order.currency : '';
  const effect = refused ? policies.deposit.effectOfRefusal : policies.deposit.effect;
  store.balancesBefore = store.balances;
  store.balances = effect(store.balances, { currency, amount: order.amount });
  return refused ?? policies.deposit.success();
}

type OnrampCall = HandledRequest<'onramp.initiate'>;

function refusalOfOnramp(call: OnrampCall, order: OnrampOrder): Reply | undefined {
  const rules = call.policies.onramp;
  if (!rules.allowsAsset(order['to.asset'])) return call.refuse('onrampAssetNotAllowed', rules.named.join(', '));
  return refusalOfInitiation(call);
}

function initiateOnramp(call: OnrampCall): Reply {
  const { policies, store, operation } = call;
  const order = readOrder(call, onrampShape);
  if (isReply(order)) return order;
  const refused = refusalOfOnramp(call, order);
  if (refused) return refused;
  const rate = policies.onramp.rate(order['from.currency'], String(order['to.asset']));
  if (rate === undefined) return call.refuse('invalidOrder', 'from.currency is not a currency of onramps');
  const subaccountId = parameter(call, 'subaccountId');
  const createdAt = policies.creation.createdAt(call.at, operation);
  const record = policies.onramp.record(order, policies.onramp.quote(order, rate), {
    id: policies.creation.newId(operation),
    status: policies.creation.firstStatus(operation),
    createdAt,
    expiresAt: policies.onramp.expiresAt(createdAt),
    method: policies.onramp.paymentMethod(order['from.currency']),
    subaccountId,
  });
  store.onramps.push({ owner: subaccountId, origin: 'initiated', record });
  const movement = { operation, amount: order['from.amount'], currency: order['from.currency'] };
  store.balances = policies.balances.effectOfInitiation(store.balances, movement);
  return { status: policies.creation.replyStatus(operation), body: record };
}

type OfframpCall = HandledRequest<'offramp.initiate'>;

function refusalOfOfframp(call: OfframpCall, order: OfframpOrder): Reply | undefined {
  const { policies, refuse } = call;
  const refused = refusalOfInitiation(call);
  if (refused) return refused;
  const recipient = policies.recipient.find(recipients, order['to.recipient_id'], parameter(call, 'subaccountId'));
  if (recipient === undefined) return refuse('bankAccountNotFound');
  if (!policies.offramp.allowsAsset(order['from.asset'])) {
    return refuse('invalidOrder', 'from.asset is not an asset of offramps');
  }
  const wrong = policies.rails.judge({
    named: policies.rails.isNamed(recipient),
    lacks: policies.rails.lacks(recipient),
    currency: order['to.currency'],
    recipientCurrency: recipient.currency,
    rail: order['to.payment_rail'],
  });
  return wrong === undefined ? undefined : refuse('railRefused', wrong);
}

function initiateOfframp(call: OfframpCall): Reply {
  const { policies, store, operation } = call;
  const order = readOrder(call, offrampShape);
  if (isReply(order)) return order;
  const refused = refusalOfOfframp(call, order);
  if (refused && !policies.offramp.keepsRefused(refused)) return refused;
  const rate = policies.offramp.rate(order['from.asset'], order['to.currency']);
  const subaccountId = parameter(call, 'subaccountId');
  const id = policies.creation.newId(operation);
  const status = policies.creation.firstStatus(operation);
  const createdAt = policies.creation.createdAt(call.at, operation);
  const settlement = policies.offramp.settlement(status, { id, createdAt });
  const record = policies.offramp.record(order, policies.offramp.quote(order, rate), {
    id,
    status,
    createdAt,
    subaccountId,
    settlement,
  });
  const stored = policies.offramp.stored(record);
  if (stored) store.offramps.push({ owner: subaccountId, origin: 'initiated', record: stored });
  if (refused) return refused;
  const movement = { operation, amount: order['from.amount'], currency: order['from.asset'] };
  store.balances = policies.balances.effectOfInitiation(store.balances, movement);
  return { status: policies.creation.replyStatus(operation), body: policies.offramp.created(record) };
}

function initiateLightningOfframp(call: HandledRequest<'lightning-offramp.initiate'>): Reply {
  const { policies, store, operation } = call;
  const order = readOrder(call, lightningShape);
  if (isReply(order)) return order;
  const refused = refusalOfInitiation(call);
  if (refused) return refused;
  const owner = parameter(call, 'subaccountId');
  const recipient = policies.recipient.find(recipients, order.recipient_id, owner);
  if (recipient === undefined) return call.refuse('bankAccountNotFound');
  const rules = policies.lightningOfframp;
  const createdAt = policies.creation.createdAt(call.at, operation);
  const record = rules.record(order, rules.quote(order, rules.rate(recipient.currency)), recipient, {
    id: policies.creation.newId(operation),
    invoiceId: policies.creation.newId(operation),
    status: policies.creation.firstStatus(operation),
    createdAt,
    expiresAt: rules.expiresAt(createdAt),
  });
  store.lightningOfframps.push({ owner, origin: 'initiated', record });
  const movement = { operation, amount: order.amount, currency: recipient.currency };
  store.balances = policies.balances.effectOfInitiation(store.balances, movement);
  return { status: policies.creation.replyStatus(operation), body: rules.envelope(record) };
}

function listOfframps(call: HandledRequest): Reply {
  const found = subaccountOf(call);
  if (isReply(found)) return found;
  const { policies, store } = call;
  const items = policies.offramp.listing(store.offramps, found.id);
  return paged(call, items, ({ record }) => policies.offramp.listed(record), policies.pagination.offrampEnvelope);
}

function readOfframp(call: HandledRequest): Reply {
  const wanted = { subaccountId: parameter(call, 'subaccountId'), id: parameter(call, 'offrampId') };
  const found = call.policies.offramp.find(call.store, wanted);
  return found ? { status: 200, body: call.policies.offramp.retrieved(found) } : call.refuse('offrampNotFound');
}

function listConversions(call: HandledRequest): Reply {
  const found = subaccountOf(call);
  if (isReply(found)) return found;
  const { conversion: rules, pagination } = call.policies;
  const items = rules.listing(seededConversions, found.id);
  return paged(call, items, ({ record }) => rules.listed(record), pagination.conversionEnvelope);
}

function readConversion(call: HandledRequest): Reply {
  const rules = call.policies.conversion;
  const wanted = { subaccountId: parameter(call, 'subaccountId'), id: parameter(call, 'conversionId') };
  const found = rules.find(seededConversions, wanted);
  return found ? { status: 200, body: rules.retrieved(found) } : call.refuse('conversionNotFound');
}

/** In the order of the document. */
export const routes = [
  get('subaccount.read', '/v1/ramp/subaccount/:subaccountId', (call) => {
    const found = call.policies.subaccount.find(seededSubaccounts, parameter(call, 'subaccountId'));
    return found ? { status: 200, body: found } : call.refuse('subaccountNotFound');
  }),
  get('individual-kyc.read', '/v1/kyc/customers/:subaccountId', (call) => {
    const found = call.policies.individualKyc.find(seededIndividualKyc, parameter(call, 'subaccountId'));
    return found ? { status: 200, body: found.record } : call.refuse('customerNotFound');
  }),
  get('business-kyc.read', '/v1/kyc/businesses/:subaccountId', (call) => {
    const found = call.policies.businessKyc.find(seededBusinessKyc, parameter(call, 'subaccountId'));
    return found ? { status: 200, body: found.record } : call.refuse('businessNotFound');
  }),
  get('balances.read', '/v1/ramp/banking/balances', ({ store, policies, caller }) => ({
    status: 200,
    body: caller === 'other' ? balancesOfAnother : policies.balances.view(store.balances),
  })),
  post('deposit.simulate', '/v1/ramp/:subaccountId/banking/deposits/simulate', simulateDeposit),
  post('onramp.initiate', '/v2/ramp/:subaccountId/banking/onramp/initiate', initiateOnramp),
  post('offramp.initiate', '/v2/ramp/:subaccountId/banking/offramp/initiate', initiateOfframp),
  // The document writes the trailing slash; the sandbox also accepts the path without it.
  get(
    'offramp.list',
    ['/v2/ramp/:subaccountId/banking/offramp/', '/v2/ramp/:subaccountId/banking/offramp'],
    listOfframps,
  ),
  get('offramp.read', '/v2/ramp/:subaccountId/banking/offramp/:offrampId', readOfframp),
  post('lightning-offramp.initiate', '/v1/ramp/:subaccountId/banking/offramp/initiate', initiateLightningOfframp),
  get('withdrawal.read', '/v1/ramp/:subaccountId/banking/withdrawals/:withdrawalId', (call) => {
    const rules = call.policies.withdrawal;
    const wanted = { subaccountId: parameter(call, 'subaccountId'), id: parameter(call, 'withdrawalId') };
    const found = rules.find(seededWithdrawals, wanted);
    if (found === undefined) return call.refuse('withdrawalNotFound');
    return { status: 200, body: rules.view(found, rules.mask(found.destinationAddress)) };
  }),
  get('conversion.list', '/v1/ramp/:subaccountId/banking/conversions', listConversions),
  get('conversion.read', '/v1/ramp/:subaccountId/banking/conversions/:conversionId', readConversion),
  get('taxonomy.list', '/v1/ramp/banking/taxonomy/:currency', (call) => {
    const found = call.policies.taxonomy.find(seededTaxonomy, parameter(call, 'currency'));
    return found ? { status: 200, body: found } : call.refuse('notFound', 'No payment methods for this currency');
  }),
];

export type OperationId = (typeof routes)[number]['operation'];
