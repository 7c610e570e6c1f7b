import { LabelName, type Link, Severity, Status, type TestResult } from 'allure-js-commons';
import { type DriftClass, driftClasses, endpointNames, type FactChange } from '#baseline';
import { endpointOf, operationIds } from '#contract';
import { plural } from '../counting.ts';
import { titleOf } from '../endpoints.ts';
import { waiverText } from '../remarks.ts';
import { shorten } from '../sanitise.ts';
import type { BaselineComparison, KnownWaiver, Verdict } from '../verdict.ts';
import { resultOf, suiteLabels } from './requirement-result.ts';

/** A result for something other than a requirement. Its name is its identity from run to run. */
interface ExtraResult {
  readonly id: string;
  readonly name: string;
  readonly status: Status.PASSED | Status.FAILED | Status.SKIPPED;
  readonly severity: Severity;
  readonly message: string;
  readonly epic: string;
  readonly feature: string;
  readonly story: string;
  readonly label: { readonly name: string; readonly value: string };
  readonly links: Link[];
}

const driftRatings: Readonly<Record<DriftClass, Pick<ExtraResult, 'status' | 'severity'>>> = {
  breaking: { status: Status.FAILED, severity: Severity.CRITICAL },
  risky: { status: Status.FAILED, severity: Severity.NORMAL },
  additive: { status: Status.PASSED, severity: Severity.MINOR },
  reported: { status: Status.PASSED, severity: Severity.TRIVIAL },
  'evidence lost': { status: Status.SKIPPED, severity: Severity.MINOR },
};

/** Most changes of an endpoint that are listed; the compliance page has all. */
const maxChanges = 60;

const changesText = (changes: readonly FactChange[]): string => {
  const left = changes.length - maxChanges;
  return [
    ...changes
      .slice(0, maxChanges)
      .map((change) => `${change.class}: ${change.fact}: accepted ${change.accepted}, actual ${change.met}`),
    ...(left > 0 ? [`and ${plural(left, 'more change')}`] : []),
  ]
    .map((line) => shorten(line, 500))
    .join('\n');
};

/** An endpoint as a whole, also without a change: so the next report shows which drift is new and which is gone. */
const ofEndpoint = (endpoint: string, { name, changes: all }: BaselineComparison): ExtraResult => {
  const changes = driftClasses.flatMap((drift) =>
    all.filter((change) => change.endpoint === endpoint && change.class === drift),
  );
  const heaviest = changes[0]?.class;
  return {
    id: `baseline/${name}/${endpoint}`,
    name: shorten(`${endpoint} matches the baseline ${name}.`, 300),
    ...(heaviest ? driftRatings[heaviest] : { status: Status.PASSED, severity: Severity.NORMAL }),
    message: changesText(changes),
    epic: 'Baseline',
    feature: titleOf(operationIds.find((id) => id === endpoint)),
    story: heaviest ?? 'no drift',
    label: { name: 'drift', value: heaviest ?? 'none' },
    links: [],
  };
};

const waiverStatuses: Readonly<Record<NonNullable<KnownWaiver['state']>, ExtraResult['status']>> = {
  'in force': Status.PASSED,
  expiring: Status.PASSED,
  expired: Status.FAILED,
  stale: Status.FAILED,
  'not evaluated': Status.SKIPPED,
};

const ofWaiver = (waiver: KnownWaiver): ExtraResult => {
  const { id, requirement, finding, where, state = 'in force' } = waiver;
  return {
    id: `waiver/${id}`,
    name: shorten(`Waiver ${id} is in force and needed: ${finding} at ${where} of ${requirement}.`, 300),
    status: waiverStatuses[state],
    severity: Severity.NORMAL,
    message: shorten(waiverText(waiver), 1000),
    epic: 'Waivers',
    feature: titleOf(endpointOf(requirement)),
    story: state,
    label: { name: 'waiver', value: id },
    links: [],
  };
};

/** It took no time, and stands after all requirements. */
const extraResult = (extra: ExtraResult, { target, release, endedAt }: Verdict): Partial<TestResult> => {
  const { epic, story, severity, label, ...shown } = extra;
  const at = Date.parse(endedAt);
  return resultOf({
    ...shown,
    target,
    labels: [
      { name: LabelName.EPIC, value: epic },
      { name: LabelName.FEATURE, value: shown.feature },
      { name: LabelName.STORY, value: story },
      { name: LabelName.SEVERITY, value: severity },
      ...suiteLabels(target, shown.feature, epic),
      label,
      { name: 'target', value: target.label },
      ...(release === undefined ? [] : [{ name: 'release', value: release }]),
    ],
    start: at,
    stop: at,
  });
};

/** Every endpoint against the accepted baseline, and every waiver that the run was given. */
const extrasOf = ({ baseline, waivers = [] }: Pick<Verdict, 'baseline' | 'waivers'>): ExtraResult[] => {
  const endpoints = baseline ? endpointNames.map((endpoint) => ofEndpoint(endpoint, baseline)) : [];
  return [...endpoints, ...waivers.map(ofWaiver)];
};

export const extraResultsOf = (verdict: Verdict): Partial<TestResult>[] =>
  extrasOf(verdict).map((extra) => extraResult(extra, verdict));

/** How they ended, by their identity. */
export const otherStatuses = (verdict: Verdict): (readonly [id: string, ExtraResult['status']])[] =>
  extrasOf(verdict).map(({ id, status }) => [id, status]);
