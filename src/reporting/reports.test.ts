import { describe, expect, test } from 'vitest';
import { operationIds, requirements } from '#contract';
import { renderEvidence } from './evidence.ts';
import { broken, fewOf, finding, green, hostileReports, hostileVerdict, made } from './example.test.support.ts';
import { markupIn } from './markdown.test.support.ts';
import { annotations, renderSummary } from './summary.ts';

const everywhere = operationIds.map((id) => `${id}/refuses-a-missing-key` as const);

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
    expect(renderSummary(fewOf().verdict)).toMatchInlineSnapshot(`
      "# Does not conform: 1 of 6 promises broken, 2 with no result, 1 not tested.

      sandbox.vendor.example, Cross-Border Ramp Service Interface 1.0.0

      **Next: Send findings.md (in the folder of the reports) to the vendor. Do not go live with this service until a new run conforms.**

      - 6 promises (stated, implied): 2 kept, 1 broken, 1 not tested, 2 with no result
      - 1 example (shown): 1 different
      - 1 open question (silent): 1 observed
      - 1 broken promise, 1 cause
      - no result (no usable answer, or nothing that confirms it): 1 promise
      - no test ran for 1 promise
      - not tested, because the settings leave this out: 1 promise
      - For the vendor: \`findings.md\` has the request and the answer of each finding, and can be sent as it is.

      ## Broken promises: refusals and errors

      - Promised: **An asset that is not listed gets 400 Bad Request with statusCode, message, timestamp and error.**
        Seen: HTTP 201, expected 400
        - Endpoint 6 Initiate onramp: POST /v2/ramp/{subaccountId}/banking/onramp/initiate, {"to":{"asset":"&lt;text(4)\\#aa01&gt;"}}
        - medium; onramp.initiate/refuses-an-unlisted-asset; again: \`ramp-conformance replay mwwv-dchz\`

      ## Differences from the examples, which break no promise: orders and money

      - Shown as an example: **Where all fees are in one currency, the total is their sum.**
        Seen: \`$.pricing.fees.total_fees\`: decimal(2), expected the sum
        - Endpoint 6 Initiate onramp: POST /v2/ramp/{subaccountId}/banking/onramp/initiate
        - critical; onramp.initiate/adds-up-its-fees; again: \`ramp-conformance replay qqgt-kcnz\`

      ## No result

      - 1 promise: NO_TEST_RAN: no test of it ran: onramp.initiate/nets-at-most-the-gross
      - 1 promise: TRANSPORT_TIMEOUT: no answer within 10 s: onramp.initiate/has-a-positive-rate

      ## Not tested

      - 1 promise: the settings leave this out: RAMP_MONEY_HOST is not set: onramp.initiate/echoes-the-amount

      <details><summary>By endpoint</summary>

      | endpoint | kept | broken | not tested | no result | differ | observed |
      | --- | ---: | ---: | ---: | ---: | ---: | ---: |
      | 6 POST /v2/ramp/{subaccountId}/banking/onramp/initiate |  | 1 | 1 | 2 | 1 | 1 |
      | 11 GET /v1/ramp/{subaccountId}/banking/withdrawals/{withdrawalId} | 1 |  |  |  |  |  |
      | Across endpoints | 1 |  |  |  |  |  |

      </details>

      <details><summary>The run</summary>

      sandbox, profile gate, seed -1234567890, gate implied, harness 0.1.0, exit code 1; 420 requests (1 sent again); 2026-11-21T02:00:00.000Z to 2026-11-21T02:00:30.500Z

      </details>
      "
    `);
  });

  test('fits a comment on a pull request, and closes what it opens', () => {
    const findings = Array.from({ length: 20 }, (_, at) => finding({ code: `C${at}`, expected: 'x'.repeat(500) }));
    const some = requirements.filter((_, at) => at % 8 === 0).map(({ id }) => [id, { findings }]);
    const text = renderSummary(made({ reports: Object.fromEntries(some) }));
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

describe('annotations', () => {
  test('are one an endpoint and eight at most, each one line', () => {
    const lines = annotations(made({ reports: Object.assign({}, ...everywhere.map((id) => broken(id))) }));
    expect(lines).toHaveLength(8);
    expect(lines[0]).toMatch(/^::error title=ramp-conformance::Does not conform: /);
    expect(annotations(green)).toEqual([expect.stringMatching(/^::notice title=ramp-conformance::Conforms: /)]);
    for (const line of [...lines, ...annotations(hostileVerdict)])
      expect(line).toMatch(/^::error title=[^:\n]*::[^\n]+$/);
  });

  test('begin with the gravest, whatever the endpoint: only some of them are shown', () => {
    const lesser = operationIds.map((operation) => broken(`${operation}/refuses-a-missing-key`, { operation }));
    const foreign = { code: 'FOREIGN_ITEM', operation: 'conversion.list', where: '$.data[3].id' } as const;
    const reports = Object.assign({}, ...lesser, broken('conversion.list/keeps-subaccounts-apart', foreign));
    expect(annotations(made({ reports }))[1]).toMatch(
      / title=12 GET .*::2 requirements not met\. Promised \(implied\): .*apart|common/,
    );
  });
});
