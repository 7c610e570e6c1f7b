// The file junit.xml.
import { endpointOf } from '#contract';
import { exchangesOf, findingLines, findingText, promisedText, riskText, seenText, shownRisk } from './finding.ts';
import { headlineOf } from './headline.ts';
import { failsGate, leavesOpen, wasAskedFor } from './outcomes.ts';
import { trafficText, waiverText } from './remarks.ts';
import { capital, firstOf, forMarkup, forMarkupLine, texts } from './text.ts';
import type { JudgedFinding, JudgedRequirement, Verdict } from './verdict.ts';
import { byEndpoint, untestedWords } from './words.ts';

const maxObserved = 3;

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${forMarkup(String(value))}"`)
    .join('');

const properties = (pairs: readonly (readonly [name: string, value: string])[]): string =>
  `<properties>${pairs.map(([name, value]) => `<property${attributes({ name, value })}/>`).join('')}</properties>`;

const exchangeLines = (finding: JudgedFinding): string[] => [
  ...exchangesOf(finding).flatMap(({ lines }) => ['', ...lines]),
  ...(finding.id === undefined ? [] : ['', `Again: ramp-conformance replay ${finding.id}`]),
];

/** Many viewers show only the body of a failure, so the body contains the promise, the request and the answer. */
const failureOf = (requirement: JudgedRequirement): string => {
  const { outcome, findings } = requirement;
  const [first] = findings;
  const what = first ? `${promisedText(requirement)} Seen: ${seenText([first])}` : outcome;
  const risk = first === undefined ? '' : riskText(requirement);
  const message = texts(risk && `${capital(risk)}.`, what).join(' ');
  const lines = [...findingLines(requirement), ...(first ? exchangeLines(first) : [])];
  const text = lines.map(forMarkupLine).join('\n');
  return `<failure${attributes({ type: first?.code ?? outcome, message })}>${text}</failure>`;
};

/** JUnit has failed, error and skipped cases. A difference outside the gate passes with a note. */
const resultOf = (requirement: JudgedRequirement, verdict: Verdict): string => {
  const { outcome, findings, reason = '', untestedBy } = requirement;
  if (failsGate(requirement, verdict.gate)) return failureOf(requirement);
  if (leavesOpen(requirement, verdict)) return `<error${attributes({ type: outcome, message: reason })}/>`;
  if (outcome === 'untested')
    return `<skipped${attributes({ message: texts(untestedBy && untestedWords[untestedBy], reason).join(': ') })}/>`;
  if (outcome === 'waived')
    return `<skipped${attributes({ message: texts('accepted deviation', riskText(requirement), findings.map(findingText).join('; ')).join(': ') })}/>`;
  return '';
};

type Totals = Readonly<Record<'tests' | 'failures' | 'errors' | 'skipped', number>>;

const secondsOf = (ms: number): string => (Math.max(0, ms) / 1000).toFixed(3);

const timeOf = (requirements: readonly JudgedRequirement[]): string =>
  secondsOf(requirements.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0));

const runProperties = (verdict: Verdict, open: readonly JudgedRequirement[]): string => {
  const { target, release, document, profile, gate, seed, harness, runId } = verdict;
  const all = { release, document: document.version, profile, gate, seed, runId };
  const recording = verdict.recording && trafficText(verdict);
  const known = Object.entries({ target: target.label, ...all, harness: harness.version, recording });
  return properties([
    ...known.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const])),
    ...open.map((each) => [each.id, observedText(each)] as const),
  ]);
};

/** The observations of an open question, which no case can pass or fail. */
const observedText = ({ outcome, reason, observations = [] }: JudgedRequirement): string =>
  firstOf([...new Set(observations.map(({ fact }) => fact))], maxObserved) || (reason ?? outcome);

const suite = (
  verdict: Verdict,
  {
    open,
    cases,
    ...named
  }: Totals & { name: string; time: string; open: readonly JudgedRequirement[]; cases: readonly string[] },
): string => {
  const { name, time, ...totals } = named;
  // UTC without a zone, because the strictest schema of JUnit allows no zone.
  const timestamp = verdict.startedAt.slice(0, 19);
  const head = `  <testsuite${attributes({ name, ...totals, timestamp, time })}>`;
  return [head, `    ${runProperties(verdict, open)}`, ...cases, '  </testsuite>'].join('\n');
};

/** A suite for expired waivers and drift that breaks clients: they fail the run, and some gates read only this file. */
const otherSuite = (verdict: Verdict): string[] => {
  const { otherFailures = [] } = verdict;
  if (otherFailures.length === 0) return [];
  const { length } = otherFailures;
  const cases = otherFailures.map((message, index) =>
    [
      `    <testcase${attributes({ classname: 'ramp-conformance.gate', name: `other-failure-${index + 1}`, time: '0' })}>`,
      `      <failure${attributes({ type: 'GATE', message })}/>`,
      '    </testcase>',
    ].join('\n'),
  );
  const totals = { tests: length, failures: length, errors: 0, skipped: 0 };
  return [suite(verdict, { name: 'Waivers and baseline', ...totals, time: '0', open: [], cases })];
};

const testCase = (requirement: JudgedRequirement, verdict: Verdict): string => {
  const { waivers = [] } = verdict;
  const { id, claim, firmness, outcome, findings } = requirement;
  const classname = `ramp-conformance.${endpointOf(id) ?? 'across-endpoints'}`;
  const risk = shownRisk(requirement);
  const own = Object.entries({ requirement: id, claim, level: firmness, outcome, ...(risk && { risk }) });
  const known = waivers.filter((waiver) => waiver.requirement === id);
  const notes = failsGate(requirement, verdict.gate)
    ? ''
    : findings.map((each) => forMarkup(findingText(each))).join('\n');
  return [
    `    <testcase${attributes({ classname, name: id, time: timeOf([requirement]) })}>`,
    `      ${properties([...own, ...known.map((waiver) => ['waiver', waiverText(waiver)] as const)])}`,
    ...[resultOf(requirement, verdict)].filter(Boolean).map((result) => `      ${result}`),
    ...(notes === '' ? [] : [`      <system-out>${notes}</system-out>`]),
    '    </testcase>',
  ].join('\n');
};

const totalsOf = (requirements: readonly JudgedRequirement[], verdict: Verdict): Totals => ({
  tests: requirements.length,
  failures: requirements.filter((each) => failsGate(each, verdict.gate)).length,
  errors: requirements.filter((each) => leavesOpen(each, verdict)).length,
  skipped: requirements.filter((each) => ['untested', 'waived'].includes(each.outcome) && !leavesOpen(each, verdict))
    .length,
});

const casesIn = (requirements: readonly JudgedRequirement[]): JudgedRequirement[] =>
  requirements.filter((each) => each.firmness !== 'silent' && wasAskedFor(each));

/** junit.xml in the common core of the format: one case for each promise or example, with its outcome as a property. */
export function renderJunit(verdict: Verdict): string {
  const time = secondsOf(Date.parse(verdict.endedAt) - Date.parse(verdict.startedAt));
  const others = verdict.otherFailures?.length ?? 0;
  const judged = totalsOf(casesIn(verdict.requirements), verdict);
  const all = { ...judged, tests: judged.tests + others, failures: judged.failures + others };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: headlineOf(verdict), ...all, time })}>`,
    ...byEndpoint(verdict.requirements).flatMap(({ title, requirements }) => {
      const own = casesIn(requirements);
      const open = requirements.filter((each) => each.firmness === 'silent' && wasAskedFor(each));
      if (own.length + open.length === 0) return [];
      const cases = own.map((each) => testCase(each, verdict));
      return [suite(verdict, { name: title, ...totalsOf(own, verdict), time: timeOf(own), cases, open })];
    }),
    ...otherSuite(verdict),
    '</testsuites>',
    '',
  ].join('\n');
}
