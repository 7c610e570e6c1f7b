import { Stage, Status, type TestResult } from 'allure-js-commons';
import type { Outcome } from '#contract';
import { endpointOf, numbersText, titleOf } from '../endpoints.ts';
import { forMarkdown } from '../escapes.ts';
import type { JudgedRequirement, Verdict } from '../verdict.ts';
import { findingText } from '../words.ts';
import { labelsOf } from './labels.ts';

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

const descriptionOf = ({ id, section, endpoints, outcome, observations = [] }: JudgedRequirement): string =>
  [
    `${forMarkdown(id)}: ${outcome}. ${forMarkdown(section)}; endpoints ${numbersText(endpoints)}.`,
    ...observations.map(
      ({ operation, situation, fact }) => `- ${forMarkdown(`${operation}, ${situation}: ${fact}`)}`,
    ),
  ].join('\n\n');

/**
 * Makes an Allure result tell a requirement rather than a test: what Vitest knew of it, save its times, gives way,
 * a stack trace and the host's name included.
 */
export const tellRequirement = (
  result: TestResult,
  requirement: JudgedRequirement,
  verdict: Verdict,
): void => {
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
  result.description = descriptionOf(requirement);
  result.labels = labelsOf(requirement, verdict).map(({ name, value }) => ({ name, value }));
  result.parameters = [];
  result.links = [];
};
