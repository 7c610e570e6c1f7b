import { expect, test } from 'vitest';
import { operationIds, requirements } from '#contract';
import { maxWrongKeys } from '#run';
import {
  broken,
  failedBy,
  green,
  hostileVerdict,
  ids,
  type Made,
  made,
  mixedVerdict,
  titled,
  untestedBy,
  waiver,
} from '../example.test.support.ts';
import { anchorOf } from '../page.ts';
import type { Verdict } from '../verdict.ts';
import { renderCompliance } from './compliance.ts';

const page = (verdict: Verdict = mixedVerdict()) =>
  renderCompliance({ verdict, digests: [{ file: 'verdict.json', sha256: 'ab'.repeat(32) }] });

/** What a reader sees of a page, a line each; the counts of all requirements are those of the catalogue. */
const linesIn = (html: string): readonly string[] =>
  html
    .replace(/<table class="grid"[\s\S]*?<\/table>/g, '')
    .replace(/\n/g, ' ')
    .replace(/<\/(?:p|h\d|li|dd|tr|caption)>/g, '\n')
    .replace(/<\/(?:dt|td|th)>/g, ' | ')
    .replace(/<[^>]+>/g, '')
    .replace(/\b(?:4\d\d|90)\b(?= (?:of|promises|requests|other))/g, 'N')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The certificate, which is the first printed page, and the tables below it. */
const partsOf = (verdict: Verdict) => {
  const [, body = ''] = page(verdict).split('<body');
  const [first = '', ...below] = body.split(/<section aria-labelledby="[a-z]+">/);
  return { first: linesIn(first.slice(first.indexOf('<h1'))), tables: linesIn(below.slice(1, -1).join('')) };
};

const certificate = partsOf(green).first;
const newIn = (verdict: Verdict) => partsOf(verdict).first.filter((line) => !certificate.includes(line));

const sectionsOf = (text: string) => [...text.matchAll(/<h2 id="([a-z-]+)">/g)].map(([, id]) => id);

const waived = (change: Made = {}): Made => ({
  ...change,
  results: { waivers: { given: [{ ...waiver, requirement: ids.shown }], covers: () => 'W1' } },
});

test('begins with the certificate, has exceptions before rules, and no section that says nothing', () => {
  expect(sectionsOf(page())).toEqual(['check', 'broken', 'untested', 'changes', 'money', 'requirements']);
  expect(sectionsOf(page(green))).toEqual(['check', 'money', 'requirements']);
  const text = page();
  for (const { id } of requirements) expect(text).toContain(`<li id="${anchorOf(id)}">`);
  expect(text.indexOf('Does not conform')).toBeLessThan(text.indexOf('<table class="grid"'));
});

test('has a grid in which each cell says in words what is in it, and leads there', () => {
  const [grid = ''] = /<table class="grid"[\s\S]*?<\/table>/.exec(page()) ?? [];
  expect(grid.match(/<tr>/g)).toHaveLength(operationIds.length + 3);
  expect(grid).toContain(
    'aria-label="6 Initiate onramp ✗ 1 ≈ 1 ? 3 ✓ 38: 1 broken, 1 different, 3 not tested, 38 kept">✗&#160;1\n≈&#160;1\n?&#160;3\n✓&#160;38<',
  );
  expect(grid).toMatch(
    /<td class="broken" data-head="errors" style="background[^"]*"><a href="#list-onramp.initiate-errors" aria-label="6 Initiate onramp, errors ✗ 1 ✓ 6: 1 broken, 6 kept" style="color:#ffffff">✗&#160;1\n✓&#160;6</,
  );
  expect(page(made(waived({ reports: broken(ids.shown) })))).toMatch(
    /money ! 1 ✓ 7: 1 accepted, 7 kept"[^>]*>!&#160;1\n✓&#160;7</,
  );
});

test('shows a broken promise in full once, with a way to its requirements and back', () => {
  const everywhere = operationIds.map((id) => `${id}/refuses-a-missing-key` as const);
  const open = {
    code: 'OPEN',
    expected: '401',
    request: { method: 'GET', path: '/v1/x', headers: { accept: 'application/json' } },
    answer: { status: 200, body: '{\n  "id": "uuid"\n}' },
    curl: 'curl -sS "$RAMP_BASE_URL/v1/x"',
  };
  const text = page(made({ reports: Object.assign({}, ...everywhere.map((id) => broken(id, open))) }));
  const [, cause = '', ...others] = text.split('<article');
  expect(others).toEqual([]);
  for (const part of ['GET /v1/x', '\n  &quot;id&quot;: &quot;uuid&quot;', 'RAMP_BASE_URL/v1/x', '401'])
    expect(cause).toContain(part);
  for (const id of everywhere.slice(0, 5)) expect(cause).toContain(`<a href="#${anchorOf(id)}">${id}</a>`);
  expect(cause).toContain(`and ${operationIds.length - 5} more`);
  // Beside the promise in the list of all stands what was seen, because a part of the promise may be kept.
  expect(text).toMatch(/<\/code> <span class="soft">broken, seen: HTTP \d+, <a href="#broken-1">details 1<\/a>/);
  // One way from page one.
  expect(text.match(/href="#broken-1"/g)).toHaveLength(operationIds.length + 1);
});

test('says who made it, of which service and release, and what a person signs', () => {
  const ci = { name: 'github', job: 'gate #12', url: 'https://ci.example/12', commit: 'abc123' };
  const local = { ...green.target, label: '127.0.0.1:8080' };
  const named = { ...green, release: '2.15', ci, report: { vendor: 'Example Payments', tester: 'Ann' } };
  expect(page(named)).toMatch(/@top-left \{ content: "RC-2026-11-21-[a-z]{4}, Example Payments"/);
  expect(page(named)).toContain('https://ci.example/12');
  const pages = {
    certificate,
    named: newIn(named),
    local: newIn({ ...green, target: local }),
    embedded: newIn({ ...green, target: { ...green.target, embedded: true } }),
  };
  expect(titled(pages)).toMatchInlineSnapshot(`
    "certificate
      Certificate of conformance: sandbox.vendor.example
      RC-2026-11-21-ntmp · 21 Nov 2026, 02:00 UTC · Cross-Border Ramp Service Interface 1.0.0
      ✓ Conforms
      All N promises kept.
      Next: Check that sandbox.vendor.example is the service that you mean. Then sign this page.
      Vendor | not named
      Service | sandbox.vendor.example, sandbox.
      Document | Cross-Border Ramp Service Interface 1.0.0
      Tested on | 21 Nov 2026, 02:00 UTC
      Tested by | not named
      Tested with | ramp-conformance 0.1.0, not in a CI pipeline
      Accepted deviations | None.
      Not tested | Every promise was tested. 14 promises about keys had one of two kinds of wrong key: limits. 9 statements of the document can be tested by no client: list.
      Orders | The run sent no order.
      This page shows what the run saw. It cannot show who made it. How to check this page.
      By signing you say of this run (RC-2026-11-21-ntmp): as tester, that you made it; as reviewer, that you checked this page and the files that it lists; and by “Accepted”, that you accept the result.
      Tested by: name, date, signature
      Reviewed by: name, date, signature
      Accepted by: name, date, signature
      How to check this page
      Money operations
      All requirements
    named
      Certificate of conformance: Example Payments
      Vendor | Example Payments
      Release | 2.15, as the tester named it
      Tested by | Ann
      Tested with | ramp-conformance 0.1.0, in gate #12, commit abc123
      This page shows what the run saw. It cannot show who made it, and the tester typed the names on it. How to check this page.
    local
      Certificate of conformance: 127.0.0.1:8080
      Next: Check that 127.0.0.1:8080 is the service that you mean. Then sign this page.
      Service | 127.0.0.1:8080, sandbox. This address is on the machine of the tester: the page cannot show whose service it is.
    embedded
      Self-test of ramp-conformance
      ? This page says nothing about any vendor
      The tool tested its own reference service. Conforms: all N promises kept.
      Next: Set RAMP_BASE_URL and RAMP_API_KEY to test the service of a vendor.
      Service | sandbox.vendor.example (the reference service inside the tool)
      Not tested | Every promise was tested. 9 statements of the document can be tested by no client: list."
  `);
});

test('says what broke and where, what was not tested and why, and what each waiver excuses', () => {
  const limited = failedBy('RATE_LIMITED', 'it did not lift');
  const excused: Made = { reports: broken(ids.stated), results: { waivers: { given: [waiver], covers: () => 'W1' } } };
  const pages = {
    mixed: newIn(mixedVerdict()),
    excused: newIn(made(excused)),
    partly: newIn(made(waived({ reports: { ...broken(ids.shown), [ids.implied]: untestedBy('user') } }))),
    limited: newIn(made({ reports: { [ids.stated]: limited, [ids.shown]: limited } })),
  };
  expect(titled(pages)).toMatchInlineSnapshot(`
    "mixed
      Report: sandbox.vendor.example does not conform
      ✗ Does not conform
      1 of N promises broken, 2 with no result, 1 not tested.
      Next: Send findings.md (in the folder of the reports) to the vendor. Do not go live with this service until a new run conforms. Do not sign this page.
      medium means: a client may misread an answer.
      medium Endpoint 6 Initiate onramp: HTTP 201, expected 400. Promise not kept: An asset that is not listed gets 400 Bad Request with statusCode, message, timestamp and error.
      No result (no usable answer, or nothing that confirms it): 1 promise.
      No test ran for 1 promise.
      Not tested | 1 promise. No test of it ran. Not tested, for example: The net amount is at most the gross amount, and above zero where the gross amount is above the fees. 1 promise. No answer within 10 s. Not tested, for example: The exchange rate is above zero. 1 promise. The settings leave this out: RAMP_MONEY_HOST is not set. Not tested, for example: The source amount of the answer is the amount of the order. 14 promises about keys had one of two kinds of wrong key: limits. 9 statements of the document can be tested by no client: list.
      Do not sign this page: the service does not pass.
      Broken promises
      What was not tested
      Changes
    excused
      Report: sandbox.vendor.example conforms, but has accepted deviations
      ! Conforms with accepted deviations
      N of N promises kept, 1 broken and accepted until 31 Jan 2027.
      Next: Send findings.md (in the folder of the reports) to the vendor. Ask for a fix, or renew the accepted deviations, by 31 Jan 2027.
      medium means: a client may misread an answer.
      medium Endpoint 6 Initiate onramp: HTTP 201, expected 400. Promise not kept: An asset that is not listed gets 400 Bad Request with statusCode, message, timestamp and error. Accepted by Bob until 31 Jan 2027.
      Accepted deviations | 1 in force. Accepted deviations
      By signing you say of this run (RC-2026-11-21-ntmp): as tester, that you made it; as reviewer, that you checked this page and the files that it lists; and by “Accepted”, that you accept the result and the accepted deviations.
      Accepted deviations
    partly
      Report: sandbox.vendor.example was tested in part, and has accepted deviations
      ! Conforms in part, with an accepted deviation
      N of N promises kept, 1 left out (why); 1 example differs and is accepted until 31 Jan 2027.
      Next: Send findings.md (in the folder of the reports) to the vendor. Ask for a fix, or renew the accepted deviations, by 31 Jan 2027. Change the settings or requests that are named under &quot;Not tested&quot;, and run again to test 1 more promise. Do not sign this page.
      critical means: money can move wrongly or be miscounted, or a stranger can read a customer&apos;s data.
      critical Endpoint 6 Initiate onramp: HTTP 201, expected 400. Example not followed: Where all fees are in one currency, the total is their sum. Accepted by Bob until 31 Jan 2027.
      Accepted deviations | 1 in force. Accepted deviations
      Not tested | 1 promise. The settings leave this out: why. Not tested, for example: The source amount of the answer is the amount of the order. 14 promises about keys had one of two kinds of wrong key: limits. 9 statements of the document can be tested by no client: list.
      Do not sign this page: the run tested only a part of the promises.
      Accepted deviations
      What was not tested
    limited
      Report without a result: sandbox.vendor.example
      ? Inconclusive
      N of N promises could be tested, none broken: a rate limit kept 1 from being tested.
      Next: Lower RAMP_REQUESTS_PER_SECOND, or ask the vendor to lift the limit, and run again. Do not sign this page.
      No result (no usable answer, or nothing that confirms it): 1 promise.
      Not tested | 1 promise. It did not lift. Not tested, for example: An asset that is not listed gets 400 Bad Request with statusCode, message, timestamp and error. 14 promises about keys had one of two kinds of wrong key: limits. 9 statements of the document can be tested by no client: list.
      Do not sign this page: the run has no result.
      What was not tested"
  `);
});

test('has a table of waivers, of what was not tested, of changes and of orders', () => {
  const change = (endpoint: string, fact: string, met = '') =>
    ({ class: 'unseen', kind: 'not-seen', endpoint, fact, accepted: 'methods', met }) as const;
  const changes = [
    { ...change('offramp.list', '$.a', 'y'), class: 'changed' as const, kind: 'writing-changed' as const },
    { ...change('service', 'kinds of facts', 'methods, delay'), class: 'least', kind: 'facts-changed' } as const,
    change('onramp.initiate', 'status: from null'),
    change('onramp.initiate', 'status: to null'),
  ];
  const limited = failedBy('RATE_LIMITED', 'it did not lift');
  const reports = { [ids.stated]: limited, [ids.implied]: limited, ...broken(ids.shown) };
  const orders = { accepted: 8, refused: 45, unanswered: 0, currencies: [], totals: { unnamed: '743.17' } };
  const { first, tables } = partsOf({
    ...made({
      reports,
      results: { waivers: { given: [waiver], covers: () => undefined }, baseline: { name: 'vendor', changes } },
    }),
    permissions: { money: 'RAMP_MONEY_HOST is not set', readOnly: true, quiet: false },
    money: { source: 'ledger', operations: [{ operation: 'lightning-offramp.initiate', ...orders }] },
    answers: [{ by: 'business reason', exchanges: 10 }],
  });
  for (const part of [
    'Only GET requests were allowed.',
    'The run was not allowed to move money: RAMP_MONEY_HOST is not set.',
    'Others may act on the account, so the run did not compare balances.',
  ])
    expect(first.join('\n')).toContain(part);
  expect(tables.join('\n')).toMatchInlineSnapshot(`
    "Accepted deviations
    Deviations that a person accepted until a date, and what this run saw of each
    Waiver |  State |  Promise or example |  Seen |  Reason |  Owner |  Approved by |  Expires |
    W1 | in force |  An asset that is not listed gets 400 Bad Request with statusCode, message, timestamp and error.onramp.initiate/refuses-an-unlisted-asset, at status |  nothing: the promise was kept there |  fixed in June |  Ann |  Bob |  31 Jan 202740 days left |
    What was not tested
    What was not tested, and why
    No. |  What |  Due to |  Reason |
    1 | 2 promises:The source amount of the answer is the amount of the order. (endpoint 6)
    An asset that is not listed gets 400 Bad Request with statusCode, message, timestamp and error. (endpoint 6)
    |  a rate limit |  it did not lift |
    Changes
    The tool changed, not the service: this version notes other kinds of facts than the version that made the baseline (new: delay).
    What changed since the baseline vendor
    Where |  Accepted |  Actual |
    changed: 1, changes something that the document never promised |
    offramp.list, a | methods |  y |
    unseen: 2, was observed before, and not this time |
    onramp.initiate, 2 facts | status: from null: methods; status: to null: methods |  not observed: this run sent no such request, or got no answer that shows it |
    Differences from examples of the document; they break no promise
    Example |  Difference |
    Where all fees are in one currency, the total is their sum. | POST /v2/ramp/{subaccountId}/banking/onramp/initiate: HTTP 201, expected 400
    |
    Money operations
    The ledger counts every order that was sent. The run sent most of the refused orders to see a refusal: each has a mistake, a wrong key or a record that it may not use. The service gave a business reason for 10, such as funds, a limit, its hours or another order. Nobody can check these reasons from outside, so they do not count as deviations.
    Orders that the run sent
    Endpoint |  Accepted |  Refused |  Accepted in all |
    10 Initiate lightning offramp (version 1) | 8 |  45 |  743.17 (the order names no currency) |"
  `);
});

test('says how to check and repeat the run, explains its terms, and names the limits of what it tested', () => {
  const vendors = page({
    ...green,
    requests: { sent: 725, retried: 0, rateLimited: 0 },
    answers: [{ by: 'service', exchanges: 714 }],
  });
  for (const part of [
    `--seed=${green.seed}`,
    'init --attest',
    'Who says that the checks are right: ',
    '11 other requests only prepared or repeated a test',
    ...['Rail', 'Ledger', 'Onramp', 'Gate', 'Profile', 'Seed', 'Embedded reference service'].map(
      (term) => `<dt>${term}</dt>`,
    ),
  ])
    expect(vendors).toContain(part);
  const sampled = /Tested with one of two kinds of wrong key/g;
  expect(vendors.match(sampled)).toHaveLength(operationIds.length);
  const [recorded, embedded] = [
    page({ ...green, passive: true }),
    page({ ...green, target: { ...green.target, embedded: true } }),
  ];
  const limitsOf = (text: string) =>
    [`at most ${maxWrongKeys} wrong keys`, 'those of the seed above'].map((limit) => text.includes(limit));
  expect([vendors, recorded, embedded].map(limitsOf)).toEqual([
    [true, true],
    [false, false],
    [false, true],
  ]);
  expect(embedded).not.toMatch(sampled);
});

test('leaves out columns in which nothing stands, and every other one has a head', () => {
  for (const text of [page(), page(green)])
    for (const [whole] of text.matchAll(/<table[\s\S]*?<\/table>/g)) {
      const heads = whole.match(/<th scope="col">/g)?.length ?? 0;
      const rows = [...whole.matchAll(/<tr[^>]*><th scope="row">([\s\S]*?)<\/tr>/g)].map(([row]) =>
        [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, cell = '']) => cell),
      );
      for (const cells of rows) expect(cells).toHaveLength(heads);
      for (let at = 0; at < heads; at += 1)
        expect(rows.some((cells) => !['', '0', 'none'].includes(cells[at] ?? ''))).toBe(true);
    }
});

test('has headings in order, each place once, and no link into nothing', () => {
  const text = page();
  const levels = [...text.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
  for (const [at, level] of levels.entries()) expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1);
  const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, target] of text.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  for (const landmark of ['<header', '<nav aria-label', '<main', '<footer', 'lang="en"'])
    expect(text).toContain(landmark);
});

test('has colours that contrast, in light, in dark and in a mail', () => {
  const luminance = (hex: string): number => {
    const [red = 0, green = 0, blue = 0] = [0, 2, 4]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const expectContrast = (one: string, other: string, where: string) => {
    const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
    expect((light + 0.05) / (dark + 0.05), where).toBeGreaterThan(4.5);
  };
  const text = page();
  const inMail = [...text.matchAll(/background:#([0-9a-f]{6});color:#([0-9a-f]{6})/g)];
  expect(inMail.length).toBeGreaterThan(operationIds.length);
  for (const [pair, ground = '', words = ''] of inMail) expectContrast(ground, words, pair);
  const schemes = text.match(/--text: [\s\S]*?--link: #[0-9a-f]{6}/g)?.slice(0, 2) ?? [];
  for (const scheme of schemes) {
    const colour = (name: string) => new RegExp(`--${name}: #([0-9a-f]{6})`).exec(scheme)?.[1] ?? '';
    for (const ground of ['ground', 'band'])
      for (const name of ['text', 'soft', 'good', 'bad', 'mind', 'link'])
        expectContrast(colour(ground), colour(name), `${name} on ${ground}`);
  }
});

test('has no script and places hostile text as text', () => {
  const text = page(hostileVerdict);
  expect(text).not.toMatch(/<script|<img|onerror=(?!alert\(1\)&gt;)|(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u);
  expect(text).toContain('&lt;img src=x');
  expect(text.match(/<(?:td|tr|section|table)\b/g)?.length).toBe(text.match(/<\/(?:td|tr|section|table)>/g)?.length);
});

test('an address of a job that is no page of the web becomes no link, and no line for a shell', () => {
  const addresses = [
    'javascript:alert(1)',
    'JaVaScRiPt://ci.example/%0aalert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '//evil.example',
    'http://ci.example/1',
    'https://github.com@evil.example/o/r/actions/runs/1',
    'https://ci.example/o/$(reboot)/actions/runs/1"onclick="x',
    'https:\\\\evil.example',
    ' https://ci.example/1',
  ];
  for (const url of addresses)
    for (const name of ['github', 'gitlab', 'jenkins']) {
      const text = page({ ...green, requirements: [], ci: { name, job: 'gate', url } });
      for (const [, href = ''] of text.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^(?:#|https:\/\/|[\w./-]+$)/);
      expect(text).not.toContain('evil.example');
      expect(text).not.toContain('--repo ');
    }
});
