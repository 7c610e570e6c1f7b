import { byEndpoint, type EndpointGroup, endpointOf } from './endpoints.ts';
import { forXml } from './escapes.ts';
import { failsGate, isOpen } from './gate.ts';
import type { JudgedRequirement, Verdict } from './verdict.ts';
import { findingText } from './words.ts';

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${forXml(String(value))}"`)
    .join('');

const properties = (values: Readonly<Record<string, string>>): string =>
  `<properties>${Object.entries(values)
    .map(([name, value]) => `<property${attributes({ name, value })}/>`)
    .join('')}</properties>`;

/** What JUnit knows: failed, not executed, left out; a difference outside the gate passes with a note. */
const resultOf = (requirement: JudgedRequirement, gate: Verdict['gate']): string => {
  const { outcome, findings, reason = '' } = requirement;
  const [first] = findings;
  if (failsGate(requirement, gate))
    return `<failure${attributes({ type: first?.code ?? outcome, message: first ? findingText(first) : outcome })}/>`;
  if (isOpen(requirement)) return `<error${attributes({ type: outcome, message: reason })}/>`;
  if (outcome === 'untested') return `<skipped${attributes({ message: reason })}/>`;
  if (outcome === 'waived')
    return `<skipped${attributes({ message: `waived: ${findings.map(findingText).join('; ')}` })}/>`;
  return '';
};

const testCase = (requirement: JudgedRequirement, gate: Verdict['gate']): string => {
  const { id, claim, firmness, outcome, findings } = requirement;
  const classname = `ramp-conformance.${endpointOf(id) ?? 'across-endpoints'}`;
  const notes = findings.map((each) => forXml(findingText(each))).join('\n');
  return [
    `    <testcase${attributes({ classname, name: id, time: '0' })}>`,
    `      ${properties({ requirement: id, claim, firmness, outcome })}`,
    ...[resultOf(requirement, gate)].filter(Boolean).map((result) => `      ${result}`),
    ...(notes === '' ? [] : [`      <system-out>${notes}</system-out>`]),
    '    </testcase>',
  ].join('\n');
};

const totals = (requirements: readonly JudgedRequirement[], gate: Verdict['gate']) => ({
  tests: requirements.length,
  failures: requirements.filter((each) => failsGate(each, gate)).length,
  errors: requirements.filter(isOpen).length,
  skipped: requirements.filter(({ outcome }) => outcome === 'untested' || outcome === 'waived').length,
});

const testSuite = ({ title, requirements }: EndpointGroup, { gate, startedAt }: Verdict): string =>
  [
    `  <testsuite${attributes({ name: title, ...totals(requirements, gate), timestamp: startedAt, time: '0' })}>`,
    ...requirements.map((each) => testCase(each, gate)),
    '  </testsuite>',
  ].join('\n');

/** The common core of JUnit XML: one case a requirement, its outcome as a property beside. */
export const renderJunit = (verdict: Verdict): string => {
  const seconds = (Date.parse(verdict.endedAt) - Date.parse(verdict.startedAt)) / 1000;
  const time = Math.max(0, seconds).toFixed(3);
  const all = totals(verdict.requirements, verdict.gate);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: `ramp-conformance: ${verdict.target.label}`, ...all, time })}>`,
    ...byEndpoint(verdict.requirements).map((group) => testSuite(group, verdict)),
    '</testsuites>',
    '',
  ].join('\n');
};
