import { expect, test } from 'vitest';
import { operationIds, requirements } from '#contract';
import { closingText } from './console.ts';
import {
  broken,
  fewOf,
  finding,
  green,
  hostileVerdict,
  ids,
  made,
  mixedVerdict,
  untestedBy,
} from './example.test.support.ts';
import { wrapped } from './text.ts';
import type { Verdict } from './verdict.ts';

const textOf = (verdict: Verdict, how: Partial<Parameters<typeof closingText>[0]> = {}) =>
  closingText({ verdict, colour: false, width: 100, verbose: false, ...how });

test('a line is wrapped at its words, further lines a little deeper, and nothing is cut', () => {
  const text = '    WRONG_PLACES $.amount: expected decimal string with 8 places, actual decimal(2)';
  expect(wrapped(text, 40)).toEqual([
    '    WRONG_PLACES $.amount: expected',
    '      decimal string with 8 places,',
    '      actual decimal(2)',
  ]);
  expect(wrapped(text, 200)).toEqual([text]);
  expect(wrapped(`  ${'x'.repeat(90)} end`, 40)).toEqual([`  ${'x'.repeat(90)}`, '    end']);
  expect(wrapped(`    GET ${'x'.repeat(38)}`, 40)).toEqual(['    GET', `  ${'x'.repeat(38)}`]);
  expect(wrapped('', 40)).toEqual(['']);
});

test('has the verdict first and last, between them a table, the causes, and what has no result', () => {
  expect(textOf(fewOf().verdict, { verbose: true })).toMatchInlineSnapshot(`
    "Does not conform: 1 of 6 promises broken, 2 with no result, 1 not tested.
      Gravest risk: medium (a client may misread an answer).

    endpoint                          kept broken not tested no result differ observed
     6 onramp.initiate                   ·      1          1         2      1        1
    11 withdrawal.read                   1      ·          ·         ·      ·        ·
       across endpoints                  1      ·          ·         ·      ·        ·
    all                                  2      1          1         2      1        1

    ✗ medium: Promised: An asset that is not listed gets 400 Bad Request with statusCode, message,
      timestamp and error.
        Seen: HTTP 201, expected 400
        Endpoint 6 Initiate onramp: POST /v2/ramp/{subaccountId}/banking/onramp/initiate,
          {"to":{"asset":"<text(4)#aa01>"}}
        replay mwwv-dchz (seed 1987654321, path 0:1); WRONG_STATUS;
          onramp.initiate/refuses-an-unlisted-asset
    ~ critical: Shown as an example: Where all fees are in one currency, the total is their sum.
        Seen: $.pricing.fees.total_fees: decimal(2), expected the sum
        Endpoint 6 Initiate onramp: POST /v2/ramp/{subaccountId}/banking/onramp/initiate
        replay qqgt-kcnz; RULE_BROKEN; onramp.initiate/adds-up-its-fees

    no result: onramp.initiate/nets-at-most-the-gross: NO_TEST_RAN: no test of it ran
    no result: onramp.initiate/has-a-positive-rate: TRANSPORT_TIMEOUT: no answer within 10 s
    not tested, the settings leave this out: onramp.initiate/echoes-the-amount: RAMP_MONEY_HOST is not
      set

      6 promises (stated, implied): 2 kept, 1 broken, 1 not tested, 2 with no result
      1 example (shown): 1 different
      1 open question (silent): 1 observed
      1 broken promise, 1 cause
      no result (no usable answer, or nothing that confirms it): 1 promise
      no test ran for 1 promise
      not tested, because the settings leave this out: 1 promise
      420 requests (1 sent again), 0 generated cases, profile gate, gate implied, seed -1234567890, exit
        code 1
      Next: Send findings.md (in the folder of the reports) to the vendor. Do not go live with this
        service until a new run conforms.

    Does not conform: 1 of 6 promises broken, 2 with no result, 1 not tested. sandbox.vendor.example,
      Cross-Border Ramp Service Interface 1.0.0
    "
  `);
});

test('is a screenful, grouped by cause, however much is broken', () => {
  const many = requirements.map(({ id, claim }) => broken(id, { code: claim.slice(0, 20) }));
  const verdict = made({ reports: Object.assign({}, ...many) });
  const text = textOf(verdict, { directory: 'reports' });
  const lines = text.split('\n');
  expect(lines.length).toBeLessThanOrEqual(42);
  expect(lines.every((line) => line.length <= 100)).toBe(true);
  expect(text).toMatch(
    /^Does not conform: (\d+) of \1 promises broken\.\n[\s\S]*reports in reports\n\nDoes not conform: \1 of \1 promises broken\. sandbox\.vendor\.example/,
  );
  expect(text).toMatch(/and \d+ more causes/);
  expect(textOf(verdict, { verbose: true }).split('\n').length).toBeGreaterThan(100);
  expect(textOf(verdict, { quiet: true })).toMatch(/^Does not conform: .*\n( {2}.*\n)+$/);
});

test('an interrupted run blames nobody, advises nothing, and says the exit code of its process', () => {
  const reports = { [ids.stated]: { reasons: untestedBy('service', 'the order was refused').reasons } };
  expect(textOf(made({ reports }), { width: 120 })).toMatch(
    /the service blocked 1 promise[\s\S]*leaveOut[\s\S]*exit code 3/,
  );
  const text = textOf(made({ reports, results: { interrupted: true } }), { width: 120, code: 130 });
  expect(text).toContain('exit code 130');
  expect(text).not.toMatch(/blocked,|leaveOut|exit code 3/);
});

/** A name is not broken. */
const longestWord = (line: string): number =>
  line.search(/\S/) + Math.max(...line.split(/\s+/).map(({ length }) => length));

test.each([40, 60, 80, 120])(
  'at %i columns no line is longer, and the verdict has a sign where one watches',
  (width) => {
    const text = textOf(mixedVerdict(), { signs: true, width, directory: 'reports' });
    const lines = text.trimEnd().split('\n');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(Math.max(width, longestWord(line)));
    expect(lines[0]).toMatch(/^✗ Does not conform: /);
    expect(lines.findLast((line) => !line.startsWith('  '))).toMatch(/^✗ Does not conform: /);
  },
);

test.each([
  [{ sent: 711, retried: 0, rateLimited: 0 }, '  711 requests, '],
  [{ sent: 735, retried: 26, rateLimited: 24 }, '  735 requests (24 rate limited, 26 sent again), '],
  [{ sent: 712, retried: 1, rateLimited: 0 }, '  712 requests (1 sent again), '],
])('what was rate limited and sent again stands with the requests: %j', (requests, words) => {
  expect(textOf({ ...green, requests }, { quiet: true })).toContain(`\n${words}0 generated cases`);
});

test('a finding has its risk, and with --verbose how often it was seen', () => {
  const verdict = made({ reports: broken(ids.stated, finding({ seen: '2 of 2' })) });
  expect(textOf(verdict, { width: 200 })).toContain(`; WRONG_STATUS; ${ids.stated}`);
  expect(textOf(verdict, { width: 200, verbose: true })).toContain(`; WRONG_STATUS; seen 2 of 2 times; ${ids.stated}`);
});

test('endpoints without trouble are one row where there is trouble', () => {
  const verdict = made({ reports: broken(ids.stated) });
  const rowsOf = (verbose: boolean) => textOf(verdict, { verbose }).split('\n\n')[1]?.split('\n') ?? [];
  expect(rowsOf(false)).toHaveLength(4);
  expect(rowsOf(false)[2]).toMatch(new RegExp(`^ {3}${operationIds.length} others {2,}\\d+ {2,}·`));
  // The head, the rules across endpoints and the total have a row each.
  expect(rowsOf(true)).toHaveLength(operationIds.length + 3);
});

test('the same drift in many places reads as one', () => {
  const change = {
    class: 'changed',
    kind: 'status-changed',
    fact: 'status: a missing key',
    accepted: '401',
    met: '400',
  } as const;
  const changes = [
    ...operationIds.map((endpoint) => ({ ...change, endpoint })),
    {
      ...change,
      class: 'more',
      kind: 'member-new',
      endpoint: 'conversion.read',
      fact: '$.rate',
      met: 'text req',
    } as const,
  ];
  const text = textOf(made({ results: { baseline: { name: 'vendor', changes } } }), { width: 180 });
  const [, drift = ''] = text.split('Drift from the baseline vendor: 1 changed, 1 more\n');
  expect(drift.split('\n').slice(0, 3)).toEqual([
    '  changed: all endpoints: a missing key: before 401, now 400',
    '  more: conversion.read: new field `rate`: a string',
    '',
  ]);
});

test('obeys colour, and hostile text moves no cursor', () => {
  const of = (colour: boolean) => textOf(hostileVerdict, { colour, verbose: true });
  expect(of(false)).not.toMatch(/(?!\n)[\p{Cc}\p{Cs}\u202e]/u);
  expect(of(true)).toContain('\u001b[');
});
