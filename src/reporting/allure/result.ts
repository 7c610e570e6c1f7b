import { Stage, Status, type TestResult } from 'allure-js-commons';
import type { Outcome } from '#contract';
import { firstOf } from '../counting.ts';
import { endpointOf, endpointsText, titleOf } from '../endpoints.ts';
import { forMarkdown } from '../escapes.ts';
import { onlyObserved } from '../headline.ts';
import type { ProofSummary } from '../proof-file.ts';
import type { JudgedRequirement, Verdict } from '../verdict.ts';
import { findingLines } from '../view.ts';
import { labelsOf, linksOf } from './labels.ts';

const statuses: Readonly<Record<Outcome, Status>> = {
  conforms: Status.PASSED,
  drifts: Status.PASSED,
  observed: Status.SKIPPED,
  deviates: Status.FAILED,
  waived: Status.FAILED,
  untested: Status.SKIPPED,
  unproven: Status.BROKEN,
  broken: Status.BROKEN,
};

const messageOf = (requirement: JudgedRequirement): string => {
  const { outcome, reason, findings } = requirement;
  return [
    ...(outcome === 'drifts' && findings.length > 0 ? ['Differs from what the document only shows:'] : []),
    ...(outcome === 'observed' ? [onlyObserved] : []),
    ...(reason === undefined ? [] : [reason]),
    ...findingLines(requirement),
  ].join('\n');
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

const descriptionOf = (requirement: JudgedRequirement, proof: ProofSummary | undefined): string => {
  const { id, section, endpoints, outcome, observations = [] } = requirement;
  const shown = proof && proofTextOf(id, proof);
  return [
    `${forMarkdown(id)}: ${outcome}. ${forMarkdown(section)}; ${endpointsText(endpoints)}.`,
    ...observations.map(
      ({ operation, situation, fact }) => `- ${forMarkdown(`${operation}, ${situation}: ${fact}`)}`,
    ),
    ...(shown === undefined ? [] : [forMarkdown(shown)]),
  ].join('\n\n');
};

/** Everything that a result needs besides its requirement. */
interface ResultContext {
  readonly verdict: Verdict;
  readonly proof: ProofSummary | undefined;
  /** The place of the requirement among all. */
  readonly place: number;
  readonly durationMs: number;
}

/** The place of the requirement stands for the time at which its test began. Allure's charts take whole milliseconds only. */
const timesOf = ({ verdict, place, durationMs }: ResultContext) => {
  const began = Date.parse(verdict.startedAt);
  const step = (Date.parse(verdict.endedAt) - began) / verdict.requirements.length;
  const start = began + Math.floor(place * Math.max(1, step));
  return { start, stop: start + Math.round(durationMs) };
};

interface Shown extends Pick<TestResult, 'name' | 'status' | 'labels' | 'links' | 'start' | 'stop'> {
  /** The same from run to run. */
  readonly id: string;
  readonly feature: string;
  readonly message: string;
  readonly description?: string;
}

/** The members of an Allure result. */
export const resultOf = ({ id, feature, message, ...shown }: Shown): Partial<TestResult> => ({
  ...shown,
  fullName: id,
  testCaseId: id,
  historyId: id,
  titlePath: [feature],
  stage: Stage.FINISHED,
  statusDetails: message === '' ? {} : { message },
});

/** A requirement rather than a test: of what Vitest knew, only how long it took, no stack trace and no name of a host. */
export const requirementResult = (
  requirement: JudgedRequirement,
  context: ResultContext,
): Partial<TestResult> =>
  resultOf({
    id: requirement.id,
    name: requirement.claim,
    feature: titleOf(endpointOf(requirement.id)),
    status: statuses[requirement.outcome],
    message: messageOf(requirement),
    description: descriptionOf(requirement, context.proof),
    labels: labelsOf(requirement, context.verdict),
    links: linksOf(requirement, context.verdict),
    ...timesOf(context),
  });
