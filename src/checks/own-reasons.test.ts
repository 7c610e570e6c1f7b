import { describe, expect, test } from 'vitest';
import {
  amountsNamed,
  isBusinessRefusal,
  isForItsAmount,
  namesBusinessReason,
  refusalText,
  speaksOfAmount,
} from '#attribution';
import type { OperationId } from '#contract';
import { type Reply, Untested } from '#evidence';
import { acceptsListedValues } from './orders.ts';
import { replyOf, settingOf } from './reply.test.support.ts';
import { successOf } from './shape.ts';
import { answersWithout5xx, refused, succeeds } from './words.ts';

const orders: Readonly<Partial<Record<OperationId, unknown>>> = {
  'deposit.simulate': { currency: 'NGN', amount: 100, accountNumber: '1' },
  'onramp.initiate': { from: { amount: 100, currency: 'BRL' }, to: { asset: 'USDT', chain: 'SOL' } },
  'offramp.initiate': { from: { amount: 100 }, to: { currency: 'USD', payment_rail: 'WIRE' } },
  'lightning-offramp.initiate': { amount: 100 },
};

const refusal = (operation: OperationId, status: number, body: unknown) =>
  replyOf({ operation, status, body, sent: orders[operation] });

const ownReasons: readonly (readonly [status: number, body: unknown])[] = [
  [400, { statusCode: 400, message: ['amount must not be less than 5000'], error: 'Bad Request' }],
  [400, { message: 'Minimum amount for NGN is 5,000' }],
  [402, { message: 'Insufficient funds' }],
  [404, { message: 'Bank account not found' }],
  [403, { code: 'LIMIT_EXCEEDED', error: 'Forbidden', message: 'Daily transaction limit exceeded' }],
  [409, { message: 'Duplicate order' }],
  [409, { message: 'Another order of this subaccount is in progress' }],
  [423, { message: 'This subaccount is under review' }],
  [503, { statusCode: 503, message: 'Closed until Monday', error: 'Service Unavailable' }],
  [412, { message: 'Pagamentos só em dias úteis' }],
  [422, { error: { code: 'AMOUNT_BELOW_MINIMUM', details: { minimum: 5000 } } }],
  [422, { title: 'Limit exceeded', detail: 'Three orders an hour', status: 422, type: 'about:blank' }],
  [422, { message: 'El importe es demasiado pequeño' }],
  [422, { message: '取引限度額を超えています' }],
  [422, { code: 'E_4711' }],
  [422, undefined],
  [409, { message: 'Onramps are closed until Monday', error: 'Conflict' }],
  [451, { message: 'USDT is temporarily unavailable' }],
  [400, { message: 'The recipient belongs to another subaccount' }],
  [400, { message: 'This corridor is closed' }],
];

describe.each(Object.keys(orders) as OperationId[])('a valid order of %s', (operation) => {
  test.each(ownReasons)('may be refused for reasons of the service: %i %j', (status, body) => {
    const reply = refusal(operation, status, body);
    expect(isBusinessRefusal(reply)).toBe(true);
    expect(() => succeeds([reply], settingOf())).toThrow(Untested);
  });
});

test.each([
  ['onramp.initiate', { message: 'USDT is not available for BRL' }],
  ['offramp.initiate', { message: 'WIRE is not supported for the country of this beneficiary' }],
  ['offramp.initiate', { message: 'Only SWIFT reaches this bank' }],
  ['deposit.simulate', { message: 'This account holds USD only' }],
] as const)('%s is refused for a pair, each of which the document allows: %j', (operation, body) => {
  expect(isBusinessRefusal(refusal(operation, 400, body))).toBe(true);
});

test('an order that is to be refused may be refused for another reason, where that is said or cannot be read', () => {
  const answer = (status: number, message: unknown) => refusal('deposit.simulate', status, { message });
  expect(namesBusinessReason(answer(422, 'Daily limit exceeded'))).toBe(true);
  expect(namesBusinessReason(answer(422, 'Der Betrag überschreitet Ihr Tageslimit'))).toBe(true);
  expect(namesBusinessReason(answer(409, 'Another order of this subaccount is in progress'))).toBe(true);
  expect(namesBusinessReason(answer(422, 'This order is invalid'))).toBe(false);
  expect(namesBusinessReason(answer(422, 'Erlaubt: NGN, BRL, USD, EUR'))).toBe(false);
  expect(namesBusinessReason(refusal('deposit.simulate', 422, undefined))).toBe(false);
  const judge = refused({ status: 404, message: 'bank account not found' });
  const reply = refusal('offramp.initiate', 422, { message: 'Bank account already closed' });
  expect(judge([reply], settingOf()).findings.map(({ code }) => code)).toEqual(['WRONG_STATUS']);
});

test('the reason is read wherever an error body has it', () => {
  const body = {
    statusCode: 422,
    timestamp: '2026-01-01T00:00:00.000Z',
    path: '/v2/ramp/7',
    requestId: '99',
    error: 'Unprocessable Entity',
    title: 'Below minimum',
    details: [{ min: 5000, code: 12 }],
  };
  expect(refusalText({ body })).toBe('Below minimum ; min ; 5000');
});

test.each([
  ['at least 5,000.50 please', [5000.5]],
  ['mindestens 5.000,50', [5000.5]],
  ['between 20 and 1’000', [20, 1000]],
  ['minimum 5000', [5000]],
  ['entre 1.000 y 2.000.000', [1000, 2_000_000]],
  ['0.125 is too small', [0.125]],
  ['the amount of 100 is above the limit of 50.', [50]],
  ['order 5eed0a01-0001-4000-8000-000000000a01 of v2', []],
])('amounts are read as people write them: %s', (message, amounts) => {
  const reply = refusal('onramp.initiate', 422, { message });
  expect(amountsNamed(reply)).toEqual(amounts);
});

describe('each listed value is accepted as a value', () => {
  const judge = acceptsListedValues('currency');
  const accepted = replyOf({ operation: 'deposit.simulate', status: 204, sent: { currency: 'BRL' } });
  const answer = (message: string, status = 400) => refusal('deposit.simulate', status, { message });

  test('not where its amount is refused', () => {
    const small = answer('Minimum amount for NGN is 5000');
    expect(speaksOfAmount(small)).toBe(true);
    expect(() => judge([accepted, small], settingOf())).toThrow('orders of NGN');
    expect(speaksOfAmount(answer('Al menos 5000'))).toBe(true);
    const places = answer('amount must be a number conforming to the specified constraints');
    expect([isForItsAmount(places), isForItsAmount(answer('amount must be a number'))]).toEqual([true, false]);
  });

  test('not where another reason stands against it, and never where none is accepted', () => {
    for (const other of [answer('The account is held in another currency', 422), answer('No disponible')])
      expect(() => judge([accepted, other], settingOf())).toThrow('NGN');
    expect(() => judge([answer('Daily limit exceeded')], settingOf())).toThrow('for business reasons');
    expect(() => judge([answer('Minimum amount is 5000')], settingOf())).toThrow(
      'orders of each listed value for the amount, and RAMP_AMOUNT',
    );
  });

  test('and a made-up address is named where it may be why bitcoin is refused', () => {
    const ofBitcoin = (message: string) =>
      replyOf({
        operation: 'onramp.initiate',
        status: 422,
        body: { message },
        sent: { to: { asset: 'BTC_LIGHTNING' } },
      });
    const usdc = replyOf({ operation: 'onramp.initiate', status: 201, sent: { to: { asset: 'USDC' } } });
    const setting = settingOf();
    const guessing = { ...setting, order: { ...setting.order, guessed: ['RAMP_LIGHTNING_ADDRESS'] } };
    const judgeOf = (message: string) => () => acceptsListedValues('to.asset')([usdc, ofBitcoin(message)], guessing);
    expect(judgeOf('Something is wrong')).toThrow('orders of BTC_LIGHTNING, and RAMP_LIGHTNING_ADDRESS is not set');
    expect(judgeOf('Daily limit exceeded')).toThrow('orders of BTC_LIGHTNING for business reasons');
  });
});

test('a value that was made up is not suspected where an order made of it was accepted', () => {
  const guessed = ['RAMP_OFFRAMP_CHAIN'];
  const other = refusal('offramp.initiate', 422, { message: 'Something is wrong' });
  const taken = replyOf({ operation: 'offramp.initiate', status: 201, sent: {} });
  const reasonOf = (accepted: readonly Reply[]) => () => successOf(other, { guessed, accepted });
  expect(reasonOf([])).toThrow('RAMP_OFFRAMP_CHAIN is not set');
  expect(reasonOf([taken])).toThrow('refused a valid order for business reasons');
  const bitcoin = replyOf({
    operation: 'onramp.initiate',
    status: 201,
    sent: { to: { asset: 'BTC_LIGHTNING' } },
  });
  const ofOther = refusal('onramp.initiate', 422, { message: 'Something is wrong' });
  const address = { guessed: ['RAMP_ONRAMP_ADDRESS'], accepted: [bitcoin] };
  expect(() => successOf(ofOther, address)).toThrow('RAMP_ONRAMP_ADDRESS is not set');
});

test('a service that is closed shows neither that it fails nor how it handles an order', () => {
  const closed = refusal('onramp.initiate', 503, { message: 'Closed for maintenance', error: 'Closed' });
  const failure = refusal('onramp.initiate', 503, { message: 'Something went wrong', error: 'Error' });
  expect(() => answersWithout5xx([closed], settingOf())).toThrow(Untested);
  expect(answersWithout5xx([closed, failure], settingOf()).findings).toMatchObject([{ code: 'SERVER_ERROR' }]);
});
