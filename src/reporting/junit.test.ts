import { expect, test } from 'vitest';
import type { RequirementId } from '#contract';
import {
  broken,
  fewOf,
  finding,
  hostile,
  ids,
  made,
  mixedReports,
  reportsWith,
  untestedBy,
  verdictOn,
} from './example.test.support.ts';
import { renderJunit } from './junit.ts';
import type { KnownWaiver } from './verdict.ts';

const waiverOf = (state: NonNullable<KnownWaiver['state']>, requirement: string): KnownWaiver => ({
  id: `W-${state.replaceAll(' ', '-')}`,
  requirement,
  finding: 'WRONG_STATUS',
  where: 'status',
  reason: 'fixed in June',
  owner: 'Ann',
  approvedBy: 'Bob',
  expires: '2026-12-31',
  daysLeft: 40,
  state,
});

/** How the case of this requirement ended: its result, and what follows in its place. */
const endOf = (text: string, id: string): string => {
  const [, after = expect.unreachable()] = text.split(` name="${id}" `);
  const [own = ''] = after.split('</testcase>');
  return own.split('</properties>')[1]?.trim() || 'passed';
};

test('a run has a suite an endpoint, and each outcome in the words of JUnit', () => {
  const waived = 'withdrawal.read/masks-the-address';
  const reports = mixedReports().map((report) => ({
    ...report,
    durationMs: 1500,
    ...(report.requirement === waived && { findings: [finding()] }),
  }));
  const { verdict } = fewOf(reports, {
    release: '2.15',
    waivers: {
      given: [waiverOf('in force', waived), waiverOf('not evaluated', ids.implied), waiverOf('stale', ids.silent)],
      covers: (requirement) => (requirement === waived ? 'W-in-force' : undefined),
    },
    otherFailures: ['waiver W-stale is stale'],
  });
  expect(renderJunit(verdict)).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="Does not conform: 1 of 6 promises broken, 1 accepted, 2 with no result, 1 not tested. sandbox.vendor.example, release 2.15, Cross-Border Ramp Service Interface 1.0.0" tests="8" failures="2" errors="2" skipped="2" time="30.500">
      <testsuite name="6 POST /v2/ramp/{subaccountId}/banking/onramp/initiate" tests="5" failures="1" errors="2" skipped="1" timestamp="2026-11-21T02:00:00" time="6.000">
        <properties><property name="target" value="sandbox.vendor.example"/><property name="release" value="2.15"/><property name="document" value="1.0.0"/><property name="profile" value="gate"/><property name="gate" value="implied"/><property name="seed" value="-1234567890"/><property name="runId" value="ntmp-pmcm"/><property name="harness" value="0.1.0"/><property name="onramp.initiate/success-status" value="201"/></properties>
        <testcase classname="ramp-conformance.onramp.initiate" name="onramp.initiate/echoes-the-amount" time="1.500">
          <properties><property name="requirement" value="onramp.initiate/echoes-the-amount"/><property name="claim" value="The source amount of the answer is the amount of the order."/><property name="level" value="implied"/><property name="outcome" value="untested"/><property name="risk" value="critical"/><property name="waiver" value="waiver W-not-evaluated not evaluated, until 2026-12-31, owner Ann, approved by Bob: fixed in June"/></properties>
          <skipped message="the settings leave this out: RAMP_MONEY_HOST is not set"/>
        </testcase>
        <testcase classname="ramp-conformance.onramp.initiate" name="onramp.initiate/nets-at-most-the-gross" time="0.000">
          <properties><property name="requirement" value="onramp.initiate/nets-at-most-the-gross"/><property name="claim" value="The net amount is at most the gross amount, and above zero where the gross amount is above the fees."/><property name="level" value="implied"/><property name="outcome" value="no-result"/><property name="risk" value="critical"/></properties>
          <error type="no-result" message="NO_TEST_RAN: no test of it ran"/>
        </testcase>
        <testcase classname="ramp-conformance.onramp.initiate" name="onramp.initiate/has-a-positive-rate" time="1.500">
          <properties><property name="requirement" value="onramp.initiate/has-a-positive-rate"/><property name="claim" value="The exchange rate is above zero."/><property name="level" value="implied"/><property name="outcome" value="no-result"/><property name="risk" value="critical"/></properties>
          <error type="no-result" message="TRANSPORT_TIMEOUT: no answer within 10 s"/>
        </testcase>
        <testcase classname="ramp-conformance.onramp.initiate" name="onramp.initiate/adds-up-its-fees" time="1.500">
          <properties><property name="requirement" value="onramp.initiate/adds-up-its-fees"/><property name="claim" value="Where all fees are in one currency, the total is their sum."/><property name="level" value="shown"/><property name="outcome" value="drifts"/><property name="risk" value="critical"/></properties>
          <system-out>RULE_BROKEN onramp.initiate $.pricing.fees.total_fees: decimal(2), expected the sum [replay qqgt-kcnz]</system-out>
        </testcase>
        <testcase classname="ramp-conformance.onramp.initiate" name="onramp.initiate/refuses-an-unlisted-asset" time="1.500">
          <properties><property name="requirement" value="onramp.initiate/refuses-an-unlisted-asset"/><property name="claim" value="An asset that is not listed gets 400 Bad Request with statusCode, message, timestamp and error."/><property name="level" value="stated"/><property name="outcome" value="deviates"/><property name="risk" value="medium"/></properties>
          <failure type="WRONG_STATUS" message="Medium risk. Promised: An asset that is not listed gets 400 Bad Request with statusCode, message, timestamp and error. Seen: HTTP 201, expected 400">Promised: An asset that is not listed gets 400 Bad Request with statusCode, message, timestamp and error.
    Seen: POST /v2/ramp/{subaccountId}/banking/onramp/initiate, {&quot;to&quot;:{&quot;asset&quot;:&quot;&lt;text(4)#aa01&gt;&quot;}}
      WRONG_STATUS onramp.initiate HTTP 201, expected 400 [replay mwwv-dchz]

    Again: ramp-conformance replay mwwv-dchz</failure>
        </testcase>
      </testsuite>
      <testsuite name="11 GET /v1/ramp/{subaccountId}/banking/withdrawals/{withdrawalId}" tests="1" failures="0" errors="0" skipped="1" timestamp="2026-11-21T02:00:00" time="1.500">
        <properties><property name="target" value="sandbox.vendor.example"/><property name="release" value="2.15"/><property name="document" value="1.0.0"/><property name="profile" value="gate"/><property name="gate" value="implied"/><property name="seed" value="-1234567890"/><property name="runId" value="ntmp-pmcm"/><property name="harness" value="0.1.0"/></properties>
        <testcase classname="ramp-conformance.withdrawal.read" name="withdrawal.read/masks-the-address" time="1.500">
          <properties><property name="requirement" value="withdrawal.read/masks-the-address"/><property name="claim" value="The masked address hides more than two characters of the full address."/><property name="level" value="stated"/><property name="outcome" value="waived"/><property name="risk" value="high"/><property name="waiver" value="waiver W-in-force in force, until 2026-12-31, owner Ann, approved by Bob: fixed in June"/></properties>
          <skipped message="accepted deviation: high risk: WRONG_STATUS onramp.initiate HTTP 201, expected 400 [replay kkvv-dwqw] [waiver W-in-force]"/>
          <system-out>WRONG_STATUS onramp.initiate HTTP 201, expected 400 [replay kkvv-dwqw] [waiver W-in-force]</system-out>
        </testcase>
      </testsuite>
      <testsuite name="Across endpoints" tests="1" failures="0" errors="0" skipped="0" timestamp="2026-11-21T02:00:00" time="1.500">
        <properties><property name="target" value="sandbox.vendor.example"/><property name="release" value="2.15"/><property name="document" value="1.0.0"/><property name="profile" value="gate"/><property name="gate" value="implied"/><property name="seed" value="-1234567890"/><property name="runId" value="ntmp-pmcm"/><property name="harness" value="0.1.0"/></properties>
        <testcase classname="ramp-conformance.across-endpoints" name="errors/carry-a-message" time="1.500">
          <properties><property name="requirement" value="errors/carry-a-message"/><property name="claim" value="The message of an error body is a string."/><property name="level" value="stated"/><property name="outcome" value="conforms"/><property name="risk" value="medium"/></properties>
        </testcase>
      </testsuite>
      <testsuite name="Waivers and baseline" tests="1" failures="1" errors="0" skipped="0" timestamp="2026-11-21T02:00:00" time="0">
        <properties><property name="target" value="sandbox.vendor.example"/><property name="release" value="2.15"/><property name="document" value="1.0.0"/><property name="profile" value="gate"/><property name="gate" value="implied"/><property name="seed" value="-1234567890"/><property name="runId" value="ntmp-pmcm"/><property name="harness" value="0.1.0"/></properties>
        <testcase classname="ramp-conformance.gate" name="other-failure-1" time="0">
          <failure type="GATE" message="waiver W-stale is stale"/>
        </testcase>
      </testsuite>
    </testsuites>
    "
  `);
});

test('a failed case has the request and the answer, both where two records disagree', () => {
  const request = { at: '2026-11-21T02:00:01.000Z', method: 'GET', path: '/v1/<the offramp>', headers: {} };
  const answer = { status: 200, id: 'x-request-id: 4f1c', body: '{\n  "id": "<uuid#1>"\n}' };
  const against = { request: { ...request, path: '/v1/list' }, answer: { status: 206 } };
  expect(endOf(renderJunit(made({ reports: broken(ids.stated, { request, answer, against }) })), ids.stated)).toContain(
    '\n\nGET /v1/list\n\nHTTP 206\n\nGET /v1/&lt;the offramp&gt;\n\nHTTP 200\nx-request-id: 4f1c\n\n{\n  &quot;id&quot;: &quot;&lt;uuid#1&gt;&quot;\n}\n\nAgain: ',
  );
});

test('a narrowed run has the cases of its selection alone', () => {
  const selected = new Set<RequirementId>([ids.stated, ids.silent]);
  const text = renderJunit(
    verdictOn(
      reportsWith().filter(({ requirement }) => selected.has(requirement)),
      { selected },
    ),
  );
  expect(text.match(/(?<=<testcase classname="\S+ name=")[^"]+/g)).toEqual([ids.stated]);
  expect(text.match(/<testsuite /g)).toHaveLength(1);
});

test('a deviation outside the gate passes with a note', () => {
  const text = renderJunit(made({ reports: broken(ids.implied), results: { gate: 'stated' } }));
  expect(endOf(text, ids.implied)).toMatch(/^<system-out>WRONG_STATUS .*<\/system-out>$/);
});

test('a blocked requirement, and a required one without a test, is an error: this file alone may be the gate', () => {
  const [kept, left] = [untestedBy('service', 'refused'), untestedBy('user', 'no role')];
  const reports = { [ids.stated]: kept, [ids.implied]: left, [ids.shown]: kept };
  const endsOf = (required?: ReadonlySet<RequirementId>) => {
    const text = renderJunit(made({ reports, results: { required } }));
    return [ids.stated, ids.implied, ids.shown].map((id) => endOf(text, id).slice(1, 8).trim());
  };
  expect(endsOf()).toEqual(['error t', 'skipped', 'skipped']);
  expect(endsOf(new Set([ids.implied]))).toEqual(['error t', 'error t', 'skipped']);
});

test('hostile text stays text, and has no character that XML 1.0 forbids', () => {
  const reports = {
    ...broken(ids.stated, { where: `$.${hostile}`, expected: hostile, observed: hostile }),
    [ids.implied]: { reasons: untestedBy('user', hostile).reasons },
  };
  const text = renderJunit(made({ reports, results: { crashed: [hostile], otherFailures: [hostile] } }));
  expect(text).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|&(?!(?:amp|lt|gt|quot|apos);)/u);
  expect(endOf(text, ids.implied)).toMatchInlineSnapshot(
    `"<skipped message="the settings leave this out: =HYPERLINK(&quot;http://evil.example&quot;)&lt;img src=x onerror=alert(1)&gt;\\u{1b}]0;x\\u{7}\\u{202e}|\`*_[a](javascript:b)\\u{d800} ⏎ ::error::owned # #[error]owned # #vso[x] ]]&gt; &amp;amp; \\u{fffe}"/>"`,
  );
});
