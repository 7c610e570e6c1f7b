// Test results of a run in Allure's form.
import { createHash } from 'node:crypto';
import { LabelName, type Link, Severity, Stage, Status, type TestResult } from 'allure-js-commons';
import {
  endpointOf,
  type Firmness,
  isRequirementId,
  operationIds,
  type Risk,
  requirementOf,
  type Tag,
} from '#contract';
import { type DriftClass, driftClasses, endpointNames } from '#facts';
import type { Outcome } from '#run';
import { partOf } from '../causes.ts';
import {
  askedText,
  escaped,
  findingLines,
  lettersOf,
  promisedText,
  requestLines,
  riskText,
  seenText,
  shownRisk,
  sinceText,
} from '../finding.ts';
import { anchorOf } from '../page.ts';
import { onlyObserved, waiverText } from '../remarks.ts';
import { codeBlock, codeSpan, firstOf, forMarkdown, plural, shorten, texts, webPage } from '../text.ts';
import type {
  BaselineComparison,
  JudgedFinding,
  JudgedRequirement,
  KnownWaiver,
  ProofSummary,
  Verdict,
} from '../verdict.ts';
import { brokenPromise, endpointsText, parts, titleOf } from '../words.ts';

interface Label {
  readonly name: string;
  readonly value: string;
}

const epics: Readonly<Record<Firmness, string>> = {
  stated: 'Stated',
  implied: 'Implied',
  shown: 'Shown',
  silent: 'Open questions',
};

const tagOf = (id: string): Tag | 'other' => (isRequirementId(id) ? requirementOf(id).tag : 'other');

const severities: Readonly<Record<Risk, Severity>> = {
  critical: Severity.BLOCKER,
  high: Severity.CRITICAL,
  medium: Severity.NORMAL,
  low: Severity.MINOR,
};

/** A requirement of level `silent` cannot be broken. */
const severityOf = (requirement: JudgedRequirement): Severity =>
  requirement.firmness === 'silent' ? Severity.TRIVIAL : severities[shownRisk(requirement) ?? 'medium'];

const waiversOf = ({ findings }: JudgedRequirement): string[] => [
  ...new Set(findings.flatMap(({ waiver }) => waiver ?? [])),
];

/** An id that stays the same in each run of one target, and differs between targets. */
export function identityOf(id: string, target: Pick<Verdict['target'], 'label'>): string {
  return lettersOf(createHash('sha256').update(`${target.label}\n${id}`).digest(), 16);
}

/** Allure 2, Jenkins and TestOps group results by these labels. */
const suiteLabels = (target: Pick<Verdict['target'], 'label'>, suite: string, subSuite: string): Label[] => [
  { name: LabelName.PARENT_SUITE, value: target.label },
  { name: LabelName.SUITE, value: suite },
  { name: LabelName.SUB_SUITE, value: subSuite },
];

/** The labels by which Allure groups, filters and ranks a requirement. */
export function labelsOf(
  requirement: JudgedRequirement,
  { target, release }: Pick<Verdict, 'release'> & { readonly target: Pick<Verdict['target'], 'label'> },
): Label[] {
  const { id, firmness, outcome } = requirement;
  const tag = tagOf(id);
  return [
    { name: 'part', value: partOf(requirement)[0] },
    { name: LabelName.EPIC, value: epics[firmness] },
    { name: LabelName.FEATURE, value: titleOf(endpointOf(id)) },
    { name: LabelName.STORY, value: tag },
    { name: LabelName.SEVERITY, value: severityOf(requirement) },
    ...suiteLabels(target, titleOf(endpointOf(id)), epics[firmness]),
    ...[firmness, tag].map((value) => ({ name: LabelName.TAG, value })),
    ...(outcome === 'drifts' ? [{ name: LabelName.TAG, value: 'drift' }] : []),
    { name: 'requirement', value: id },
    { name: 'level', value: firmness },
    { name: 'outcome', value: outcome },
    { name: 'target', value: target.label },
    ...(release === undefined ? [] : [{ name: 'release', value: release }]),
    ...waiversOf(requirement).map((value) => ({ name: 'waiver', value })),
  ];
}

const ticketsOf = ({ findings }: JudgedRequirement, { waivers = [] }: Verdict): Link[] => {
  const ids = new Set(findings.map(({ waiver }) => waiver));
  return waivers
    .filter(({ id }) => ids.has(id))
    .flatMap(({ id, ticket = '' }) =>
      webPage(ticket) === undefined ? [] : [{ name: `ticket of waiver ${id}`, url: ticket, type: 'issue' }],
    );
};

/** This relative link works in our own report, which lies beside the page. Other reports may lie in any folder. */
export function requirementLink(id: string): Link {
  return { name: id, url: `../compliance.html#${anchorOf(id)}`, type: 'requirement' };
}

/** Links to the CI job and to the tickets of waivers. They work from any folder. */
const linksOf = (requirement: JudgedRequirement, verdict: Verdict): Link[] => [
  ...[webPage(verdict.ci?.url)].flatMap((url) =>
    url === undefined ? [] : [{ name: verdict.ci?.job ?? 'CI job', url, type: 'link' }],
  ),
  ...ticketsOf(requirement, verdict),
];

export const statuses: Readonly<Record<Outcome, Status>> = {
  conforms: Status.PASSED,
  drifts: Status.PASSED,
  observed: Status.PASSED,
  deviates: Status.FAILED,
  waived: Status.FAILED,
  untested: Status.SKIPPED,
  'no-result': Status.BROKEN,
};

/** Allure 2 finds categories only by their messages, so each message begins with this text or with `brokenPromise`. */
export const waivedPromise = 'Accepted deviation';

export function messageOf(requirement: JudgedRequirement): string {
  const { outcome, reason, findings, firmness } = requirement;
  return texts(
    outcome === 'deviates' && `${texts(`${brokenPromise} (${firmness})`, riskText(requirement)).join(', ')}:`,
    outcome === 'waived' && `${texts(waivedPromise, riskText(requirement)).join(', ')}:`,
    outcome === 'drifts' && findings.length > 0 && 'Differs from what the document only shows:',
    outcome === 'observed' && onlyObserved,
    reason,
    ...findingLines(requirement),
  ).join('\n');
}

const maxNamed = 8;

/** One line about the faults that the check detected; undefined if `prove` has no row for this requirement. */
const proofTextOf = (id: string, { matrix }: ProofSummary): string | undefined => {
  const row = Object.entries(matrix[id] ?? {});
  if (row.length === 0) return undefined;
  const detected = row.filter(([, result]) => result === 'killed').map(([fault]) => fault);
  const undetected = row.filter(([, result]) => result === 'survived').map(([fault]) => fault);
  const missed = undetected.length > 0 ? `; missed: ${firstOf(undetected, maxNamed)}` : '';
  return `Proof: the check detected ${detected.length} of ${row.length} planted faults (${firstOf(detected, maxNamed)})${missed}`;
};

const maxLines = 3;

const againText = (finding: JudgedFinding): string => {
  const { code, id, curl, request } = finding;
  const seen = seenText([escaped(finding)], codeSpan);
  return [
    texts(`${codeSpan(code)} Seen: ${forMarkdown(askedText(finding))}: ${seen}`, sinceText(finding)).join('; '),
    ...(request === undefined ? [] : [codeBlock('http', requestLines(request)).join('\n')]),
    ...(id === undefined ? [] : [`Again: \`ramp-conformance replay ${id}\`${curl ? ', or in a shell:' : ''}`]),
    ...(curl === undefined ? [] : [codeBlock('sh', [curl]).join('\n')]),
  ].join('\n\n');
};

export function descriptionOf(requirement: JudgedRequirement, proof?: ProofSummary): string {
  const { id, section, endpoints, outcome, findings, observations = [] } = requirement;
  const shown = proof && proofTextOf(id, proof);
  return [
    `**${forMarkdown(promisedText(requirement))}**`,
    `${forMarkdown(id)}: ${outcome}. ${forMarkdown(section)}; ${endpointsText(endpoints)}.`,
    ...findings.slice(0, maxLines).map(againText),
    ...observations.map(({ operation, situation, fact }) => `- ${forMarkdown(`${operation}, ${situation}: ${fact}`)}`),
    ...(shown === undefined ? [] : [forMarkdown(shown)]),
  ].join('\n\n');
}

interface ResultContext {
  readonly verdict: Verdict;
  readonly proof: ProofSummary | undefined;
  /** The position of the requirement in the report. */
  readonly place: number;
}

/**
 * The position becomes the start time, because Allure orders results by start time. Allure's charts accept only whole
 * milliseconds.
 */
const timesOf = ({ durationMs = 0 }: JudgedRequirement, { verdict, place }: ResultContext) => {
  const began = Date.parse(verdict.startedAt);
  const step = (Date.parse(verdict.endedAt) - began) / verdict.requirements.length;
  const start = began + Math.floor(place * Math.max(1, step));
  return { start, stop: start + Math.round(durationMs) };
};

interface Shown extends Pick<TestResult, 'name' | 'status' | 'labels' | 'links' | 'start' | 'stop'> {
  readonly id: string;
  readonly target: Pick<Verdict['target'], 'label'>;
  readonly feature: string;
  readonly message: string;
  readonly description?: string;
}

const resultOf = ({ id, target, feature, message, ...shown }: Shown): Partial<TestResult> => ({
  ...shown,
  fullName: id,
  testCaseId: identityOf(id, target),
  historyId: identityOf(id, target),
  titlePath: [feature],
  stage: Stage.FINISHED,
  statusDetails: message === '' ? {} : { message },
});

/** A result for each requirement. It has no stack trace and no host name, and takes from Vitest only the duration. */
export function requirementResult(requirement: JudgedRequirement, context: ResultContext): Partial<TestResult> {
  return resultOf({
    id: requirement.id,
    target: context.verdict.target,
    name: requirement.claim,
    feature: titleOf(endpointOf(requirement.id)),
    status: statuses[requirement.outcome],
    message: messageOf(requirement),
    description: descriptionOf(requirement, context.proof),
    labels: labelsOf(requirement, context.verdict),
    links: linksOf(requirement, context.verdict),
    ...timesOf(requirement, context),
  });
}

/** A result that is no requirement. Its name identifies it from run to run. */
interface ExtraResult extends Pick<Shown, 'id' | 'name' | 'message' | 'feature'> {
  readonly status: Status.PASSED | Status.FAILED | Status.SKIPPED;
  readonly severity: Severity;
  readonly epic: string;
  readonly story: string;
  readonly label: Label;
}

const driftRatings: Readonly<Record<DriftClass, Pick<ExtraResult, 'status' | 'severity'>>> = {
  breaks: { status: Status.FAILED, severity: Severity.CRITICAL },
  changed: { status: Status.PASSED, severity: Severity.NORMAL },
  more: { status: Status.PASSED, severity: Severity.MINOR },
  least: { status: Status.PASSED, severity: Severity.TRIVIAL },
  unseen: { status: Status.SKIPPED, severity: Severity.MINOR },
};

const maxChanges = 60;

const changesText = (changes: BaselineComparison['changes']): string => {
  const left = changes.length - maxChanges;
  const lines = changes
    .slice(0, maxChanges)
    .map((change) => `${change.class}: ${change.fact}: accepted ${change.accepted}, actual ${change.met}`);
  return texts(...lines.map((line) => shorten(line, 500)), left > 0 && `and ${plural(left, 'more change')}`).join('\n');
};

/**
 * Each endpoint has a result, with or without changes. So Allure's next report can show new drift, and drift that is
 * gone.
 */
const endpointResult = (endpoint: string, { name, changes: all }: BaselineComparison): ExtraResult => {
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
  };
};

const waiverStatuses: Readonly<Record<NonNullable<KnownWaiver['state']>, ExtraResult['status']>> = {
  'in force': Status.PASSED,
  expiring: Status.PASSED,
  expired: Status.FAILED,
  stale: Status.FAILED,
  'not evaluated': Status.SKIPPED,
};

const waiverResult = (waiver: KnownWaiver): ExtraResult => {
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
  };
};

/** Such a result has no duration, and starts after all requirements. */
const extraResult = (extra: ExtraResult, { target, release, endedAt }: Verdict): Partial<TestResult> => {
  const { epic, story, severity, label, ...shown } = extra;
  const at = Date.parse(endedAt);
  return resultOf({
    ...shown,
    target,
    links: [],
    labels: [
      { name: 'part', value: epic === 'Waivers' ? parts.waivers : parts.changes },
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

const extrasOf = ({ baseline, waivers = [] }: Pick<Verdict, 'baseline' | 'waivers'>): ExtraResult[] => {
  const endpoints = baseline ? endpointNames.map((endpoint) => endpointResult(endpoint, baseline)) : [];
  return [...endpoints, ...waivers.map(waiverResult)];
};

export function extraResultsOf(verdict: Verdict): Partial<TestResult>[] {
  return extrasOf(verdict).map((extra) => extraResult(extra, verdict));
}

/** The status of each result that is no requirement, by its identity. */
export function otherStatuses(verdict: Verdict): (readonly [id: string, ExtraResult['status']])[] {
  return extrasOf(verdict).map(({ id, status }) => [id, status]);
}
