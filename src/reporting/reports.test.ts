import { describe, expect, test } from 'vitest';
import { operationIds, requirements } from '#contract';
import { maxWrongKeys } from '#run';
import { renderCompliance } from './compliance/compliance.ts';
import { closingText } from './console.ts';
import { renderEvidence } from './evidence.ts';
import {
  exchange,
  failedBy,
  finding,
  hostile,
  ids,
  mixedVerdict,
  reportsWith,
  untestedBy,
  verdictOn,
} from './example.test.support.ts';
import { markupIn } from './markdown.test.support.ts';
import { anchorOf } from './page.ts';
import { annotations, renderSummary } from './summary.ts';

const green = verdictOn(reportsWith());

/** Hostile text wherever a service or a setting can put some. */
const hostileReports = reportsWith({
  [ids.stated]: {
    findings: [finding({ where: `$.${hostile}`, expected: hostile, observed: hostile, case: hostile })],
    exchanges: [exchange({ failure: hostile })],
  },
  [ids.implied]: { reasons: untestedBy('user', hostile).reasons },
  [ids.silent]: { observations: [{ operation: 'onramp.initiate', situation: hostile, fact: hostile }] },
});
const hostileVerdict = verdictOn(hostileReports, { crashed: [hostile], otherFailures: [hostile] });

test.each([
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
])('an address of a job that is no page of the web becomes no link, and no line for a shell: %s', (url) => {
  for (const name of ['github', 'gitlab', 'jenkins']) {
    const page = renderCompliance({ verdict: { ...green, ci: { name, job: 'gate', url } }, digests: [] });
    for (const [, href = ''] of page.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^(?:#|https:\/\/|[\w./-]+$)/);
    expect(page).not.toContain('evil.example');
    expect(page).not.toContain('--repo ');
  }
});

test('evidence is one row an exchange, at least one a requirement, and no cell is a formula', () => {
  const text = renderEvidence(hostileVerdict, hostileReports);
  expect(text.startsWith('\ufeff')).toBe(true);
  const rows = text.trimEnd().split('\r\n');
  expect(rows).toHaveLength(requirements.length + 1);
  for (const row of rows) {
    const cells = [...row.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, cell]) => cell ?? '');
    expect(cells).toHaveLength(21);
    expect(cells.filter((cell) => /^\s*[=+\-@]/.test(cell))).toEqual([]);
  }
});

describe('summary', () => {
  test('has the totals first, the findings and the reasons', () => {
    const text = renderSummary(mixedVerdict());
    expect(text.indexOf('1 broken')).toBeLessThan(text.indexOf('## Broken promises'));
    for (const part of [
      'RAMP_MONEY_HOST',
      'TRANSPORT_TIMEOUT',
      'Seen: HTTP 201, expected 400',
      '  - medium; onramp',
      '## Not tested',
    ])
      expect(text).toContain(part);
  });

  test('fits a comment on a pull request, and closes what it opens', () => {
    const many = Object.fromEntries(
      requirements.map(({ id }) => [
        id,
        {
          findings: Array.from({ length: 20 }, (_, i) => finding({ code: `C${i}`, expected: 'x'.repeat(500) })),
        },
      ]),
    );
    const text = renderSummary(verdictOn(reportsWith(many)));
    expect(Buffer.byteLength(text)).toBeLessThan(65_000);
    expect(text).toContain('Truncated here');
    expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length);
    const hostileText = renderSummary(hostileVerdict);
    expect(hostileText).not.toMatch(/^::|##\[/m);
    expect(hostileText.match(/HYPERLINK/g)?.length).toBeGreaterThan(1);
    // Its own elements, and nothing of what it was given.
    expect(markupIn(hostileText).filter((each) => !/^<\/?(?:details|summary)>/.test(each))).toEqual([]);
  });
});

describe('compliance page', () => {
  const page = (verdict = mixedVerdict()) =>
    renderCompliance({ verdict, digests: [{ file: 'verdict.json', sha256: 'ab'.repeat(32) }] });

  const sectionsOf = (text: string) => [...text.matchAll(/<h2 id="([a-z-]+)">/g)].map(([, id]) => id);

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
    expect(grid).toMatch(/aria-label="1 Get subaccount, records ✓ 11: 11 kept"[^>]*>✓&#160;11</);
  });

  test('shows a broken promise in full once, with a way to its requirements and back', () => {
    const everywhere = operationIds.map((id) => `${id}/refuses-a-missing-key` as const);
    const open = finding({
      code: 'OPEN',
      expected: '401',
      request: { method: 'GET', path: '/v1/x', headers: { accept: 'application/json' } },
      answer: { status: 200, body: '{\n  "id": "uuid"\n}' },
      curl: 'curl -sS "$RAMP_BASE_URL/v1/x"',
    });
    const all = Object.fromEntries(everywhere.map((id) => [id, { findings: [open] }]));
    const text = page(verdictOn(reportsWith(all)));
    const [, cause = '', ...others] = text.split('<article');
    expect(others).toEqual([]);
    for (const part of ['GET /v1/x', '\n  &quot;id&quot;: &quot;uuid&quot;', 'RAMP_BASE_URL/v1/x', '401'])
      expect(cause).toContain(part);
    for (const id of everywhere.slice(0, 5)) expect(cause).toContain(`<a href="#${anchorOf(id)}">${id}</a>`);
    expect(cause).toContain(`and ${operationIds.length - 5} more`);
    // One way from page one.
    expect(text.match(/href="#broken-1"/g)).toHaveLength(operationIds.length + 1);
  });

  test('says on page one who made it, of which release, and what was excused and left out', () => {
    const ci = { name: 'github', job: 'gate #12', url: 'https://ci.example/12', commit: 'abc123' };
    const [, first = ''] = page({ ...green, release: '2.15', ci }).split('<section');
    for (const part of [
      '2.15',
      'gate #12',
      'https://ci.example/12',
      'abc123',
      'By signing you say of this run',
      'Every promise was tested.',
    ])
      expect(first).toContain(part);
    const report = { vendor: 'Example Payments', tester: 'Ann' };
    const named = page({ ...green, report });
    expect(named).toMatch(/<h1>Certificate of conformance: Example Payments<[\s\S]*<dt>Tested by<\/dt><dd>Ann</);
    expect(named).toMatch(/@top-left \{ content: "RC-2026-11-21-[a-z]{4}, Example Payments"/);
    expect(first).toContain('<dt>Vendor</dt><dd>not named</dd>');
    expect(first).toMatch(/<dt>Accepted deviations<\/dt><dd>None.<\/dd>/);
  });

  const pageOne = (verdict: ReturnType<typeof verdictOn>) => page(verdict).split('<section')[1] ?? '';

  test('says on page one what broke and where, and what each waiver excuses', () => {
    const broken = pageOne(verdictOn(reportsWith({ [ids.stated]: { findings: [finding()] } })));
    const [claim] = requirements.flatMap(({ id, claim }) => (id === ids.stated ? [claim] : []));
    expect(broken).toMatch(
      />medium<\/b> <strong>Endpoint 6 Initiate onramp: HTTP 201, expected 400.<\/strong>\s*Promise not kept: /,
    );
    expect(broken).toContain(`Promise not kept: <a href="#broken-1">${claim}</a>`);
    const waiver = {
      id: 'W1',
      requirement: ids.stated,
      finding: 'WRONG_STATUS',
      where: 'status',
      reason: 'r',
    };
    const given = [{ ...waiver, owner: 'Ann', approvedBy: 'Bob', expires: '2027-01-31', daysLeft: 40 }];
    const excused = verdictOn(reportsWith({ [ids.stated]: { findings: [finding()] } }), {
      waivers: { given, covers: () => 'W1' },
    });
    expect(pageOne(excused)).toContain(`<a href="#waivers">${claim}</a> Accepted by Bob until 31 Jan 2027.`);
    const ofExample = given.map((each) => ({ ...each, requirement: ids.shown }));
    const differs = verdictOn(reportsWith({ [ids.shown]: { findings: [finding()] } }), {
      waivers: { given: ofExample, covers: () => 'W1' },
    });
    expect(pageOne(differs)).toContain('Example not followed: ');
    // A deviation makes it no certificate, accepted or not, and nobody signs a part.
    const untested = untestedBy('user');
    const inPart = { [ids.shown]: { findings: [finding()] }, [ids.implied]: untested };
    const partly = verdictOn(reportsWith(inPart), { waivers: { given: ofExample, covers: () => 'W1' } });
    expect([page(differs), page(partly)].map((text) => /<h1>([^<]*)/.exec(text)?.[1])).toEqual([
      'Report: sandbox.vendor.example conforms, but has accepted deviations',
      'Report: sandbox.vendor.example was tested in part, and has accepted deviations',
    ]);
    expect(pageOne(differs)).toMatch(/this run \(RC-[\w-]+\): [\s\S]* accept the result and the accepted deviations\./);
    expect(pageOne(partly)).toContain('Do not sign this page: the run tested only a part of the promises.');
    expect(pageOne(differs)).toMatch(/money ! 1 ✓ 7: 1 accepted, 7 kept"[^>]*>!&#160;1\n✓&#160;7</);
  });

  test('explains its numbers and terms to a reader who knows nothing else', () => {
    const limited = failedBy('RATE_LIMITED', 'it did not lift');
    const open = verdictOn(reportsWith({ [ids.stated]: limited, [ids.shown]: limited }));
    expect(pageOne(open)).toContain('No usable answer, or an error of the harness: 1 promise.');
    expect(pageOne(open)).toMatch(/1 promise. It did not lift. [^<]*with statusCode, message, timestamp and error\./);
    expect(page(open)).toMatch(
      /with statusCode, message, timestamp and error\. <span class="soft">no result, <a href="#reason-1">/,
    );
    for (const term of ['Rail', 'Ledger', 'Onramp']) expect(page(open)).toContain(`<dt>${term}</dt>`);
    expect(page(open)).toMatch(
      /<td data-head="What">1 promise, 1 example:<ul>(?:(?!<\/td>)[\s\S])*An asset that is not listed [^<]*\(endpoint 6\)(?:(?!<\/td>)[\s\S])*<\/td>\s*<td data-head="Due to">a rate limit</,
    );
    const money = {
      source: 'ledger' as const,
      operations: [
        {
          operation: 'lightning-offramp.initiate',
          accepted: 8,
          refused: 45,
          unanswered: 0,
          currencies: [],
          totals: { unnamed: '743.17' },
        },
      ],
    };
    const answers = [{ by: 'business reason' as const, exchanges: 10 }];
    const text = page({ ...green, money, answers });
    for (const part of [
      'to see a refusal',
      'a business reason for 10',
      '743.17 (the order names no currency)',
      '10 Initiate lightning offramp',
    ])
      expect(text).toContain(part);
    for (const term of ['Gate', 'Profile', 'Seed', 'Embedded reference service'])
      expect(text).toContain(`<dt>${term}</dt>`);
    expect(text.match(/Tested with one of two kinds of wrong key/g)).toHaveLength(operationIds.length);
    const embedded = page({ ...green, target: { ...green.target, embedded: true } });
    expect(embedded).not.toContain('Tested with one of two kinds of wrong key');
    expect(embedded).toMatch(
      /<h1>Self-test of ramp-conformance<[\s\S]*<strong[^>]*>This page says nothing about any vendor</,
    );
    const red = pageOne(verdictOn(reportsWith({ [ids.stated]: { findings: [finding()] } })));
    for (const unsigned of [embedded, pageOne(open), red]) expect(unsigned).not.toContain('By signing');
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
    const [light = '', dark = ''] = [...page(green).matchAll(/--text: [\s\S]*?--link: #[0-9a-f]{6}/g)].map(
      ([colours]) => colours,
    );
    const luminance = (hex: string): number => {
      const [red = 0, green = 0, blue = 0] = [0, 2, 4]
        .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
        .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one: number, other: number): number =>
      (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    const inMail = [...page().matchAll(/background:#([0-9a-f]{6});color:#([0-9a-f]{6})/g)];
    expect(inMail.length).toBeGreaterThan(operationIds.length);
    for (const [pair, ground = '', text = ''] of inMail)
      expect(contrast(luminance(ground), luminance(text)), pair).toBeGreaterThan(4.5);
    for (const scheme of [light, dark]) {
      const colour = (name: string) => luminance(new RegExp(`--${name}: #([0-9a-f]{6})`).exec(scheme)?.[1] ?? '');
      for (const ground of ['ground', 'band'])
        for (const name of ['text', 'soft', 'good', 'bad', 'mind', 'link'])
          expect(contrast(colour(ground), colour(name)), `${name} on ${ground}`).toBeGreaterThan(4.5);
    }
  });

  test('shows waivers and baseline changes, and what was not allowed', () => {
    const waiver = {
      id: 'W1',
      requirement: ids.stated,
      finding: 'X',
      where: '$',
      reason: 'r',
      owner: 'Ann',
      approvedBy: 'Bob',
      expires: '2026-12-31',
      daysLeft: 40,
    };
    const verdict = mixedVerdict({
      waivers: { given: [waiver], covers: () => undefined },
      baseline: {
        name: 'vendor',
        changes: [{ class: 'changed', kind: 'writing-changed', endpoint: 'GET', fact: '$.a', accepted: 'x', met: 'y' }],
      },
    });
    const text = page({
      ...verdict,
      permissions: { money: 'RAMP_MONEY_HOST is not set', readOnly: true, quiet: false },
    });
    for (const part of [
      'Ann',
      'Bob',
      '40 days left',
      'changes something that the document never promised',
      'not allowed to move money',
      'Only GET requests were allowed',
      'did not compare balances',
    ])
      expect(text).toContain(part);
  });

  test('says whose service it may be, then how to repeat the run, and what the other requests were', () => {
    const target = { ...green.target, label: '127.0.0.1:8080', embedded: false };
    const requests = { sent: 725, retried: 0, rateLimited: 0 };
    const answers = [{ by: 'service' as const, exchanges: 714 }];
    const [, first = '', second = ''] = page({ ...green, target, requests, answers, release: '2.4' }).split('<section');
    for (const part of ['on the machine of the tester', '2.4, as the tester named it']) expect(first).toContain(part);
    for (const part of [
      `--seed=${green.seed}`,
      'init --attest',
      '11 other requests only prepared or repeated a test',
      'Who says that the checks are right: ',
    ])
      expect(second).toContain(part);
    expect(second).not.toContain('CI of');
    expect(pageOne({ ...green, target: { ...target, label: 'sandbox.vendor.example' } })).not.toContain(
      'on the machine',
    );
  });

  test('tells a change of the tool from those of the service, and folds what was not observed by operation', () => {
    const change = (fact: string, kind: 'facts-changed' | 'not-seen', met: string) => ({
      class: kind === 'not-seen' ? ('unseen' as const) : ('least' as const),
      kind,
      endpoint: kind === 'not-seen' ? 'onramp.initiate' : 'service',
      fact,
      accepted: 'methods',
      met,
    });
    const changes = [
      change('kinds of facts', 'facts-changed', 'methods, delay'),
      change('status: from null', 'not-seen', ''),
      change('status: to null', 'not-seen', ''),
    ];
    const text = page(verdictOn(reportsWith(), { baseline: { name: 'vendor', changes } }));
    expect(text).toContain(
      'not the service: this version notes other kinds of facts than the version that made the baseline (new: delay)',
    );
    expect(text).not.toContain('least: 1');
    expect(text.match(/<th scope="row">onramp\.initiate, 2 facts/g)).toHaveLength(1);
  });

  test('names the seed among its limits only where cases were generated', () => {
    const seed = 'those of the seed above';
    expect(page(green)).toContain(seed);
    expect(page({ ...green, passive: true })).not.toContain(seed);
  });

  test('says among its limits where keys were sampled', () => {
    const sampled = `at most ${maxWrongKeys} wrong keys`;
    const abroad = { ...green, target: { ...green.target, embedded: false } };
    expect(page(abroad)).toContain(sampled);
    expect(page({ ...abroad, passive: true })).not.toContain(sampled);
    expect(page({ ...green, target: { ...green.target, embedded: true } })).not.toContain(sampled);
  });

  test('has no script and places hostile text as text', () => {
    const text = page(hostileVerdict);
    expect(text).not.toMatch(/<script|<img|onerror=(?!alert\(1\)&gt;)|(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u);
    expect(text).toContain('&lt;img src=x');
    expect(text.match(/<(?:td|tr|section|table)\b/g)?.length).toBe(text.match(/<\/(?:td|tr|section|table)>/g)?.length);
  });
});

describe('on the terminal', () => {
  const many = Object.fromEntries(
    requirements.map(({ id, claim }) => [id, { findings: [finding({ code: claim.slice(0, 20) })] }]),
  );

  test('is a screenful, grouped by cause, ending with the verdict', () => {
    const verdict = verdictOn(reportsWith(many));
    const text = closingText({ verdict, colour: false, width: 100, verbose: false, directory: 'reports' });
    const lines = text.split('\n');
    expect(lines.length).toBeLessThanOrEqual(42);
    expect(lines.every((line) => line.length <= 100)).toBe(true);
    expect(text).toMatch(
      /^Does not conform: (\d+) of \1 promises broken\.\n[\s\S]*reports in reports\n\nDoes not conform: \1 of \1 promises broken\. sandbox\.vendor\.example/,
    );
    expect(text).toMatch(/and \d+ more causes/);
    expect(closingText({ verdict, colour: false, width: 100, verbose: true }).split('\n').length).toBeGreaterThan(100);
    const quiet = closingText({ verdict, colour: false, width: 100, verbose: false, quiet: true });
    expect(quiet).toMatch(/^Does not conform: .*\n( {2}.*\n)+$/);
  });

  test.each([
    [{ sent: 711, retried: 0, rateLimited: 0 }, '  711 requests, '],
    [{ sent: 735, retried: 26, rateLimited: 24 }, '  735 requests (24 rate limited, 26 sent again), '],
    [{ sent: 712, retried: 1, rateLimited: 0 }, '  712 requests (1 sent again), '],
  ])('what was rate limited and sent again stands with the requests: %j', (requests, words) => {
    const verdict = verdictOn(reportsWith(), { requests });
    const text = closingText({ verdict, colour: false, width: 100, verbose: false, quiet: true });
    expect(text).toContain(`\n${words}0 generated cases`);
  });

  test('a finding has its risk, and with --verbose how often it was seen', () => {
    const verdict = verdictOn(reportsWith({ [ids.stated]: { findings: [finding({ seen: '2 of 2' })] } }));
    const [brief, whole] = [false, true].map((verbose) => closingText({ verdict, colour: false, width: 200, verbose }));
    expect(brief).toContain(`; WRONG_STATUS; ${ids.stated}`);
    expect(brief).toMatch(/^ {2}Gravest risk: medium \(a client must guess\)\.$/m);
    expect(brief).toMatch(/^✗ medium: Promised: /m);
    expect(whole).toContain(`; WRONG_STATUS; seen 2 of 2 times; ${ids.stated}`);
  });

  test('with no result stand apart in the table and below it', () => {
    const text = closingText({ verdict: mixedVerdict(), colour: false, width: 100, verbose: false });
    expect(text).toMatch(/^endpoint .* not tested no result /m);
    expect(text).toContain('no result: onramp.initiate/nets-at-most-the-gross: NO_TEST_RAN: no test of it ran');
    expect(text).toMatch(/\d+ promises \(stated, implied\): .*, 2 with no result/);
  });

  test('endpoints without trouble are one row where there is trouble', () => {
    const verdict = verdictOn(reportsWith({ [ids.stated]: { findings: [finding()] } }));
    const rowsOf = (verbose: boolean) =>
      closingText({ verdict, colour: false, width: 100, verbose }).split('\n\n')[1]?.split('\n') ?? [];
    const rows = rowsOf(false).map((row) => row.trim().replace(/ {2,}/g, ' '));
    const rest = requirements.filter(({ id }) => !id.startsWith('onramp.initiate/'));
    const [shown, silent] = ['shown', 'silent'].map((of) => rest.filter(({ firmness }) => firmness === of).length) as [
      number,
      number,
    ];
    expect(rows.slice(1, -1)).toEqual([
      expect.stringMatching(/^6 onramp\.initiate \d+ 1 /),
      `${operationIds.length} others ${rest.length - silent - shown} · ${shown} ${silent}`,
    ]);
    // The head, the rules across endpoints and the total have a row each.
    expect(rowsOf(true)).toHaveLength(operationIds.length + 3);
  });

  test('one cause over many endpoints reads as one', () => {
    const everywhere = operationIds.map((id) => `${id}/refuses-a-missing-key` as const);
    const open = Object.fromEntries(
      everywhere.map((id) => [id, { findings: [finding({ code: 'OPEN', expected: '401' })] }]),
    );
    const text = closingText({
      verdict: verdictOn(reportsWith(open)),
      colour: false,
      width: 120,
      verbose: false,
    });
    expect(text.match(/OPEN/g)).toHaveLength(1);
    expect(text).toContain(`${operationIds.length} requirements`);
  });

  test('the same drift in many places reads as one', () => {
    const change = (fact: string, endpoint: string) => ({
      class: 'changed' as const,
      kind: 'status-changed' as const,
      endpoint,
      fact,
      accepted: '401',
      met: '400',
    });
    const changes = [
      ...operationIds.map((id) => change('status: a missing key', id)),
      { ...change('$.rate', 'conversion.read'), class: 'more' as const, kind: 'member-new' as const, met: 'text req' },
    ];
    const verdict = verdictOn(reportsWith(), { baseline: { name: 'vendor', changes } });
    const text = closingText({ verdict, colour: false, width: 180, verbose: false });
    const [, drift = ''] = text.split(`Drift from the baseline vendor: 1 changed, 1 more\n`);
    expect(drift.split('\n').slice(0, 3)).toEqual([
      '  changed: all endpoints: a missing key: before 401, now 400',
      '  more: conversion.read: new field `rate`: a string',
      '',
    ]);
  });

  test('obeys colour, and hostile text moves no cursor', () => {
    const of = (colour: boolean) => closingText({ verdict: hostileVerdict, colour, width: 100, verbose: true });
    expect(of(false)).not.toMatch(/(?!\n)[\p{Cc}\p{Cs}\u202e]/u);
    expect(of(true)).toContain('\u001b[');
  });
});

describe('annotations', () => {
  test('are one an endpoint and eight at most, each one line', () => {
    const all = Object.fromEntries(requirements.map(({ id }) => [id, { findings: [finding()] }]));
    const lines = annotations(verdictOn(reportsWith(all)));
    expect(lines).toHaveLength(8);
    expect(lines[0]).toMatch(/^::error title=ramp-conformance::Does not conform: /);
    expect(annotations(green)).toEqual([expect.stringMatching(/^::notice title=ramp-conformance::Conforms: /)]);
    for (const line of [...lines, ...annotations(hostileVerdict)])
      expect(line).toMatch(/^::error title=[^:\n]*::[^\n]+$/);
  });

  test('begin with the gravest, whatever the endpoint: only some of them are shown', () => {
    const lesser = Object.fromEntries(
      operationIds.map((id) => [`${id}/refuses-a-missing-key`, { findings: [finding({ operation: id })] }]),
    );
    const foreign = finding({ code: 'FOREIGN_ITEM', operation: 'conversion.list', where: '$.data[3].id' });
    const verdict = verdictOn(
      reportsWith({ ...lesser, 'conversion.list/keeps-subaccounts-apart': { findings: [foreign] } }),
    );
    expect(annotations(verdict)[1]).toMatch(
      / title=12 GET .*::2 requirements not met\. Promised \(implied\): .*apart|common/,
    );
  });
});
