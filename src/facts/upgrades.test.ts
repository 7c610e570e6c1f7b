import { expect, test } from 'vitest';
import { kinds } from './examples.test.support.ts';
import { compareFacts, differencesBetween, readFacts, sentenceOf } from './index.ts';

/**
 * What a vendor's next version could be, as facts that runs recorded: a fault or a variation of the sandbox, the kind of its change, and the
 * fact that decides it, as it was accepted and as it was met.
 */
const recorded = `
subaccount.read/email/missing ;; member-gone ;; subaccount.read ;; $.email ;; email req ;; (none)
subaccount.read/createdAt/null ;; member-null ;; subaccount.read ;; $.createdAt ;; datetime-ms-utc req ;; null req
subaccount.read/email/as-number ;; type-changed ;; subaccount.read ;; $.email ;; email req ;; number req
subaccount.read/kyc.profiles/as-object ;; type-changed ;; subaccount.read ;; $.kyc.profiles ;; array req ;; object req
subaccount.read/id/serial ;; format-changed ;; subaccount.read ;; $.id ;; uuid req ;; decimal(0) req
business-kyc.read/legal_name/missing ;; member-gone ;; business-kyc.read ;; $.legal_name ;; text req ;; (none)
business-kyc.read/legal_name/null ;; member-null ;; business-kyc.read ;; $.legal_name ;; text req ;; null req
business-kyc.read/created_at/date-only ;; format-changed ;; business-kyc.read ;; $.created_at ;; datetime-ms-utc req ;; date req
individual-kyc.read/created_at/epoch ;; format-changed ;; individual-kyc.read ;; $.created_at ;; datetime-ms-utc seen ;; decimal(0) seen
subaccount.read/a-valid-request-is-answered-404 ;; answer-refused ;; subaccount.read ;; status: reads of subaccount.read ;; 200 ;; 404
subaccount.read/a-valid-request-is-answered-500 ;; server-error ;; subaccount.read ;; status: reads of subaccount.read ;; 200 ;; 500
subaccount.read/a-request-without-a-key-is-served ;; key-accepted ;; subaccount.read ;; status: subaccount.read with a missing key, with another key ;; 401 ;; 200
balances.read/a-key-without-permission-is-served ;; key-accepted ;; balances.read ;; status: balances.read with a restricted key, with another key ;; 403 ;; 200
subaccount.read/any-key-is-accepted ;; key-accepted ;; subaccount.read ;; status: subaccount.read with an invalid key, with another key ;; 401 ;; 200
orders/an-order-that-is-accepted-is-answered-202 ;; status-changed ;; offramp.initiate ;; status: orders of offramp.initiate ;; 201 ;; 202
orders/an-order-that-is-accepted-is-answered-200 ;; status-changed ;; offramp.initiate ;; status: orders of offramp.initiate ;; 201 ;; 200
orders/an-accepted-deposit-is-answered-200-with-an-empty-body ;; status-changed ;; deposit.simulate ;; status: orders of deposit.simulate ;; 204 ;; 200
refusals/a-refusal-for-the-rail-is-answered-409 ;; status-changed ;; offramp.initiate ;; status: offramps against the rules for rails ;; 400 ;; 409
refusals/an-order-without-approved-verification-is-answered-403 ;; status-changed ;; offramp.initiate ;; status: offramp.initiate without approved KYC ;; 422 ;; 403
refusals/a-member-that-is-missing-mistyped-or-out-of-range-and-a-body-that-is-no-json-is-answered-422 ;; status-changed ;; lightning-offramp.initiate ;; status: lightning-offramp.initiate without a member ;; 400 ;; 422
refusals/an-id-that-is-no-uuid-is-answered-400 ;; status-changed ;; offramp.read ;; status: offramp.read for a malformed offrampId ;; 404 ;; 400 or 404
refusals/the-listings-of-a-subaccount-that-does-not-exist-are-forbidden ;; status-changed ;; offramp.list ;; observed: absent subaccount ;; 404 ;; 403
refusals/the-taxonomy-of-a-currency-that-is-not-served-is-a-bad-request ;; status-changed ;; taxonomy.list ;; status: taxonomies of strange currencies ;; 404 ;; 400
rails/a-named-withdrawal-is-refused-wire ;; refused-now ;; offramp.initiate ;; status: orders of offramp.initiate ;; 201 ;; 201 or 400
rails/rtp-is-refused-for-a-plain-recipient-too ;; refused-now ;; offramp.initiate ;; status: orders of offramp.initiate ;; 201 ;; 201 or 400
rails/rtp-is-refused-for-a-plain-recipient-too ;; order-refused ;; offramp.initiate ;; status: orders of offramp.initiate, over RTP ;; 201 ;; 400
rails/rtp-is-refused-for-a-plain-recipient-too ;; order-refused ;; offramp.initiate ;; observed: plain recipient, USD, RTP ;; accepted ;; refused
rails/rtp-is-limited ;; refused-now ;; offramp.initiate ;; status: orders of offramp.initiate, over RTP ;; 201 ;; 429
orders/an-order-of-cents-is-refused ;; refused-now ;; onramp.initiate ;; status: orders of onramp.initiate, of cents ;; 201 ;; 400
pages/a-page-past-the-end-is-answered-404 ;; refused-now ;; offramp.list ;; observed: page past the end ;; 200 ;; 404
conversion.read/an-absent-conversion-breaks-the-service ;; server-error ;; conversion.read ;; status: conversion.read for an absent conversionId ;; 404 ;; 500
deposit/a-deposit-is-answered-with-a-record ;; type-changed ;; deposit.simulate ;; $ ;; empty ;; object
members/error-bodies-leave-the-path-out-which-is-optional ;; optional-member-gone ;; lightning-offramp.initiate ;; 400 $.path ;; text req ;; (none)
conversion.read/an-absent-conversion-is-answered-with-the-first-one ;; accepted-now ;; conversion.read ;; status: conversion.read for an absent conversionId ;; 404 ;; 200
withdrawal.read/an-absent-withdrawal-is-answered-with-the-first-one ;; accepted-now ;; withdrawal.read ;; status: withdrawal.read for an absent withdrawalId ;; 404 ;; 200
rails/a-named-withdrawal-is-accepted-over-ach ;; accepted-now ;; offramp.initiate ;; status: offramps against the rules for rails ;; 400 ;; 201 or 400
rails/any-text-is-accepted-as-a-rail ;; accepted-now ;; offramp.initiate ;; status: offramps over nonsense ;; 400 ;; 201
deposit/a-listed-currency-in-another-letter-case-or-between-spaces-is-accepted ;; accepted-now ;; deposit.simulate ;; observed: currency in another case ;; 400 ;; 204
onramp/a-listed-asset-in-another-letter-case-or-between-spaces-is-accepted ;; accepted-now ;; onramp.initiate ;; observed: asset in another case ;; 400 ;; 201
taxonomy/a-currency-is-served-in-lower-case-as-well ;; accepted-now ;; taxonomy.list ;; observed: currency in lower case ;; 404 ;; 200
withdrawal.read/the-masked-address-is-the-full-one ;; mask-changed ;; withdrawal.read ;; $.destination_address ;; masked req ;; text req
pages/without-a-limit-a-page-has-five-items ;; answer-changed ;; offramp.list ;; observed: default page and limit ;; 1 and 10 ;; 1 and 5
pages/a-limit-above-twenty-is-clamped-to-twenty-and-so-echoed ;; page-limit-lowered ;; service ;; probed: greatest limit ;; 50 ;; 20
pages/the-first-page-has-the-number-0 ;; first-page-moved ;; service ;; probed: first page ;; 1 ;; 0
timestamps/points-in-time-have-six-digits-of-a-second ;; writing-changed ;; balances.read ;; $.createdAt ;; datetime-ms-utc req ;; datetime-us-utc req
withdrawal/a-withdrawal-is-in-a-state-that-the-document-does-not-show-with-hash-tag-and-description ;; value-new ;; withdrawal.read ;; $.status ;; enum:pending req ;; another value req
deposit/a-simulated-deposit-raises-no-balance ;; answer-changed ;; deposit.simulate ;; observed: effect of a deposit ;; a balance moved ;; no balance moved
offramp/amounts-and-fees-are-written-with-eight-places-the-echoed-amount-too ;; none ;; offramp.initiate ;; $.from.amount ;; decimal(2) req ;; decimal(8) req
onramp/the-source-currency-is-in-upper-case-the-destination-asset-in-lower-case ;; writing-changed ;; onramp.initiate ;; $.from.currency ;; code-lower req ;; code-upper req
offramp/asset-network-and-currency-are-written-in-lower-case ;; writing-changed ;; offramp.initiate ;; $.from.asset ;; code-upper req ;; code-lower req
http/the-content-type-names-no-charset ;; header-changed ;; balances.read ;; header content-type ;; application/json;charset=utf-8 ;; application/json
business-kyc/states-purposes-and-kinds-of-identification-occur-that-the-document-does-not-show ;; value-new ;; business-kyc.read ;; $.documents[].purpose ;; enum:PROOF_OF_ADDRESS|business_formation|shareholder_registry req ;; another value req
subaccount.read/unknown-member ;; member-new ;; subaccount.read ;; $.hidden-daff ;; (none) ;; number req
subaccount.read/capabilities.currencies/unlisted-key ;; capability-gone ;; subaccount.read ;; currencies: all, business, approved ;; AED or BRL or GHS or NGN or USD ;; AED or BRL or GHS or NGN or hidden-7b48
members/every-object-of-a-reply-carries-members-that-the-document-does-not-name-nested-ones-too ;; member-new ;; balances.read ;; $.details ;; (none) ;; object seen
balances/balances-are-held-in-currencies-that-the-document-does-not-show-in-fractions-zero-and-overdrawn ;; capability-new ;; balances.read ;; $.balances ;; map:brl|eur|ghs|ngn|tzs|usd req ;; map:brl|btc|cop|eur|ghs|kes|mxn|ngn|tzs|usd|usdc|zmw req
http/replies-carry-the-headers-of-caches-gateways-and-browsers ;; header-new ;; balances.read ;; header cache-control ;; (none) ;; present
offramp/the-record-that-is-returned-on-creation-carries-its-settlement-already ;; member-new ;; offramp.initiate ;; $.settlement ;; (none) ;; object req
members/errors-that-the-document-shows-with-error-and-message-only-carry-statuscode-timestamp-and-path-as-others-do ;; none ;; subaccount.read ;; 401 $.path ;; (none) ;; text seen
lightning-offramp/the-bank-has-a-name ;; member-filled ;; lightning-offramp.initiate ;; $.data.bankAccount.bankName ;; null or text req ;; text req
listings/nothing-was-ever-listed-there-are-no-offramps-but-those-created-and-no-conversions ;; not-seen ;; offramp.list ;; $.data[] ;; object ;; (none)
individual-kyc/every-member-but-status-and-type-is-left-out ;; records-left-out ;; individual-kyc.read ;; $.account_purpose ;; text seen ;; (none)
offramp.read/an-id-is-longer ;; id-longer ;; offramp.read ;; length: $.settlement.end_to_end_id ;; 25 or 27 ;; 35
offramp.read/an-id-is-as-long-as-some-were ;; none ;; offramp.read ;; length: $.settlement.end_to_end_id ;; 25 or 27 ;; 27
individual-kyc.read/documents-move ;; link-moved ;; individual-kyc.read ;; link: $.documents[].file ;; 79f8 or 83e1 ;; 11aa
onramp.initiate/expires-after-ten-minutes ;; expires-sooner ;; onramp.initiate ;; expiry: $.from.payment_instructions.expires_at ;; about 30 min ;; about 10 min
onramp.initiate/expires-as-an-earlier-version-wrote-it ;; none ;; onramp.initiate ;; expiry: $.from.payment_instructions.expires_at ;; from 15 min ;; about 30 min
offramp.read/new-records-settle-after-a-week ;; settles-later ;; offramp.read ;; delay: $.settlement.estimated_at, new records ;; 1 to 4 d ;; 5 to 9 d
offramp.read/new-records-settle-three-days-later ;; settles-later ;; offramp.read ;; delay: $.settlement.estimated_at, new records ;; 1 d from Mon ;; 4 d from Mon
offramp.read/new-records-settle-later-by-days-and-workdays ;; settles-later ;; offramp.read ;; delay: $.settlement.estimated_at, new records ;; 1 d from Mon ;; 4 d from Tue
offramp.read/new-records-settle-on-the-same-day-again ;; settles-sooner ;; offramp.read ;; delay: $.settlement.estimated_at, new records ;; 2 d from Mon ;; from 1 h
offramp.read/a-weekend-is-between-order-and-workday ;; none ;; offramp.read ;; delay: $.settlement.estimated_at, new records ;; 1 d from Mon ;; 3 d from Fri
offramp.read/a-weekend-is-in-the-calendar-days ;; none ;; offramp.read ;; delay: $.settlement.estimated_at, new records ;; 3 d from Mon ;; 3 d from Fri
offramp.read/an-order-comes-after-the-cut-off-time ;; none ;; offramp.read ;; delay: $.settlement.estimated_at, new records ;; 1 d from Mon ;; 2 d from Mon
offramp.read/a-same-day-service-meets-a-weekend ;; none ;; offramp.read ;; delay: $.settlement.estimated_at, new records ;; from 1 h ;; 3 d from Fri
offramp.read/one-of-two-rails-has-no-order-this-time ;; none ;; offramp.read ;; delay: $.settlement.estimated_at, new records ;; 1 d from Mon or 4 d from Mon ;; 4 d from Mon
offramp.read/minutes-become-a-day ;; settles-later ;; offramp.read ;; delay: $.settlement.estimated_at, new records ;; about 30 min ;; 1 d from Mon
offramp.read/new-records-have-no-estimate ;; optional-member-gone ;; offramp.read ;; delay: $.settlement.estimated_at, new records ;; 1 to 4 d ;; none
onramp.initiate/expires-after-eight-minutes ;; expires-sooner ;; onramp.initiate ;; expiry: $.from.payment_instructions.expires_at ;; 30 min ;; 8 min
onramp.initiate/expires-by-hours-less ;; expires-sooner ;; onramp.initiate ;; expiry: $.from.payment_instructions.expires_at ;; 24 h ;; 2 h
offramp.read/one-currency-settles-two-days-later ;; settles-later ;; offramp.read ;; delay by currency: $.settlement.estimated_at, BRL ;; 1 d from Mon ;; 3 d from Mon
offramp.read/one-currency-meets-a-weekend ;; none ;; offramp.read ;; delay by currency: $.settlement.estimated_at, BRL ;; 1 d from Mon ;; 3 d from Fri
offramp.read/one-currency-has-no-order-this-time ;; none ;; offramp.read ;; delay by currency: $.settlement.estimated_at, BRL ;; 1 d from Mon ;; (none)
withdrawal.read/the-fee-is-in-the-local-currency ;; fee-type-changed ;; withdrawal.read ;; withdrawal fee: $.fee_amount, USDC ;; 1.5 USDC (0.015 of paid) ;; 8.15 BRL (0.016 of received)
withdrawal.read/the-fee-rises ;; fee-raised ;; withdrawal.read ;; withdrawal fee: $.fee_amount, USDC ;; 1.5 USDC (0.015 of paid) ;; 4 USDC (0.04 of paid)
withdrawal.read/a-flat-fee-of-several-amounts-rises ;; fee-raised ;; withdrawal.read ;; withdrawal fee: $.fee_amount, USDC ;; 1.5 USDC (0.006 of paid) or 1.5 USDC (0.00057 of paid) ;; 4 USDC (0.016 of paid) or 4 USDC (0.0015 of paid)
withdrawal.read/a-share-of-several-amounts-rises ;; fee-raised ;; withdrawal.read ;; withdrawal fee: $.fee_amount, USDC ;; 1 USDC (0.01 of paid) or 9 USDC (0.01 of paid) ;; 2 USDC (0.02 of paid) or 18 USDC (0.02 of paid)
withdrawal.read/a-flat-fee-of-another-amount ;; none ;; withdrawal.read ;; withdrawal fee: $.fee_amount, USDC ;; 1.5 USDC (0.015 of paid) ;; 1.5 USDC (0.03 of paid)
withdrawal.read/a-share-of-another-amount ;; none ;; withdrawal.read ;; withdrawal fee: $.fee_amount, USDC ;; 1.5 USDC (0.015 of paid) ;; 3 USDC (0.015 of paid)
withdrawal.read/a-fee-moves-with-a-rate ;; none ;; withdrawal.read ;; withdrawal fee: $.fee_amount, USDC ;; 8.153 BRL (0.016 of received) ;; 8.417 BRL (0.0165 of received)
business-kyc.read/a-state-beside-the-status-is-another ;; value-replaced ;; business-kyc.read ;; state: $.vendorStatus ;; 79f8 ;; 83e1
business-kyc.read/one-of-two-states-is-another ;; none ;; business-kyc.read ;; state: $.vendorStatus ;; 79f8 or 83e1 ;; 79f8
deposit/a-deposit-raises-the-balance-by-less ;; fee-raised ;; deposit.simulate ;; observed: effect of a deposit ;; a balance moved ;; a balance rose by less than the amount (98.5 %)
deposit/an-earlier-version-kept-no-share ;; none ;; deposit.simulate ;; observed: effect of a deposit ;; a balance rose by less than the amount ;; a balance rose by less than the amount (98.5 %)
deposit/a-deposit-raises-the-balance-by-all-again ;; fee-lowered ;; deposit.simulate ;; observed: effect of a deposit ;; a balance rose by less than the amount (98.5 %) ;; a balance moved
taxonomy.list/a-fee-of-three-digits-rises ;; fee-raised ;; taxonomy.list ;; fee: MXN spei USDC ;; 1.5 ;; 1.95
individual-kyc.read/caches-may-keep-it ;; cache-opened ;; individual-kyc.read ;; header cache-control ;; no-store ;; public, max-age=600
individual-kyc.read/one-browser-may-keep-it ;; header-changed ;; individual-kyc.read ;; header cache-control ;; no-store ;; private, max-age=600
taxonomy.list/caches-may-keep-methods ;; header-changed ;; taxonomy.list ;; header cache-control ;; no-store ;; public, max-age=600
subaccount.read/the-email-is-masked ;; format-changed ;; subaccount.read ;; $.email ;; email req ;; masked req
taxonomy.list/one-of-many-methods-has-another-name ;; wording-changed ;; taxonomy.list ;; codes: $[].method_name ;; 192d or 3b1c or c0d6 ;; 0a14 or 192d or 3b1c
taxonomy.list/a-method-more-has-a-name ;; none ;; taxonomy.list ;; codes: $[].method_name ;; 192d or 3b1c ;; 0a14 or 192d or 3b1c
offramp.list/the-newest-come-last ;; order-reversed ;; offramp.list ;; order: by creation ;; newest first ;; oldest first
offramp.list/the-items-are-in-no-order ;; order-changed ;; offramp.list ;; order: by creation ;; newest first ;; neither way
taxonomy.list/a-fee-moves-a-little ;; fee-moved ;; taxonomy.list ;; fee: MXN spei USDC ;; 1.57 ;; 1.66
business-kyc/owners-documents-identification-and-industries-are-empty ;; not-seen ;; business-kyc.read ;; $.business_industry[] ;; text ;; (none)
`;

const rows = recorded
  .trim()
  .split('\n')
  .map((line) => line.split(' ;; '));

const factOf = (fact: string, value: string) => ({
  ...(/[.\]]/.test(fact) && fact.includes('$') ? { [fact.replace(/(?:\.[^.[\]]+|\[\])$/, '')]: 'object' } : {}),
  ...(fact.includes('header') ? { 'header content-type': 'none' } : {}),
  ...(value === '(none)' ? {} : { [fact]: value }),
});

test('a currency that was listed with nothing, and comes with a deposit, is left out at zero', () => {
  const of = (...facts: readonly string[]) =>
    readFacts({
      service: kinds,
      'balances.read': Object.fromEntries([
        ['$.balances', 'map:tzs|usd|zmw req'],
        ...facts.map((fact) => fact.split(' = ')),
      ]),
    });
  const kindsOf = (...args: Parameters<typeof compareFacts>) => compareFacts(...args).map(({ kind }) => kind);
  const listed = of('zero balances = shown', 'held at times = zmw');
  expect(kindsOf(listed, of('held at times = tzs or zmw'))).toEqual(['zero-left-out']);
  expect(kindsOf(listed, of('held at times = zmw'))).toEqual(['not-seen']);
});

test('a state that changes only in its letter case says so, and the values stay hidden', () => {
  const of = (state: string, folded: string) =>
    readFacts({
      service: kinds,
      'business-kyc.read': { 'state: $.vendorStatus': state, 'folded code: $.vendorStatus': folded },
    });
  const [change] = compareFacts(of('79f8', '1c1c'), of('83e1', '1c1c'));
  expect(change && sentenceOf(change)).toBe(
    '`vendorStatus`: the value changed only in its letter case (this report hides both values)',
  );
});

test('a state beside another status of the record is of another record', () => {
  const of = (state: string, status: string) =>
    readFacts({
      service: kinds,
      'business-kyc.read': { 'state: $.vendorStatus': state, 'observed: status of the record': status },
    });
  const changes = compareFacts(of('79f8', 'approved'), of('83e1', 'review'));
  expect(changes.map(({ aspect }) => aspect)).not.toContain('state');
});

test('balances of zero that deposits of the runs filled are not missed', () => {
  const of = (own: Record<string, string>) =>
    readFacts({
      service: kinds,
      'balances.read': { '$.balances': 'map:tzs|usd req', ...own },
      'deposit.simulate': { 'status: orders of deposit.simulate, of TZS': '204' },
    });
  const [difference] = differencesBetween(of({ 'zero balances': 'shown' }), of({}));
  expect(difference).toMatchObject({ aspect: 'zero balances', ruling: 'made-by-deposits', changes: [] });
});

test.each(rows)('%s is %s', (_id, kind = '', endpoint = '', fact = '', accepted = '', met = '') => {
  const [before, after] = [accepted, met].map((value) =>
    readFacts({ service: kinds, [endpoint]: { ...(endpoint === 'service' && kinds), ...factOf(fact, value) } }),
  );
  expect(compareFacts(before ?? {}, after ?? {}).map((change) => change.kind)).toEqual(kind === 'none' ? [] : [kind]);
});
