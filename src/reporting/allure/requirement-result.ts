import { createHash } from 'node:crypto';
import { LabelName, type Link, Severity, Stage, Status, type TestResult } from 'allure-js-commons';
import { endpointOf, type Firmness, isRequirementId, type Outcome, requirementOf, type Tag } from '#contract';
import { anchorOf } from '../compliance/markup.ts';
import { firstOf, texts } from '../counting.ts';
import { endpointsText, titleOf } from '../endpoints.ts';
import { lettersOf } from '../merged-findings.ts';
import type { ProofSummary } from '../proof-file.ts';
import { onlyObserved } from '../remarks.ts';
import { codeBlock, forMarkdown } from '../sanitise.ts';
import type { JudgedRequirement, Verdict } from '../verdict.ts';
import { type FindingView, findingLines, viewsOf } from '../view.ts';

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

const severityOf = (firmness: Firmness, tag: string): Severity => {
  if (firmness === 'silent') return Severity.MINOR;
  if (tag === 'authentication' || tag === 'money') return Severity.BLOCKER;
  return firmness === 'stated' ? Severity.CRITICAL : Severity.NORMAL;
};

const waiversOf = ({ findings }: JudgedRequirement): string[] => [
  ...new Set(findings.map(({ waiver }) => waiver).filter((waiver) => waiver !== undefined)),
];

/** Stays from run to run, and is another one for another target. */
export const identityOf = (id: string, target: Pick<Verdict['target'], 'label'>): string =>
  lettersOf(createHash('sha256').update(`${target.label}\n${id}`).digest(), 16);

/** How Allure 2, Jenkins and TestOps group. */
export const suiteLabels = (target: Pick<Verdict['target'], 'label'>, suite: string, subSuite: string): Label[] => [
  { name: LabelName.PARENT_SUITE, value: target.label },
  { name: LabelName.SUITE, value: suite },
  { name: LabelName.SUB_SUITE, value: subSuite },
];

/** The labels by which Allure groups, filters and ranks a requirement. */
export const labelsOf = (
  requirement: JudgedRequirement,
  { target, release }: Pick<Verdict, 'release'> & { readonly target: Pick<Verdict['target'], 'label'> },
): Label[] => {
  const { id, firmness, outcome } = requirement;
  const tag = tagOf(id);
  return [
    { name: LabelName.EPIC, value: epics[firmness] },
    { name: LabelName.FEATURE, value: titleOf(endpointOf(id)) },
    { name: LabelName.STORY, value: tag },
    { name: LabelName.SEVERITY, value: severityOf(firmness, tag) },
    ...suiteLabels(target, titleOf(endpointOf(id)), epics[firmness]),
    ...[firmness, tag].map((value) => ({ name: LabelName.TAG, value })),
    ...(outcome === 'drifts' ? [{ name: LabelName.TAG, value: 'drift' }] : []),
    { name: 'requirement', value: id },
    { name: 'firmness', value: firmness },
    { name: 'outcome', value: outcome },
    { name: 'target', value: target.label },
    ...(release === undefined ? [] : [{ name: 'release', value: release }]),
    ...waiversOf(requirement).map((value) => ({ name: 'waiver', value })),
  ];
};

const ticketsOf = ({ findings }: JudgedRequirement, { waivers = [] }: Verdict): Link[] => {
  const ids = new Set(findings.map(({ waiver }) => waiver));
  return waivers
    .filter(({ id }) => ids.has(id))
    .flatMap(({ id, ticket = '' }) =>
      /^https:\/\//.test(ticket) ? [{ name: `ticket of waiver ${id}`, url: ticket, type: 'issue' }] : [],
    );
};

/** From the folder of a report of ours, beside which the page lies; another report may be made in any folder. */
export const requirementLink = (id: string): Link => ({
  name: id,
  url: `../compliance.html#${anchorOf(id)}`,
  type: 'requirement',
});

/** To the CI job, and to the tickets of its waivers: wherever a report is made, they lead there. */
const linksOf = (requirement: JudgedRequirement, verdict: Verdict): Link[] => [
  ...(verdict.ci?.url === undefined ? [] : [{ name: verdict.ci.job ?? 'CI job', url: verdict.ci.url, type: 'link' }]),
  ...ticketsOf(requirement, verdict),
];

export const statuses: Readonly<Record<Outcome, Status>> = {
  conforms: Status.PASSED,
  drifts: Status.PASSED,
  observed: Status.PASSED,
  deviates: Status.FAILED,
  waived: Status.FAILED,
  untested: Status.SKIPPED,
  unproven: Status.BROKEN,
  broken: Status.BROKEN,
};

/** A message begins with these, because Allure 2 knows categories by their messages alone. */
export const brokenPromise = 'Broken promise';
export const waivedPromise = 'Waived';

export const messageOf = (requirement: JudgedRequirement): string => {
  const { outcome, reason, findings, firmness } = requirement;
  return texts(
    outcome === 'deviates' && `${brokenPromise} (${firmness}):`,
    outcome === 'waived' && `${waivedPromise}:`,
    outcome === 'drifts' && findings.length > 0 && 'Differs from what the document only shows:',
    outcome === 'observed' && onlyObserved,
    reason,
    ...findingLines(requirement),
  ).join('\n');
};

/** Faults that are named; the rest are counted. */
const maxNamed = 8;

/** How a requirement's check was shown to be able to fail, in one line; undefined where `prove` said nothing of it. */
const proofTextOf = (id: string, { matrix }: ProofSummary): string | undefined => {
  const row = Object.entries(matrix[id] ?? {});
  if (row.length === 0) return undefined;
  const killed = row.filter(([, result]) => result === 'killed').map(([fault]) => fault);
  const survived = row.filter(([, result]) => result === 'survived').map(([fault]) => fault);
  const missed = survived.length > 0 ? `; survived: ${firstOf(survived, maxNamed)}` : '';
  return `Proof: the check killed ${killed.length} of ${row.length} planted faults (${firstOf(killed, maxNamed)})${missed}`;
};

/** Findings whose line for a shell is shown; findings.md has all. */
const maxLines = 3;

/** A finding as an engineer tries it again. */
const againText = ({ difference, id, curl, seen }: FindingView): string =>
  [
    forMarkdown([difference, seen].filter(Boolean).join('; ')),
    ...(id === undefined ? [] : [`Again: \`ramp-conformance replay ${id}\`${curl ? ', or in a shell:' : ''}`]),
    ...(curl === undefined ? [] : [codeBlock('sh', [curl]).join('\n')]),
  ].join('\n\n');

export const descriptionOf = (requirement: JudgedRequirement, proof?: ProofSummary): string => {
  const { id, claim, section, endpoints, outcome, observations = [] } = requirement;
  const shown = proof && proofTextOf(id, proof);
  return [
    `**${forMarkdown(claim)}**`,
    `${forMarkdown(id)}: ${outcome}. ${forMarkdown(section)}; ${endpointsText(endpoints)}.`,
    ...viewsOf(requirement).slice(0, maxLines).map(againText),
    ...observations.map(({ operation, situation, fact }) => `- ${forMarkdown(`${operation}, ${situation}: ${fact}`)}`),
    ...(shown === undefined ? [] : [forMarkdown(shown)]),
  ].join('\n\n');
};

/** Everything that a result needs besides its requirement. */
interface ResultContext {
  readonly verdict: Verdict;
  readonly proof: ProofSummary | undefined;
  /** The place of the requirement among all. */
  readonly place: number;
}

/** The place of the requirement stands for the time at which its test began. Allure's charts take whole milliseconds only. */
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

/** The members of an Allure result. */
export const resultOf = ({ id, target, feature, message, ...shown }: Shown): Partial<TestResult> => ({
  ...shown,
  fullName: id,
  testCaseId: identityOf(id, target),
  historyId: identityOf(id, target),
  titlePath: [feature],
  stage: Stage.FINISHED,
  statusDetails: message === '' ? {} : { message },
});

/** A requirement rather than a test: of what Vitest knew, only how long it took, no stack trace and no name of a host. */
export const requirementResult = (requirement: JudgedRequirement, context: ResultContext): Partial<TestResult> =>
  resultOf({
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
