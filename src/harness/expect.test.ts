import { expect, test } from 'vitest';
import type { Reply } from '#client';
import type { OperationId } from '#contract';
import { createExpect } from './expect.ts';
import { isOfCircumstance, isOfKind, type MessageKind } from './message.ts';
import { Deviation, Untested } from './verdicts.ts';

const reply = (operation: OperationId, status: number, body: unknown, more: Partial<Reply> = {}): Reply =>
  ({
    operation,
    status,
    body,
    headers: {},
    problems: [],
    empty: body === undefined,
    request: { input: {}, method: 'GET', path: '/' },
    ...more,
  }) as unknown as Reply;

const judge = createExpect(() => {});

/** Codes of what a matcher finds; none when it is content. */
const found = (run: () => void): readonly string[] => {
  try {
    run();
    return [];
  } catch (error) {
    if (error instanceof Deviation) return error.findings.map(({ code, where }) => `${code} ${where}`);
    throw error;
  }
};

const notFound = { error: 'Not Found', message: 'Subaccount not found' };

test.each([
  ['the promised refusal', reply('subaccount.read', 404, notFound), []],
  ['a further member', reply('subaccount.read', 404, { ...notFound, path: '/x' }), []],
  ['another status', reply('subaccount.read', 400, notFound), ['WRONG_STATUS status']],
  ['a success', reply('subaccount.read', 200, {}), ['ACCEPTED status']],
  ['another error', reply('subaccount.read', 404, { ...notFound, error: 'Gone' }), ['WRONG_ERROR $.error']],
  ['no message', reply('subaccount.read', 404, { error: 'Not Found' }), ['MISSING_MESSAGE $.message']],
  [
    'a message about something else',
    reply('subaccount.read', 404, { ...notFound, message: 'Withdrawal not found' }),
    ['WRONG_MESSAGE $.message'],
  ],
  ['no body', reply('subaccount.read', 404, undefined), ['WRONG_ERROR $.error', 'MISSING_MESSAGE $.message']],
])('a refusal is held to its status, error and message: %s', (_name, met, codes) => {
  const refusal = { status: 404, error: 'Not Found', message: 'subaccount not found' } as const;
  expect(found(() => judge(met).toBeRefused(refusal))).toEqual(codes);
});

test('a refusal without a stated status is any 4xx that speaks of the order', () => {
  for (const status of [400, 404, 409, 422]) judge(reply('offramp.initiate', status, {})).toBeRefused();
  for (const status of [200, 201, 401, 403, 500])
    expect(found(() => judge(reply('offramp.initiate', status, {})).toBeRefused())).toHaveLength(1);
  expect(() => judge(reply('offramp.initiate', 429, {})).toBeRefused()).toThrow(Untested);
});

test('a value is named as a word of its own', () => {
  const met = (message: string) => reply('deposit.simulate', 400, { message });
  const naming = (message: string) =>
    found(() => judge(met(message)).toBeRefused({ status: 400, naming: ['USD'] }));
  expect(naming("must be one of 'USD', 'USDT'")).toEqual([]);
  expect(naming('must be one of USDT, USDC')).toEqual(['VALUE_NOT_NAMED $.message']);
});

test('a success has a body of the documented kind, or none where none is documented', () => {
  judge(reply('subaccount.read', 201, {})).toSucceed();
  judge(reply('deposit.simulate', 204, undefined)).toSucceed();
  expect(found(() => judge(reply('deposit.simulate', 200, {})).toSucceed())).toEqual(['BODY_NOT_EMPTY $']);
  expect(found(() => judge(reply('subaccount.read', 200, [])).toSucceed())).toEqual(['WRONG_BODY $']);
  expect(found(() => judge(reply('subaccount.read', 200, undefined)).toSucceed())).toEqual(['NO_BODY $']);
  expect(found(() => judge(reply('subaccount.read', 503, undefined)).toSucceed())).toEqual([
    'NOT_ANSWERED status',
  ]);
  const limited = reply('onramp.initiate', 422, { message: 'Amount above your daily limit' });
  expect(() => judge(limited).toSucceed()).toThrow(Untested);
});

test('what excuses one of several replies excuses no other', () => {
  const limited = reply('onramp.initiate', 422, { message: 'Amount above your daily limit' });
  const failed = reply('onramp.initiate', 500, undefined);
  for (const replies of [
    [limited, failed],
    [failed, limited],
  ])
    expect(found(() => judge(replies).toSucceed())).toEqual(['NOT_ANSWERED status']);
  expect(() => judge([limited, reply('onramp.initiate', 201, {})]).toSucceed()).toThrow(Untested);
});

test('a rule judges each record that carries what it speaks of, and says so when there is none', () => {
  const listing = reply('conversion.list', 200, { data: [{ rate: '1.0' }, { rate: '-1.0' }, {}] });
  const rule = {
    where: 'rate',
    promised: 'above zero',
    holds: (it: { amount(p: string): { gt(n: number): boolean } }) => it.amount('rate').gt(0),
  };
  expect(found(() => judge(listing).toHold(rule))).toEqual(['RULE_BROKEN $.data[1].rate']);
  expect(() => judge(reply('conversion.list', 200, { data: [{}] })).toHold(rule)).toThrow(Untested);
});

test('amounts agree by value, ids without letter case, all else exactly', () => {
  const first = reply('offramp.read', 200, { id: 'AB', from: { amount: '100' } });
  const same = reply('offramp.read', 200, { id: 'ab', from: { amount: '100.00' } });
  judge(same).toAgreeWith(first, ['id', 'from.amount', 'absent']);
  const other = reply('offramp.read', 200, { id: 'ab', from: { amount: '100.01' } });
  expect(found(() => judge(other).toAgreeWith(first, ['from.amount']))).toEqual(['DISAGREES $.from.amount']);
});

test('nothing to judge is untested, never a pass', () => {
  expect(() => judge([]).toSucceed()).toThrow(Untested);
});

test('no finding shows a value of the payload', () => {
  const secret = 'Mercedes Sosa';
  try {
    judge(reply('subaccount.read', 200, { firstName: 7, lastName: secret, id: secret })).toKeep(
      'type',
      'missing',
      'identifier',
    );
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(Deviation);
    expect(JSON.stringify(error) + String(error)).not.toContain('Mercedes');
  }
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
])('%j is of the kind %j: %s', (message, kind, fits) => {
  expect(isOfKind(message, kind)).toBe(fits);
});

test('circumstances are told from refusals of a value', () => {
  expect(isOfCircumstance('Insufficient funds')).toBe(true);
  expect(isOfCircumstance('currency must be one of NGN, BRL')).toBe(false);
});
