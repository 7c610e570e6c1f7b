import { isRecasedAsset, isUnlistedAsset, onrampOrders, recasedAsset, unlistedAsset } from '#generators';
import { type Conformance, onrampAssets, test } from '#harness';
import { observesAbsentSubaccount } from '../given/absence.ts';
import {
  observesMissingMembers,
  observesSuccess,
  refusesAbsentSubaccount,
  refusesFurther,
  refusesWhatIsNoJson,
  refusesWithoutKyc,
  survivesMistypedMembers,
} from '../given/body.ts';
import { acceptsListedValues, refusesWhatIsNoText } from '../given/listed-value.ts';
import { onrampBody } from '../given/order.ts';
import { accepted, recordsOf } from '../given/record.ts';
import {
  addsUp,
  atTheRate,
  createdNow,
  echoes,
  echoesAmount,
  echoesAsset,
  echoesLoosely,
  nonNegative,
  pending,
  positive,
} from '../given/rule.ts';

// Begins first: it takes longest.
test('onramp.initiate/survives-mistyped-members', (t) => survivesMistypedMembers(t, 'onramp.initiate'));

test('onramp.initiate/accepts-each-listed-asset', (t) =>
  acceptsListedValues(t, 'onramp.initiate', {
    member: 'to.asset',
    beside: 'to.chain',
    listed: onrampAssets,
  }));

test('onramp.initiate/refuses-an-unlisted-asset', async (t) => {
  const subaccountId = t.roles.individual;
  await accepted(t, 'onramp.initiate');
  await t.forAll(onrampOrders(t.order, unlistedAsset()), async (body, t) => {
    const reply = await t.api.initiateOnramp({ subaccountId, body });
    if (!isUnlistedAsset(reply.request.sentBody)) return;
    t.expect(reply).toBeRefused({ status: 400, error: 'Bad Request', body: 'full' });
  });
  await refusesWhatIsNoText(t, (asset) => {
    const { to, ...order } = onrampBody(t);
    return t.api.initiateOnramp({ subaccountId, body: { ...order, to: { ...to, asset } } });
  });
});

test('onramp.initiate/names-the-listed-assets', async (t) => {
  const subaccountId = t.roles.individual;
  const replies = await Promise.all(
    t.few(['EURC', 'ETH']).map((asset) => t.api.initiateOnramp({ subaccountId, body: onrampBody(t, asset) })),
  );
  const refused = replies.filter(({ status }) => status === 400);
  if (refused.length === 0) t.cannot('no unlisted asset was answered with 400');
  t.expect(refused).toBeRefused({ status: 400, naming: onrampAssets });
});

test('onramp.initiate/begins-pending', async (t) => {
  t.expect(await recordsOf(t, 'onramp.initiate')).toHold(pending);
});

test('onramp.initiate/calls-itself-an-onramp', async (t) => {
  t.expect(await recordsOf(t, 'onramp.initiate')).toHold({
    where: 'type',
    promised: 'onramp',
    holds: (record) => record.text('type') === 'onramp',
  });
});

test('onramp.initiate/echoes-the-reference', async (t) => {
  const subaccountId = t.roles.individual;
  const first = await recordsOf(t, 'onramp.initiate');
  const together = await Promise.all(
    t.few([1, 2, 3]).map(() => t.api.initiateOnramp({ subaccountId, body: onrampBody(t) })),
  );
  t.expect([...first, ...together.filter(({ status }) => status < 300)]).toHold(
    echoes('client_onramp_reference'),
  );
});

test('onramp.initiate/echoes-the-amount', async (t) => {
  t.expect(await recordsOf(t, 'onramp.initiate')).toHold(echoesAmount('from.amount'));
});

test('onramp.initiate/echoes-the-currency', async (t) => {
  t.expect(await recordsOf(t, 'onramp.initiate')).toHold(echoesLoosely('from.currency'));
});

test('onramp.initiate/echoes-the-asset', async (t) => {
  t.expect(await recordsOf(t, 'onramp.initiate')).toHold(echoesAsset);
});

test('onramp.initiate/echoes-the-address', async (t) => {
  t.expect(await recordsOf(t, 'onramp.initiate')).toHold(echoes('to.address', 'to.destination_address'));
});

test('onramp.initiate/expires-after-its-creation', async (t) => {
  t.expect(await recordsOf(t, 'onramp.initiate')).toHold({
    where: 'from.payment_instructions.expires_at',
    promised: 'after created_at',
    holds: (record) => record.instant('from.payment_instructions.expires_at') > record.instant('created_at'),
  });
});

test('onramp.initiate/nets-at-most-the-gross', async (t) => {
  t.expect(await recordsOf(t, 'onramp.initiate')).toHold({
    where: 'to.net_amount',
    promised: 'at most to.gross_amount',
    holds: (record) => record.amount('to.net_amount').lessThanOrEqualTo(record.amount('to.gross_amount')),
  });
});

test('onramp.initiate/has-a-positive-rate', async (t) => {
  t.expect(await recordsOf(t, 'onramp.initiate')).toHold(positive('pricing.fx_rate'));
});

test('onramp.initiate/adds-up-its-fees', async (t) => {
  t.expect(await recordsOf(t, 'onramp.initiate')).toHold(addsUp('onramp_fee'));
});

test('onramp.initiate/converts-at-its-rate', async (t) => {
  t.expect(await recordsOf(t, 'onramp.initiate')).toHold(atTheRate('to.gross_amount'));
});

test('onramp.initiate/has-no-negative-amounts', async (t) => {
  for (const path of [
    'from.amount',
    'to.gross_amount',
    'to.net_amount',
    'pricing.fees.onramp_fee',
    'pricing.fees.network_fee',
    'pricing.fees.total_fees',
  ])
    t.expect(await recordsOf(t, 'onramp.initiate')).toHold(nonNegative(path));
});

test('onramp.initiate/is-created-now', async (t) => {
  t.expect(await recordsOf(t, 'onramp.initiate')).toHold(createdNow('created_at'));
});

test('onramp.initiate/gives-each-order-its-own-id', async (t) => {
  const subaccountId = t.roles.individual;
  const replies = await Promise.all(
    t.few([1, 2, 3]).map(() => t.api.initiateOnramp({ subaccountId, body: onrampBody(t) })),
  );
  t.expect([...(await recordsOf(t, 'onramp.initiate')), ...replies]).toDifferIn('id');
});

const absentBankAccount = async (t: Parameters<typeof accepted>[0]) => {
  const subaccountId = t.roles.unbanked;
  await accepted(t, 'onramp.initiate');
  return t.api.initiateOnramp({ subaccountId, body: onrampBody(t) });
};

test('onramp.initiate/refuses-an-absent-bank-account', async (t) => {
  t.expect(await absentBankAccount(t)).toBeRefused({ status: 404, message: 'bank account not found' });
  await refusesFurther(t, 'onramp.initiate', (body) => ({ subaccountId: t.roles.unbanked, body }));
});

test('onramp.initiate/names-no-error-for-an-absent-bank-account', async (t) => {
  const reply = await absentBankAccount(t);
  if (reply.status !== 404) t.cannot('an absent bank account is not answered with 404');
  t.expect(reply).toLack('error');
});

test('onramp.initiate/refuses-an-absent-subaccount', (t) => refusesAbsentSubaccount(t, 'onramp.initiate'));

test('onramp.initiate/refuses-without-approved-kyc', (t) => refusesWithoutKyc(t, 'onramp.initiate'));

test('onramp.initiate/refuses-what-is-no-json', (t) => refusesWhatIsNoJson(t, 'onramp.initiate'));

test('onramp.initiate/recased-asset', async (t) => {
  const subaccountId = t.roles.individual;
  const order = async (asset: string, by: Conformance) => {
    const { status, request } = await t.api.initiateOnramp({ subaccountId, body: onrampBody(t, asset) });
    if (!isRecasedAsset(request.sentBody)) return;
    by.observe(asset.trim() === asset ? 'asset in another case' : 'asset with spaces', status, {
      operation: 'onramp.initiate',
    });
  };
  for (const asset of ['usdc', ' USDC ']) await order(asset, t);
  await t.forAll(recasedAsset(), order);
});

test('onramp.initiate/success-status', (t) => observesSuccess(t, 'onramp.initiate'));

test('onramp.initiate/answer-to-a-missing-member', (t) => observesMissingMembers(t, 'onramp.initiate'));

test('onramp.initiate/answer-for-an-absent-subaccount', (t) =>
  observesAbsentSubaccount(t, 'onramp.initiate'));
