import { expect, test } from 'vitest';
import type { OperationId } from '#contract';
import { Untested } from '#evidence';
import { replyOf, settingOf } from './reply.test.support.ts';
import { hasTypeOfItsVerification, showsEachItsOwnPerson } from './subaccounts.ts';

const served = (operation: OperationId, subaccountId: string, type: string) =>
  replyOf({ operation, input: { subaccountId }, body: { type } });

const found = (...replies: readonly ReturnType<typeof served>[]) =>
  hasTypeOfItsVerification(replies, settingOf()).findings.length;

test('a subaccount is of the type of its record', () => {
  const person = served('individual-kyc.read', 'A1', 'individual');
  const firm = served('business-kyc.read', 'B2', 'business');
  const right = [served('subaccount.read', 'a1', 'individual'), served('subaccount.read', 'b2', 'business')];
  expect(found(person, firm, ...right)).toBe(0);
  expect(found(person, served('subaccount.read', 'a1', 'business'))).toBe(1);
  expect(found(firm, served('subaccount.read', 'b2', 'individual'))).toBe(1);
});

test('one without a record, or with records of both kinds, shows nothing', () => {
  const both = [served('individual-kyc.read', 'A1', 'individual'), served('business-kyc.read', 'A1', 'business')];
  const read = served('subaccount.read', 'A1', 'business');
  expect(() => found(read)).toThrow(Untested);
  expect(() => found(...both, read)).toThrow(Untested);
});

test('two subaccounts of one name are one person, and two without a name are nobody', () => {
  const shown = (subaccountId: string, firstName: string | null) =>
    replyOf({
      operation: 'subaccount.read',
      input: { subaccountId },
      body: { firstName, email: 'desk@reseller.example', createdAt: '2024-05-01T10:00:00.000Z' },
    });
  const same = (...names: readonly (string | null)[]) =>
    showsEachItsOwnPerson(
      names.map((name, at) => shown(`a${at}`, name)),
      settingOf(),
    ).findings.length;
  expect(same('Ada', 'Ada')).toBe(1);
  expect(same('Ada', 'Eva', null)).toBe(0);
  expect(() => same(null, null, 'Ada')).toThrow(Untested);
});

test('two verification records of one person are found, save that of the person who opened a business', () => {
  const kyc = (subaccountId: string) =>
    replyOf({
      operation: 'individual-kyc.read',
      input: { subaccountId },
      body: {
        type: 'individual',
        first_name: 'Ada',
        last_name: null,
        created_at: '2024-05-01T10:00:00.000Z',
      },
    });
  const count = (...typeOfSecond: readonly string[]) =>
    showsEachItsOwnPerson(
      [
        served('subaccount.read', 'a', 'individual'),
        ...typeOfSecond.map((type) => served('subaccount.read', 'b', type)),
        ...['a', 'A', 'b'].map(kyc),
      ],
      settingOf(),
    ).findings.length;
  expect(count('individual')).toBe(1);
  expect(() => count('business')).toThrow(Untested);
  expect(() => count()).toThrow(Untested);
});
