import { describe, expect, test } from 'vitest';
import { onrampAssets } from '#contract';
import type { Credential, Reply } from '#evidence';
import { purposesOf } from './recognise.ts';
import { another, nobody, one, recorded } from './recorded.test.support.ts';

const purposeOf = (...replies: readonly Reply[]): string | undefined => purposesOf(replies).at(-1)?.probe;

const nothing = 'a recording';
const known = recorded('subaccount.read');

const onramp = (asset: unknown = 'USDC', amount = 100, reference = one) => ({
  from: { amount, currency: 'BRL' },
  to: { asset, chain: 'POLYGON', destination_address: '0xabc' },
  client_onramp_reference: reference,
});

const offramp = (to: object = {}, amount = 100, reference = one) => ({
  from: { chain: 'POLYGON_AMOY', asset: 'USDC', amount, sender_address: '0xdef' },
  to: { recipient_id: another, currency: 'USD', ...to },
  client_offramp_reference: reference,
});

const message = (text: string) => ({ message: text });

describe('reads', () => {
  test('a success, and a failure of the service, answer a read', () => {
    expect(purposeOf(known)).toBe('reads of subaccount.read');
    expect(purposeOf(known, recorded('withdrawal.read', { ids: { withdrawalId: nobody }, status: 500 }))).toBe(
      'reads of withdrawal.read',
    );
  });

  test('balances are there for every key that is let in', () => {
    expect(purposeOf(known, recorded('balances.read', { status: 404 }))).toBe('reads of balances.read');
    expect(purposeOf(known, recorded('taxonomy.list', { status: 404 }))).toBe(nothing);
  });

  test('a missing record is absent, where the path leads somewhere and the subaccount is known', () => {
    const absent = recorded('subaccount.read', { ids: { subaccountId: nobody }, status: 404 });
    expect(purposeOf(known, absent)).toBe('subaccount.read for an absent subaccountId');
    expect(purposeOf(known, recorded('offramp.read', { ids: { offrampId: nobody }, status: 404 }))).toBe(nothing);
    expect(purposeOf(known, recorded('subaccount.read', { status: 404 }))).toBe(nothing);
    const ofListed = recorded('offramp.read', { ids: { offrampId: nobody }, status: 404 });
    const served = recorded('offramp.read', { ids: { offrampId: one } });
    const listing = recorded('offramp.list', { body: { data: [{ id: nobody }] } });
    expect(purposeOf(served, ofListed)).toBe('offramp.read for an absent offrampId');
    expect(purposeOf(served, listing, ofListed)).toBe(nothing);
    const withdrawal = recorded('withdrawal.read', { ids: { withdrawalId: one } });
    const ofNobody = { subaccountId: nobody, withdrawalId: another };
    expect(purposeOf(withdrawal, recorded('withdrawal.read', { ids: ofNobody, status: 404 }))).toBe(nothing);
  });

  test('an id that is none is malformed, and odd', () => {
    const ids = { subaccountId: 'undefined' };
    const odd = recorded('subaccount.read', { ids, status: 404 });
    expect(purposesOf([known, odd]).at(-1)).toEqual({
      probe: 'subaccount.read for a malformed subaccountId',
      recorded: true,
      odd: 'an unusual request',
    });
  });
});

describe('keys', () => {
  const with_ = (credential: Credential, status: number, body: unknown = {}) =>
    recorded('subaccount.read', { credential, status, body, at: 5 });
  const wrong: Credential = { in: 'header', value: 'a key that is let in nowhere' };

  test('none, in the query, and one that is let in nowhere', () => {
    expect(purposeOf(known, with_({ in: 'none' }, 200))).toBe('subaccount.read with a missing key');
    const inQuery: Credential = {
      in: 'other places',
      places: [{ in: 'query', name: 'x-api-key' }],
      value: 'x',
    };
    expect(purposeOf(known, with_(inQuery, 401))).toBe('subaccount.read with a misplaced key');
    expect(purposeOf(known, with_(wrong, 401))).toBe('subaccount.read with an invalid key');
    expect(purposeOf(known, with_(wrong, 403))).toBe('subaccount.read with a restricted key');
  });

  test('a key that is let in elsewhere may lack a permission', () => {
    expect(purposeOf(known, recorded('subaccount.read', { status: 403 }))).toBe(nothing);
    expect(purposeOf(known, with_({ in: 'header', value: '' }, 401))).toBe(nothing);
  });

  test('of whom nothing is known, nothing is said of the key', () => {
    const ids = { subaccountId: nobody };
    expect(purposeOf(known, recorded('subaccount.read', { ids, credential: { in: 'none' }, status: 404 }))).toBe(
      nothing,
    );
  });

  test('a caller that is shut out after a refused key may have been locked out', () => {
    const refused = recorded('balances.read', { credential: wrong, status: 401 });
    expect(purposeOf(known, refused, with_({ in: 'none' }, 403))).toBe(nothing);
    expect(purposeOf(known, refused, with_({ in: 'none' }, 429))).toBe(nothing);
    expect(purposeOf(known, refused, with_(wrong, 403))).toBe(nothing);
    expect(purposeOf(known, refused, with_(wrong, 403, { error: 'Forbidden' }))).toBe(
      'subaccount.read with a restricted key',
    );
    expect(purposeOf(known, with_({ in: 'none' }, 403))).toBe('subaccount.read with a missing key');
  });
});

describe('orders', () => {
  const accepted = recorded('onramp.initiate', { sent: onramp() });
  const kindOf = (...replies: readonly Reply[]) => purposesOf(replies).at(-1)?.case;

  test('an accepted one is of a kind', () => {
    expect(purposeOf(accepted)).toBe('orders of onramp.initiate');
    const kinds = [{}, { payment_rail: 'WIRE' }, { payment_rail: 'PIGEON' }, { currency: 'NGN' }].map((to) =>
      kindOf(recorded('offramp.initiate', { sent: offramp(to) })),
    );
    expect(kinds).toEqual(['plain', 'over WIRE', 'recorded', 'in another currency']);
  });

  test('only all listed values together show that each is accepted', () => {
    const each = onrampAssets.map((asset, at) =>
      recorded('onramp.initiate', { sent: onramp(asset, 100 + at, `${at}${one.slice(1)}`) }),
    );
    expect(kindOf(...each.slice(1))).toBe('recorded');
    expect(purposesOf(each).map((purpose) => purpose.case)).toEqual(['plain', 'plain', 'plain']);
  });

  test.each([
    ['of the same amount', onramp('USDC', 100, another)],
    ['with the same reference', onramp('USDC', 99)],
  ])('one %s may be answered as a repetition', (_name, sent) => {
    expect(purposeOf(accepted, recorded('onramp.initiate', { sent }))).toBe(nothing);
  });

  test('one that was answered with another record is no repetition', () => {
    const answered = (id: string | undefined, sent = onramp('USDC', 100, another)) =>
      recorded('onramp.initiate', { sent, body: id === undefined ? {} : { id } });
    const placed = 'orders of onramp.initiate';
    expect(purposeOf(answered('a', onramp()), answered('b'))).toBe(placed);
    expect(purposeOf(answered('a', onramp()), answered('a'))).toBe(nothing);
    // What an answer without a record has created, the next one may show.
    expect(purposeOf(answered(undefined, onramp()), answered('b'))).toBe(nothing);
    const paid = (to: object, reference: string) => offramp(to, 100, reference);
    expect(
      purposeOf(
        recorded('offramp.initiate', { sent: paid({}, one), body: { id: 'a' } }),
        recorded('offramp.initiate', { sent: paid({ recipient_id: nobody }, another), body: { id: 'a' } }),
      ),
    ).toBe('orders of offramp.initiate');
  });

  test.each([
    ['without an amount above zero', onramp('USDC', 0, another)],
    ['in another letter case', onramp('usdc', 50, another)],
    ['without a member', { ...onramp('USDC', 50, another), to: { asset: 'USDC', destination_address: '0xabc' } }],
  ])('one %s is no order of the document', (_name, sent) => {
    expect(purposeOf(accepted, recorded('onramp.initiate', { sent }))).toBe(nothing);
  });

  const refusing = (sent: unknown, ids = {}, status = 400) =>
    recorded('onramp.initiate', { sent, ids, status, body: message('must be one of USDT, USDC') });

  test('an unlisted value is what an order is refused for where one like it was accepted', () => {
    expect(purposeOf(accepted, refusing(onramp('EURC')))).toBe('onramps of unlisted assets');
    expect(purposeOf(accepted, recorded('onramp.initiate', { sent: onramp('EURC') }))).toBe(
      'onramps of unlisted assets',
    );
    expect(purposeOf(accepted, refusing(onramp('EURC', 1_000)))).toBe(nothing);
    expect(purposeOf(known, refusing(onramp('EURC')))).toBe(nothing);
    expect(purposeOf(accepted, known, refusing(onramp('EURC'), { subaccountId: another }))).toBe(nothing);
    const elsewhere = { ...onramp('EURC'), from: { amount: 100, currency: 'NGN' } };
    expect(purposeOf(accepted, refusing(elsewhere))).toBe(nothing);
  });

  test('an absent bank account is what a refusal speaks of, and a recipient that was paid is there', () => {
    const refused = (text: string, to: object = {}) =>
      recorded('offramp.initiate', { sent: offramp(to), status: 404, body: message(text) });
    const toNobody = { recipient_id: nobody };
    expect(purposeOf(known, refused('Bank account not found', toNobody))).toBe(
      'offramp.initiate to an unknown recipient',
    );
    expect(purposeOf(known, refused('KYC is not approved', toNobody))).toBe(nothing);
    const paid = recorded('offramp.initiate', { sent: offramp({ recipient_id: nobody }, 5, another) });
    expect(purposeOf(known, paid, refused('Bank account not found', toNobody))).toBe(nothing);
    const text = message('Bank account not found');
    expect(purposeOf(known, recorded('onramp.initiate', { sent: onramp(), status: 404, body: text }))).toBe(
      'onramp.initiate without a bank account',
    );
  });

  test('a deposit is of nobody where nothing else is of that subaccount', () => {
    const sent = { currency: 'USD', amount: 5, accountNumber: '1' };
    const refused = (ids: Readonly<Record<string, string>>, text = 'Subaccount not found') =>
      recorded('deposit.simulate', { sent, ids, status: 404, body: message(text) });
    expect(purposeOf(known, refused({ subaccountId: nobody }))).toBe('deposit.simulate for an absent subaccount');
    expect(purposeOf(known, refused({ subaccountId: nobody }, 'Account not found'))).toBe(nothing);
    expect(purposeOf(known, refused({}))).toBe(nothing);
  });
});
