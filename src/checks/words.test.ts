import { expect, test } from 'vitest';
import { isOfCircumstance } from '#attribution';
import type { OperationId } from '#contract';
import { type Reply, Untested } from '#evidence';
import { both, type Judge } from './judgement.ts';
import { isOfKind, type MessageKind } from './message.ts';
import { replyOf, settingOf } from './reply.test.support.ts';
import { agrees, differIn, hasNo, holds, refused, succeeds } from './words.ts';

const reply = (operation: OperationId, status: number, body: unknown): Reply => replyOf({ operation, status, body });

/** Codes of what a judge finds; none when it is content. */
const found = <T>(judge: Judge<T>, data: T): readonly string[] =>
  judge(data, settingOf()).findings.map(({ code, where }) => `${code} ${where}`);

const notFound = { error: 'Not Found', message: 'Subaccount not found' };

test('a refusal without a stated status is any 4xx that speaks of the order', () => {
  for (const status of [400, 404, 409, 422])
    expect(found(refused(), [reply('offramp.initiate', status, {})])).toEqual([]);
  for (const status of [200, 201, 401, 403, 500])
    expect(found(refused(), [reply('offramp.initiate', status, {})])).toHaveLength(1);
  expect(() => found(refused(), [reply('offramp.initiate', 429, {})])).toThrow(Untested);
});

test('a value is named as a separate word', () => {
  const answer = (message: string) => reply('deposit.simulate', 400, { message });
  const naming = (message: string) => found(refused({ status: 400, naming: ['USD'] }), [answer(message)]);
  expect(naming("must be one of 'USD', 'USDT'")).toEqual([]);
  expect(naming('must be one of USDT, USDC')).toEqual(['VALUE_NOT_NAMED $.message']);
});

test('a success has a body of the documented kind, or none where none is documented', () => {
  expect(found(succeeds, [reply('subaccount.read', 201, {})])).toEqual([]);
  expect(found(succeeds, [reply('deposit.simulate', 204, undefined)])).toEqual([]);
  expect(found(succeeds, [reply('deposit.simulate', 200, {})])).toEqual(['BODY_NOT_EMPTY $']);
  expect(found(succeeds, [reply('subaccount.read', 200, [])])).toEqual(['WRONG_BODY $']);
  expect(found(succeeds, [reply('subaccount.read', 200, undefined)])).toEqual(['NO_BODY $']);
  expect(found(succeeds, [reply('subaccount.read', 500, undefined)])).toEqual(['NOT_ANSWERED status']);
  expect(() => found(succeeds, [reply('subaccount.read', 503, undefined)])).toThrow(Untested);
  const limited = reply('onramp.initiate', 422, { message: 'Amount above your daily limit' });
  expect(() => found(succeeds, [limited])).toThrow(Untested);
});

test('an excuse of one of several replies excuses no other', () => {
  const limited = reply('onramp.initiate', 422, { message: 'Amount above your daily limit' });
  const failed = reply('onramp.initiate', 500, undefined);
  for (const replies of [
    [limited, failed],
    [failed, limited],
  ])
    expect(found(succeeds, replies)).toEqual(['NOT_ANSWERED status']);
  expect(() => found(succeeds, [limited, reply('onramp.initiate', 201, {})])).toThrow(Untested);
});

test('a rule judges each record that carries what it speaks of, and says so when there is none', () => {
  const listing = reply('conversion.list', 200, { data: [{ rate: '1.0' }, { rate: '-1.0' }, {}] });
  const rule = {
    path: 'rate',
    promised: 'above zero',
    test: (it: { amount(p: string): { gt(n: number): boolean } }) => it.amount('rate').gt(0),
  };
  expect(found(holds(rule), [listing])).toEqual(['RULE_BROKEN $.data[1].rate']);
  expect(() => found(holds(rule), [reply('conversion.list', 200, { data: [{}] })])).toThrow(Untested);
});

test('amounts agree by value, ids without letter case, all else exactly', () => {
  const first = reply('offramp.read', 200, { id: 'AB', from: { amount: '100' } });
  const same = reply('offramp.read', 200, { id: 'ab', from: { amount: '100.00' } });
  expect(found(agrees(['id', 'from.amount', 'absent']), [[same, first.body]])).toEqual([]);
  const other = reply('offramp.read', 200, { id: 'ab', from: { amount: '100.01' } });
  expect(found(agrees(['from.amount']), [[other, first.body]])).toEqual(['DISAGREES $.from.amount']);
});

test('one order of two that is refused is the service’s doing; one alone has nothing to be compared with', () => {
  const order = (status: number, id: string) => reply('onramp.initiate', status, { id });
  expect(found(differIn('id'), [order(201, 'a'), order(201, 'a')])).toEqual(['NOT_ITS_OWN $.id']);
  expect(found(differIn('id'), [order(201, 'a'), order(201, 'b')])).toEqual([]);
  const refusing = [order(201, 'a'), reply('onramp.initiate', 503, undefined)];
  expect(() => found(differIn('id'), refusing)).toThrow(expect.objectContaining({ by: 'service' }));
  expect(() => found(differIn('id'), [order(201, 'a')])).toThrow(expect.objectContaining({ by: 'nothing to judge' }));
});

test('nothing to judge is untested, never a pass', () => {
  expect(() => found(succeeds, [])).toThrow(Untested);
});

test('no finding shows a value of the payload', () => {
  const secret = 'Mercedes Sosa';
  const body = { firstName: 7, lastName: secret, id: secret };
  const { findings } = hasNo('type', 'missing', 'identifier')([reply('subaccount.read', 200, body)], settingOf());
  expect(findings.length).toBeGreaterThan(2);
  const described = findings.map(({ shownBy: _reply, ...finding }) => finding);
  expect(JSON.stringify(described)).not.toContain('Mercedes');
});

test.each<[string, MessageKind, boolean]>([
  ['Subaccount not found', 'subaccount not found', true],
  ['No sub-account with this id', 'subaccount not found', true],
  ['Bank account not found', 'subaccount not found', false],
  ['Not found', 'subaccount not found', false],
  ['Nicht gefunden: Unterkonto', 'subaccount not found', true],
  ['Something went wrong', 'bank account not found', false],
  ['The recipient does not exist', 'bank account not found', true],
  ['Subaccount not found', 'bank account not found', false],
  ['Customer not found', 'business not found', false],
  ['', 'withdrawal not found', false],
  ['Invalid or missing API key', 'invalid key', true],
  ['You do not have permission to access this resource', 'no permission', true],
  ['This key may not do that', 'no permission', true],
  ['The API key is not entitled to this resource', 'no permission', true],
  ['Invalid or missing API key', 'no permission', false],
  ['An invoice was generated; paying it delivers the funds', 'invoice generated', true],
  ['Lightning invoice generated', 'invoice generated', false],
  ['Fatura Lightning gerada', 'invoice generated', true],
])('%j is of the kind %j: %s', (message, kind, fits) => {
  expect(isOfKind(message, kind)).toBe(fits);
});

test('circumstances are no refusals of a value', () => {
  expect(isOfCircumstance('Insufficient funds')).toBe(true);
  expect(isOfCircumstance('currency must be one of NGN, BRL')).toBe(false);
});

test('a finding of one promise stands where another could not be put to the test', () => {
  const untested: Judge<readonly Reply[]> = () => {
    throw new Untested('no record shows it', 'service');
  };
  const refusal = refused({ status: 404, error: 'Not Found', message: 'subaccount not found' });
  const served = [reply('subaccount.read', 200, {})];
  expect(found(both(refusal, untested), served)).toEqual(['ACCEPTED status']);
  expect(() => found(both(refusal, untested), [reply('subaccount.read', 404, notFound)])).toThrow(Untested);
});
