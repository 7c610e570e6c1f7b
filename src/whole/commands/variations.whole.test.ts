import { describe, expect, test } from 'vitest';
import { operationIds, type RequirementId, requirements } from '#contract';
import { variations } from '#faults';
import { matrixOf, type Verdict } from '#reporting';
import type { Fault } from '#sandbox';
import { catalogueSeed } from '../../cli/settings/selection.ts';
import { runOnSandbox, severalAtOnce } from '../../testing/in-process.test.support.ts';

/** Variations that no row of a matrix shows, each with the reason. */
const unseen: readonly (readonly [reason: string, ids: readonly string[]])[] = [
  [
    'A run asks again where it meets this, and notes the answer that it gets then.',
    [
      'rate-limit/every-third-read-is-answered-429-at-first-with-retry-after-0',
      'rate-limit/a-listing-of-offramps-is-answered-429-at-first-with-retry-after-1',
      'rate-limit/a-listing-of-conversions-is-answered-429-at-first-with-a-date-in-retry-after',
      'rate-limit/a-read-of-a-subaccount-is-answered-429-at-first-without-retry-after',
      'rate-limit/every-third-order-is-answered-429-and-leaves-nothing-behind',
      'rate-limit/while-the-service-restarts-the-second-order-of-each-kind-is-answered-503-and-leaves-nothing-behind',
      'rate-limit/while-the-service-restarts-the-first-order-of-each-kind-is-kept-and-answered-503-in-the-documented-form',
      'rate-limit/while-the-service-restarts-some-reads-are-answered-503-at-first-with-retry-after-0',
      'rate-limit/a-gateway-answers-every-third-order-429-without-a-body',
      'http/a-page-past-the-end-of-the-conversions-fails-and-is-served-when-it-is-asked-for-again',
      'http/a-withdrawal-is-once-refused-as-if-the-key-were-unknown-and-is-served-when-it-is-asked-for-again',
      'http/the-first-read-of-a-business-record-fails-and-is-served-when-it-is-asked-for-again',
      'filter/the-answer-to-an-order-of-each-kind-is-lost-and-the-order-is-kept',
      'filter/the-connection-is-closed-on-an-order-of-each-kind-before-it-arrives',
    ],
  ],
  [
    'No answer, or the page of a gateway, is no fact of the service: the verdict says whose it is.',
    [
      'filter/a-firewall-closes-the-connection-of-a-request-without-a-key',
      'refusals/an-id-that-is-no-uuid-is-refused-by-the-gateway-with-its-own-page',
    ],
  ],
  [
    'Others do it on the account, and a run cannot tell it from what the service does by itself.',
    [
      'others/another-client-of-the-account-starts-an-offramp-and-moves-the-balances-now-and-then',
      'others/another-client-of-the-account-starts-an-offramp-at-each-listing',
      'keys/another-account-is-credited-by-its-own-clients-meanwhile',
      'keys/another-account-is-tested-by-a-like-run-meanwhile',
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
      'http/the-names-of-headers-begin-with-capitals',
      'http/the-names-of-headers-are-in-upper-case',
    ],
  ],
  [
    'The medians of single runs are no speed of a release: a machine under load has others.',
    ['http/every-order-takes-80-ms', 'http/every-third-reply-takes-up-to-80-ms'],
  ],
  [
    'Clocks of two machines differ by minutes.',
    [
      'clock/what-the-service-creates-is-dated-three-minutes-behind-its-date-header',
      'clock/the-date-header-is-two-minutes-behind-what-the-service-creates',
    ],
  ],
  [
    'It is what a text says where anything may be said, and facts keep its form.',
    [
      'business-kyc/the-share-of-an-owner-is-a-text-in-words-and-with-a-sign-such-as-25-or-more',
      'business-kyc/the-state-and-the-time-of-the-vendor-are-in-words-and-a-format-of-the-vendor',
      'documents/the-ending-of-a-document-is-in-capitals',
      'individual-kyc/gender-and-nationality-are-texts-that-the-document-does-not-show-and-the-employment-is-empty',
      'members/the-path-of-an-error-body-lacks-its-version-as-behind-a-gateway',
      'members/the-path-of-an-error-body-has-a-prefix-as-behind-a-gateway',
      'texts/texts-hold-characters-beyond-ascii-unescaped',
    ],
  ],
  [
    "It is the digits of a number, and which balances the run's own deposits made.",
    ['deposit/balances-are-sums-of-doubles-with-all-their-digits'],
  ],
  [
    'It is how many records there are, or the state of one: these come and go without a release.',
    [
      'listings/there-are-298-offramps-and-298-conversions',
      'listings/there-are-3003-offramps-and-3003-conversions',
      'listings/there-are-401-offramps-and-401-conversions',
      'offramp/an-older-offramp-has-null-for-its-reference',
      'subaccount/the-status-of-a-subaccount-is-review-while-its-country-profiles-are-approved',
      'subaccount/first-name-last-name-and-phone-are-null',
      'individual-kyc/a-record-in-review-has-documents-and-no-proof-of-address-yet',
      'business-kyc/vendor-status-vendor-time-and-back-images-are-null',
    ],
  ],
  ['The order of an array is no fact of it.', ['taxonomy/the-methods-of-a-currency-come-in-another-order']],
  [
    'It is the amount of one record, and records have different amounts.',
    ['offramp/an-offramp-that-failed-has-paid-nothing-and-says-so'],
  ],
  [
    'Which page is past the end depends on how many records there are.',
    ['pages/a-page-past-the-end-is-answered-with-the-last-one-under-its-own-number'],
  ],
  [
    "It is an optional member, or the places of an amount, in other people's records, which may be in another state next time.",
    ['offramp/amounts-have-two-places-on-creation-and-in-the-listing-and-ten-when-the-offramp-is-read'],
  ],
  [
    'A run that is turned away for any request ends there; its verdict says so, and no fact.',
    [
      'keys/after-a-dozen-refused-keys-every-request-is-answered-403',
      'keys/after-a-dozen-refused-keys-the-right-key-is-refused-too',
    ],
  ],
  [
    'A gate asks for no path outside the document, no amount as a string of digits, and no plain order with a recased rail or for a recipient of another currency.',
    [
      'keys/an-unknown-path-is-answered-404-with-a-page-of-html-where-the-key-is-missing',
      'keys/an-unknown-path-is-answered-200-with-the-page-of-an-application-where-the-key-is-missing',
      'orders/an-amount-that-is-sent-as-a-string-of-digits-is-accepted',
      'rails/a-rail-is-known-in-lower-case-as-well',
      'rails/a-currency-is-known-in-lower-case-as-well-a-named-withdrawal-keeps-its-rules',
      'rails/a-plain-recipient-may-be-paid-in-a-currency-other-than-its-own',
    ],
  ],
];

/** It ends within half a second, so that a busy machine may look too late to see it. */
const brief = 'late/a-created-offramp-is-found-by-reading-and-in-the-listing-only-a-moment-after-its-creation';

/** Endpoints that show most variations of the whole service. */
const usual = ['onramp.initiate', 'offramp.list', 'offramp.read', 'withdrawal.read', 'rails'];

/** A noun's own endpoints show its variations. */
const subjectsOf = (id: string): readonly string[] => {
  const noun = id.split('/')[0] ?? '';
  const own = operationIds.filter((operation) => operation.startsWith(`${noun}.`));
  return own.length > 0 ? own : usual;
};

const observe = async (subjects: readonly string[] | undefined, variation?: Fault): Promise<Verdict> => {
  const only: readonly RequirementId[] | undefined =
    subjects && requirements.filter(({ subject }) => subjects.includes(subject)).map(({ id }) => id);
  return (
    await runOnSandbox(variation, { profile: 'gate', seed: catalogueSeed(), prompt: true, ...(only && { only }) })
  ).verdict;
};

const references = new Map<string, Promise<Verdict>>();

const isShown = async (subjects: readonly string[] | undefined, variation: Fault): Promise<boolean> => {
  const key = String(subjects);
  const reference = references.get(key) ?? observe(subjects);
  references.set(key, reference);
  const { rows, examples } = matrixOf([await reference, await reference, await observe(subjects, variation)]);
  // A busy machine is slower.
  return examples.length > 0 || rows.some(({ facts }) => !facts.every((fact) => fact.endsWith(' speed')));
};

/** A third of them is tried at each change, all before a release. */
const thirds = [0, 1, 2];

describe('each variation that a client can see changes a row of the matrix', () => {
  const excused = new Set(unseen.flatMap(([, ids]) => ids));
  for (const third of thirds)
    test(`part ${third + 1} of 3`, { tags: third === 0 ? [] : ['release'], timeout: 1_200_000 }, async () => {
      const tried = variations.filter(({ id }, at) => at % thirds.length === third && id !== brief);
      const blind = await severalAtOnce(
        tried,
        async (variation) => {
          if (await isShown(subjectsOf(variation.id), variation)) return [];
          // The whole gate takes long, and few variations need it.
          return !excused.has(variation.id) && (await isShown(undefined, variation)) ? [] : [variation.id];
        },
        8,
      );
      const found = new Set(blind.flat());
      const unexcused = [...found].filter((id) => !excused.has(id)).map((id) => `give ${id} a reason in unseen`);
      // One that is shown, or no more, needs no excuse.
      const shown = tried.filter(({ id }) => excused.has(id) && !found.has(id));
      expect([...unexcused, ...shown.map(({ id }) => `take ${id} out of unseen`)]).toEqual([]);
    });
});

test('what needs an excuse is a variation', () => {
  const known = new Set<string>(variations.map(({ id }) => id));
  expect(unseen.flatMap(([, ids]) => ids).filter((id) => !known.has(id))).toEqual([]);
});
