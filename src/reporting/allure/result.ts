import { Stage, Status, type TestResult } from 'allure-js-commons';
import type { Outcome } from '#contract';
import { endpointOf, numbersText, titleOf } from '../endpoints.ts';
import { forMarkdown } from '../escapes.ts';
import type { ProofTold } from '../proof-file.ts';
import type { JudgedRequirement, Verdict } from '../verdict.ts';
import { findingText } from '../words.ts';
import { labelsOf } from './labels.ts';
import { linksOf } from './links.ts';
import { proofTextOf } from './proof-text.ts';

const statuses: Readonly<Record<Outcome, Status>> = {
  conforms: Status.PASSED,
  drifts: Status.PASSED,
  observed: Status.PASSED,
  deviates: Status.FAILED,
  waived: Status.FAILED,
  untested: Status.SKIPPED,
  unproven: Status.BROKEN,
  broken: Status.BROKEN,
};

const messageOf = ({ outcome, reason, findings, findingsOmitted }: JudgedRequirement): string =>
  [
    ...(outcome === 'drifts' && findings.length > 0 ? ['Differs from what is only shown:'] : []),
    ...(reason === undefined ? [] : [reason]),
    ...findings.map(findingText),
    ...findings.filter((each) => each.case !== undefined).map((each) => `smallest case: ${each.case}`),
    ...(findingsOmitted === undefined ? [] : [`and ${findingsOmitted} more findings`]),
  ].join('\n');

const descriptionOf = (requirement: JudgedRequirement, proof: ProofTold | undefined): string => {
  const { id, section, endpoints, outcome, observations = [] } = requirement;
  const shown = proof && proofTextOf(id, proof);
  return [
    `${forMarkdown(id)}: ${outcome}. ${forMarkdown(section)}; endpoints ${numbersText(endpoints)}.`,
    ...observations.map(
      ({ operation, situation, fact }) => `- ${forMarkdown(`${operation}, ${situation}: ${fact}`)}`,
    ),
    ...(shown === undefined ? [] : [forMarkdown(shown)]),
  ].join('\n\n');
};

/** What a result tells beside its requirement. */
export interface Beside {
  readonly verdict: Verdict;
  readonly proof: ProofTold | undefined;
  /** Where the requirement stands among all. */
  readonly place: number;
}

/** When the test began gives way to the requirement's place in the run; how long it took stays. */
const place = (result: TestResult, { verdict, place: at }: Beside): void => {
  const took = Math.max(0, (result.stop ?? 0) - (result.start ?? 0));
  const began = Date.parse(verdict.startedAt);
  const step = (Date.parse(verdict.endedAt) - began) / verdict.requirements.length;
  result.start = began + Math.floor(at * Math.max(1, step));
  result.stop = result.start + took;
};

/**
 * Makes an Allure result tell a requirement rather than a test: what Vitest knew of it, save how long it took, gives way,
 * a stack trace and the host's name included.
 */
export const tellRequirement = (result: TestResult, requirement: JudgedRequirement, beside: Beside): void => {
  const { id, claim, outcome } = requirement;
  const message = messageOf(requirement);
  result.name = claim;
  result.fullName = id;
  result.testCaseId = id;
  result.historyId = id;
  result.titlePath = [titleOf(endpointOf(id))];
  result.status = statuses[outcome];
  result.stage = Stage.FINISHED;
  result.statusDetails = message === '' ? {} : { message };
  result.description = descriptionOf(requirement, beside.proof);
  result.labels = labelsOf(requirement, beside.verdict).map(({ name, value }) => ({ name, value }));
  result.parameters = [];
  result.links = linksOf(requirement, beside.verdict);
  place(result, beside);
};
