import { randomUUID } from 'node:crypto';
import {
  depositOrders,
  isRecasedCurrency,
  isUnlistedCurrency,
  recasedCurrency,
  unlistedCurrency,
} from '#generators';
import { type Conformance, depositCurrencies, test } from '#harness';
import { absent } from '../given/absence.ts';
import {
  observesMissingMembers,
  observesSuccess,
  refusesFurther,
  refusesWhatIsNoJson,
  refusesWithoutKyc,
  survivesMistypedMembers,
} from '../given/body.ts';
import { repliesOf } from '../given/example.ts';
import { acceptsListedValues, refusesWhatIsNoText } from '../given/listed-value.ts';
import { depositBody } from '../given/order.ts';
import { accepted } from '../given/record.ts';
import { furtherReplies } from '../given/variant.ts';

// Begins first: it takes longest.
test('deposit.simulate/survives-mistyped-members', (t) => survivesMistypedMembers(t, 'deposit.simulate'));

test('deposit.simulate/accepts-each-listed-currency', (t) =>
  acceptsListedValues(t, 'deposit.simulate', { member: 'currency', listed: depositCurrencies }));

test('deposit.simulate/answers-success-without-a-body', async (t) => {
  const further = await furtherReplies(t, 'deposit.simulate');
  t.expect([
    ...(await repliesOf(t, 'deposit.simulate')),
    ...further.filter(({ status }) => status < 300),
  ]).toSucceed();
});

test('deposit.simulate/refuses-an-unlisted-currency', async (t) => {
  const subaccountId = t.roles.individual;
  await accepted(t, 'deposit.simulate');
  await t.forAll(depositOrders(t.order, unlistedCurrency()), async (body, t) => {
    const reply = await t.api.simulateDeposit({ subaccountId, body });
    if (!isUnlistedCurrency(reply.request.sentBody)) return;
    t.expect(reply).toBeRefused({ status: 400, error: 'Bad Request', body: 'full' });
  });
  await refusesWhatIsNoText(t, (currency) =>
    t.api.simulateDeposit({ subaccountId, body: { ...depositBody(t), currency } }),
  );
});

test('deposit.simulate/names-the-listed-currencies', async (t) => {
  const subaccountId = t.roles.individual;
  const replies = await Promise.all(
    t
      .few(['JPY', 'BTC'])
      .map((currency) => t.api.simulateDeposit({ subaccountId, body: depositBody(t, currency) })),
  );
  const refused = replies.filter(({ status }) => status === 400);
  if (refused.length === 0) t.cannot('no unlisted currency was answered with 400');
  t.expect(refused).toBeRefused({ status: 400, naming: depositCurrencies });
});

test('deposit.simulate/refuses-an-absent-subaccount', async (t) => {
  t.expect(await absent(t, 'deposit.simulate', 'subaccountId')).toBeRefused({
    status: 404,
    error: 'Not Found',
    message: 'subaccount not found',
  });
  await refusesFurther(t, 'deposit.simulate', (body) => ({ subaccountId: randomUUID(), body }));
});

test('deposit.simulate/refuses-without-approved-kyc', (t) => refusesWithoutKyc(t, 'deposit.simulate'));

test('deposit.simulate/refuses-what-is-no-json', (t) => refusesWhatIsNoJson(t, 'deposit.simulate'));

test('deposit.simulate/recased-currency', async (t) => {
  const subaccountId = t.roles.individual;
  const order = async (currency: string, by: Conformance) => {
    const { status, request } = await t.api.simulateDeposit({ subaccountId, body: depositBody(t, currency) });
    if (!isRecasedCurrency(request.sentBody)) return;
    by.observe(currency.trim() === currency ? 'currency in another case' : 'currency with spaces', status, {
      operation: 'deposit.simulate',
    });
  };
  for (const currency of ['brl', ' BRL ']) await order(currency, t);
  await t.forAll(recasedCurrency(), order);
});

test('deposit.simulate/success-status', (t) => observesSuccess(t, 'deposit.simulate'));

test('deposit.simulate/answer-to-a-missing-member', (t) => observesMissingMembers(t, 'deposit.simulate'));
