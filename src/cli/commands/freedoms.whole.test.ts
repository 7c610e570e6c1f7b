import { expect, test } from 'vitest';
import { operationIds, type RequirementId, requirements } from '#contract';
import { variations } from '#faults';
import { matrixOf, type Verdict } from '#reporting';
import type { Fault } from '#sandbox';
import { runOnSandbox, severalAtOnce } from '../testing/in-process.test.support.ts';

/** Freedoms that no row of a matrix shows, each with the reason. */
const unseen: readonly (readonly [reason: string, ids: readonly string[]])[] = [
  [
    'It differs by time, by chance, or by what others do, and a single run shows none of it.',
    [
      'others/another-client-of-the-account-starts-an-offramp-and-moves-the-balances-now-and-then',
      'others/another-client-of-the-account-starts-an-offramp-and-moves-the-balances-between-any-two-requests',
      'others/another-client-of-the-account-starts-an-offramp-at-each-listing',
      'late/interest-is-booked-all-the-time-so-that-no-two-reads-show-the-same-balances',
      'clock/the-clock-of-the-service-is-an-hour-ahead-in-date-and-in-all-that-is-created',
      'clock/replies-have-no-date-header',
      'clock/the-date-header-is-two-minutes-behind-what-the-service-creates',
      'clock/what-the-service-creates-is-dated-three-minutes-behind-its-date-header',
      'http/every-order-takes-80-ms',
      'http/every-third-reply-takes-up-to-80-ms',
      'http/one-listing-of-many-fails-and-is-served-when-it-is-asked-for-again',
      'rate-limit/every-third-read-is-answered-429-at-first-with-retry-after-0',
      'rate-limit/a-listing-of-offramps-is-answered-429-at-first-with-retry-after-1',
      'rate-limit/a-listing-of-conversions-is-answered-429-at-first-with-a-date-in-retry-after',
      'rate-limit/a-read-of-a-subaccount-is-answered-429-at-first-without-retry-after',
      'rate-limit/every-third-order-is-answered-429-and-leaves-nothing-behind',
      'rate-limit/a-gateway-answers-every-fifth-order-429-in-plain-text',
      'rate-limit/a-gateway-answers-every-fourth-order-429-with-a-page-of-html',
      'rate-limit/a-gateway-answers-every-third-order-429-without-a-body',
      'rate-limit/while-the-service-restarts-the-second-order-of-each-kind-is-answered-503-and-leaves-nothing-behind',
      'rate-limit/while-the-service-restarts-some-reads-are-answered-503-at-first-with-retry-after-0',
      'filter/a-firewall-closes-the-connection-of-a-request-without-a-key',
      'filter/the-answer-to-an-order-of-each-kind-is-lost-and-the-order-is-kept',
      'filter/the-connection-is-closed-on-an-order-of-each-kind-before-it-arrives',
      'keys/after-a-dozen-refused-keys-every-request-is-answered-403',
      'keys/after-a-dozen-refused-keys-the-right-key-is-refused-too',
      'keys/after-a-dozen-refused-keys-wrong-ones-are-answered-403-while-the-right-one-works',
    ],
  ],
  [
    'It is a matter of HTTP or JSON that no client sees behind its library.',
    [
      'json/the-members-of-every-object-come-in-another-order',
      'json/json-is-indented-with-white-space-around-it',
      'json/characters-in-strings-are-written-as-escapes-also-where-none-is-needed',
      'json/numbers-are-written-as-10-0-or-1e-1',
      'http/bodies-are-sent-in-chunks-without-a-length',
      'http/the-service-closes-the-connection-after-each-reply',
      'http/a-load-balancer-sets-a-cookie',
      'http/the-names-of-headers-begin-with-capitals',
      'http/the-names-of-headers-are-in-upper-case',
    ],
  ],
  [
    "It is a value of a payload, or how a text that is nobody's code is written; facts keep its form.",
    [
      'lightning-offramp/the-invoice-is-one-of-the-test-network',
      'lightning-offramp/the-invoice-is-one-of-the-regression-test-network',
      'lightning-offramp/the-invoice-is-in-upper-case-as-in-a-code-to-scan',
      'onramp/the-rate-is-the-fiat-currency-for-one-unit-of-the-asset',
      'business-kyc/the-share-of-an-owner-is-a-text-in-words-and-with-a-sign-such-as-25-or-more',
      'subaccount/several-subaccounts-have-one-name-and-one-email',
      'deposit/a-simulated-deposit-raises-the-balance-by-its-amount-less-a-fee',
      'conversion/a-conversion-costs-nothing-the-net-amount-is-the-amount',
      'conversion/the-estimate-is-rounded-to-a-whole-unit-and-still-has-twelve-places',
      'conversion/the-fee-is-charged-on-top-of-the-amount-so-that-the-net-amount-is-all-of-it',
      'members/the-path-of-an-error-body-lacks-its-version-as-behind-a-gateway',
      'members/the-path-of-an-error-body-has-a-prefix-as-behind-a-gateway',
      'texts/texts-hold-characters-beyond-ascii-unescaped',
      'documents/documents-are-linked-without-a-file-ending-with-a-signature-in-the-query',
      'documents/links-to-documents-are-signed-anew-for-each-read',
      'documents/the-ending-of-a-document-is-in-capitals',
      'documents/documents-are-named-by-uris-of-a-store-such-as-s3',
      'documents/documents-are-named-by-urns',
      'identifiers/identifiers-are-written-in-upper-case-a-path-may-hold-them-in-any',
      'identifiers/an-offramp-gets-an-id-in-upper-case-and-is-found-by-it-in-no-other-letter-case',
      'business-kyc/the-state-and-the-time-of-the-vendor-are-in-words-and-a-format-of-the-vendor',
      'onramp/a-hexadecimal-address-is-written-with-capitals-as-a-checksum-has-it',
      'onramp/the-network-fee-is-in-the-asset-the-other-fees-and-their-total-are-in-the-fiat-currency',
      'onramp/the-record-of-an-order-for-btc-lightning-names-the-asset-btc',
    ],
  ],
  [
    'It is null or left out where the document allows both, or in a state of one record.',
    [
      'lightning-offramp/the-expiry-of-the-invoice-and-the-name-of-the-bank-are-null',
      'listings/there-are-298-offramps-and-298-conversions',
      'members/members-that-may-be-null-are-left-out-where-they-are-null',
      'individual-kyc/every-member-but-status-and-type-is-null',
      'individual-kyc/the-parts-of-the-address-and-the-images-of-the-identification-are-null',
      'offramp/network-fee-and-total-fees-are-shown-on-retrieval-too',
      'offramp/an-offramp-that-was-pending-on-creation-is-paid-when-it-is-read-or-listed',
      'offramp/an-offramp-that-was-pending-in-the-listing-is-paid-when-it-is-read',
      'offramp/the-settlement-has-a-null-withdrawal-a-null-estimate-and-an-empty-end-to-end-id-in-every-status',
      'offramp/an-older-offramp-has-null-for-its-reference',
      'listings/there-are-401-offramps-and-401-conversions',
      'listings/one-offramp-and-one-conversion-are-listed',
      'subaccount/the-status-of-a-subaccount-is-review-while-its-country-profiles-are-approved',
      'subaccount/first-name-last-name-and-phone-are-null',
      'subaccount/a-capability-that-is-not-locked-carries-an-empty-list-of-required-actions',
      'withdrawal/a-pending-withdrawal-has-its-hash-already',
    ],
  ],
  [
    'Its zeros at the end say nothing, where the document fixes no places.',
    [
      'offramp/amounts-and-fees-are-written-with-eight-places-the-echoed-amount-too',
      'offramp/amounts-have-two-places-on-creation-and-in-the-listing-and-ten-when-the-offramp-is-read',
      'onramp/amounts-are-written-without-trailing-zeros',
    ],
  ],
  [
    'The endpoints that this test asks do not show it: it is of an error before the key, of a deposit or the taxonomy, or of a listing that is empty.',
    [
      'orders/an-amount-that-is-sent-as-a-string-of-digits-is-accepted',
      'keys/a-body-that-is-no-json-is-refused-before-the-key-is-looked-at',
      'keys/an-unknown-path-is-answered-404-with-a-page-of-html-where-the-key-is-missing',
      'keys/an-unknown-path-is-answered-200-with-the-page-of-an-application-where-the-key-is-missing',
      'orders/a-deposit-below-the-minimum-of-its-currency-is-refused-for-it-in-a-list-of-messages',
      'orders/a-deposit-below-the-minimum-of-its-currency-is-refused-for-it-as-a-code-with-details',
      'orders/a-deposit-below-the-minimum-of-its-currency-is-refused-for-it-in-spanish',
      'orders/a-deposit-below-the-minimum-of-its-currency-is-refused-for-it-as-a-problem-in-portuguese',
      'pages/the-count-of-the-offramps-is-that-of-the-items-on-the-page',
      'pages/a-listing-without-items-has-one-page',
      'listings/the-listings-of-an-id-that-is-no-uuid-are-empty',
      'rails/a-rail-is-known-in-lower-case-as-well',
      'rails/a-currency-is-known-in-lower-case-as-well-a-named-withdrawal-keeps-its-rules',
      'rails/a-plain-recipient-may-be-paid-in-a-currency-other-than-its-own',
      'refusals/the-taxonomy-of-a-currency-that-is-not-served-is-a-bad-request',
      'refusals/an-id-that-is-no-uuid-is-refused-by-the-gateway-with-its-own-page',
      'refusals/the-taxonomy-of-a-currency-that-is-not-served-is-an-empty-list',
    ],
  ],
];

/** Endpoints that show most freedoms of the whole service. */
const usual = ['onramp.initiate', 'offramp.list', 'offramp.read', 'withdrawal.read', 'rails'];

/** A noun's own endpoints show its freedoms. */
const subjectsOf = (id: string): readonly string[] => {
  const noun = id.split('/')[0] ?? '';
  const own = operationIds.filter((operation) => operation.startsWith(`${noun}.`));
  return own.length > 0 ? own : usual;
};

const observe = async (subjects: readonly string[], freedom?: Fault): Promise<Verdict> => {
  const only: readonly RequirementId[] = requirements
    .filter(({ subject }) => subjects.includes(subject))
    .map(({ id }) => id);
  return (await runOnSandbox(freedom, { profile: 'gate', seed: 7, prompt: true, only })).verdict;
};

test('each freedom that a client can see changes a row of the matrix', async () => {
  const references = new Map<string, Promise<Verdict>>();
  const blind = await severalAtOnce(variations, async (freedom) => {
    const subjects = subjectsOf(freedom.id);
    const key = subjects.join();
    const reference = references.get(key) ?? observe(subjects);
    references.set(key, reference);
    const { rows } = matrixOf([await reference, await reference, await observe(subjects, freedom)]);
    return rows.length === 0 ? [freedom.id] : [];
  });
  const excused = new Set(unseen.flatMap(([, ids]) => ids));
  expect(blind.flat().filter((id) => !excused.has(id))).toEqual([]);
  const known = new Set(variations.map(({ id }) => id));
  expect([...excused].filter((id) => !known.has(id))).toEqual([]);
}, 500_000);
