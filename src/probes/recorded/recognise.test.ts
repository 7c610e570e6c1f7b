import { describe, expect, test } from 'vitest';
import { type OperationId, onrampAssets } from '#contract';
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

const absent = (record: string) => `${record}.read for an absent ${record}Id`;

type Row = [what: string, purpose: string, ...replies: Reply[]];

const ofNobody = (operation: OperationId, parameter: string, status = 404) =>
  recorded(operation, { ids: { [parameter]: nobody }, status });

describe('a read', () => {
  const withdrawal = recorded('withdrawal.read', { ids: { withdrawalId: one } });
  const strange = { subaccountId: nobody, withdrawalId: another };
  const served = recorded('offramp.read', { ids: { offrampId: one } });
  const listing = recorded('offramp.list', { body: { data: [{ id: nobody }] } });

  test.each<Row>([
    ['is answered by a success', 'reads of subaccount.read', known],
    ['is answered by a failure', 'reads of withdrawal.read', known, ofNobody('withdrawal.read', 'withdrawalId', 500)],
    ['of balances is there for every key', 'reads of balances.read', known, recorded('balances.read', { status: 404 })],
    ['of a taxonomy is not', nothing, known, recorded('taxonomy.list', { status: 404 })],
    ['is of an absent subaccount', absent('subaccount'), known, ofNobody('subaccount.read', 'subaccountId')],
    ['of the known subaccount is not', nothing, known, recorded('subaccount.read', { status: 404 })],
    [
      'is of an absent record where others are served',
      absent('offramp'),
      served,
      ofNobody('offramp.read', 'offrampId'),
    ],
    ['is not where its path leads nowhere', nothing, known, ofNobody('offramp.read', 'offrampId')],
    ['is not where it is listed', nothing, served, listing, ofNobody('offramp.read', 'offrampId')],
    ['is not of another subaccount', nothing, withdrawal, recorded('withdrawal.read', { ids: strange, status: 404 })],
  ])('%s: %s', (_what, purpose, ...replies) => {
    expect(purposeOf(...replies)).toBe(purpose);
  });

  test('by an id that is none is malformed, and odd', () => {
    const odd = recorded('subaccount.read', { ids: { subaccountId: 'undefined' }, status: 404 });
    expect(purposesOf([known, odd]).at(-1)).toEqual({
      probe: 'subaccount.read for a malformed subaccountId',
      recorded: true,
      odd: 'an unusual request',
    });
  });
});

describe('a key', () => {
  const with_ = (credential: Credential, status: number, body: unknown = {}) =>
    recorded('subaccount.read', { credential, status, body, at: 5 });
  const none: Credential = { in: 'none' };
  const wrong: Credential = { in: 'header', value: 'a key that is let in nowhere' };
  const inQuery: Credential = { in: 'other places', places: [{ in: 'query', name: 'x-api-key' }], value: 'x' };
  const ofUnknown = recorded('subaccount.read', { ids: { subaccountId: nobody }, credential: none, status: 404 });
  const refused = recorded('balances.read', { credential: wrong, status: 401 });
  const withKey = (kind: string) => `subaccount.read with ${kind} key`;

  test.each<Row>([
    ['is missing', withKey('a missing'), known, with_(none, 200)],
    ['is missing where it is refused', withKey('a missing'), known, with_(none, 403)],
    ['is in the query', withKey('a misplaced'), known, with_(inQuery, 401)],
    ['is let in nowhere', withKey('an invalid'), known, with_(wrong, 401)],
    ['may do less', withKey('a restricted'), known, with_(wrong, 403)],
    ['is let in elsewhere, and may lack a permission', nothing, known, recorded('subaccount.read', { status: 403 })],
    ['is emptied', nothing, known, with_({ in: 'header', value: '' }, 401)],
    ['is missing for a subaccount of whom nothing is known', nothing, known, ofUnknown],
    // A caller that is shut out after a refused key may have been locked out.
    ['is missing after a refused one', nothing, known, refused, with_(none, 403)],
    ['is missing after a refused one, and limited', nothing, known, refused, with_(none, 429)],
    ['is refused after a refused one', nothing, known, refused, with_(wrong, 403)],
    [
      'may do less in words of its own',
      withKey('a restricted'),
      known,
      refused,
      with_(wrong, 403, { error: 'Forbidden' }),
    ],
  ])('%s: %s', (_what, purpose, ...replies) => {
    expect(purposeOf(...replies)).toBe(purpose);
  });
});

describe('an order', () => {
  const accepted = recorded('onramp.initiate', { sent: onramp() });
  const kindOf = (...replies: readonly Reply[]) => purposesOf(replies).at(-1)?.case;

  test.each([
    [{}, 'plain'],
    [{ payment_rail: 'WIRE' }, 'over WIRE'],
    [{ payment_rail: 'PIGEON' }, 'recorded'],
    [{ currency: 'NGN' }, 'in another currency'],
  ])('to %j is of the kind %s', (to, kind) => {
    expect(kindOf(recorded('offramp.initiate', { sent: offramp(to) }))).toBe(kind);
  });

  test('of each listed value shows only with all others that each is accepted', () => {
    const each = onrampAssets.map((asset, at) =>
      recorded('onramp.initiate', { sent: onramp(asset, 100 + at, `${at}${one.slice(1)}`) }),
    );
    expect(kindOf(...each.slice(1))).toBe('recorded');
    expect(purposesOf(each).map((purpose) => purpose.case)).toEqual(['plain', 'plain', 'plain']);
  });

  const placing = (sent: unknown, id?: string) =>
    recorded('onramp.initiate', { sent, ...(id !== undefined && { body: { id } }) });
  const paying = (recipient_id: string, reference: string) =>
    recorded('offramp.initiate', { sent: offramp({ recipient_id }, 100, reference), body: { id: 'a' } });
  const lower = { ...onramp('USDC', 50, another), to: { asset: 'USDC', destination_address: '0xabc' } };
  const placed = 'orders of onramp.initiate';

  test.each<Row>([
    ['that was accepted', placed, accepted],
    ['of the same amount may be a repetition', nothing, accepted, placing(onramp('USDC', 100, another))],
    ['with the same reference may be one', nothing, accepted, placing(onramp('USDC', 99))],
    ['with another record is none', placed, placing(onramp(), 'a'), placing(onramp('USDC', 100, another), 'b')],
    ['with the same record is one', nothing, placing(onramp(), 'a'), placing(onramp('USDC', 100, another), 'a')],
    // What an answer without a record has created, the next one may show.
    ['after one without a record', nothing, placing(onramp()), placing(onramp('USDC', 100, another), 'b')],
    ['to another recipient is none', 'orders of offramp.initiate', paying(another, one), paying(nobody, another)],
    ['without an amount above zero is none', nothing, accepted, placing(onramp('USDC', 0, another))],
    ['in another letter case is none', nothing, accepted, placing(onramp('usdc', 50, another))],
    ['without a member is none', nothing, accepted, placing(lower)],
  ])('%s: %s', (_what, purpose, ...replies) => {
    expect(purposeOf(...replies)).toBe(purpose);
  });

  const refusing = (sent: unknown, ids = {}) =>
    recorded('onramp.initiate', { sent, ids, status: 400, body: message('must be one of USDT, USDC') });
  const elsewhere = { ...onramp('EURC'), from: { amount: 100, currency: 'NGN' } };
  const unlisted = 'onramps of unlisted assets';

  const refused = (text: string, recipient?: string) =>
    recorded('offramp.initiate', {
      sent: offramp(recipient === undefined ? {} : { recipient_id: recipient }),
      status: 404,
      body: message(text),
    });
  const noAccount = 'Bank account not found';
  const paid = recorded('offramp.initiate', { sent: offramp({ recipient_id: nobody }, 5, another) });
  const ofOnramp = recorded('onramp.initiate', { sent: onramp(), status: 404, body: message(noAccount) });

  const deposit = (ids: Readonly<Record<string, string>>, text = 'Subaccount not found') => {
    const sent = { currency: 'USD', amount: 5, accountNumber: '1' };
    return recorded('deposit.simulate', { sent, ids, status: 404, body: message(text) });
  };

  test.each<Row>([
    ['an unlisted value', unlisted, accepted, refusing(onramp('EURC'))],
    ['an unlisted value, and is accepted', unlisted, accepted, placing(onramp('EURC'))],
    ['another amount too', nothing, accepted, refusing(onramp('EURC', 1_000))],
    ['what no order shows', nothing, known, refusing(onramp('EURC'))],
    ['another subaccount too', nothing, accepted, known, refusing(onramp('EURC'), { subaccountId: another })],
    ['another currency too', nothing, accepted, refusing(elsewhere)],
    ['an unknown recipient', 'offramp.initiate to an unknown recipient', known, refused(noAccount, nobody)],
    ['a check of its person', nothing, known, refused('KYC is not approved', nobody)],
    ['a recipient that was paid', nothing, known, paid, refused(noAccount, nobody)],
    ['its own bank account', 'onramp.initiate without a bank account', known, ofOnramp],
    ['nobody', 'deposit.simulate for an absent subaccount', known, deposit({ subaccountId: nobody })],
    ['an account of nobody', nothing, known, deposit({ subaccountId: nobody }, 'Account not found')],
    ['a subaccount that is known', nothing, known, deposit({})],
  ])('is refused for %s: %s', (_what, purpose, ...replies) => {
    expect(purposeOf(...replies)).toBe(purpose);
  });
});
