import { findingText } from '#reporting';
import type { FoundBefore, ReplayOutcome } from './replay-outcome.ts';

/** What is about to be tried again. */
export const replayHeading = ({ requirement, finding }: FoundBefore): string =>
  [
    `Finding      ${finding.id}, ${requirement.firmness}: ${requirement.claim}`,
    `Requirement  ${requirement.id}`,
    `Was          ${findingText(finding)}`,
    ...(finding.case === undefined ? [] : [`Case         ${finding.case}`]),
    ...(finding.curl === undefined ? [] : [`By hand      ${finding.curl}`]),
    '',
  ].join('\n');

/** What came of it, and at which target. */
export const replayText = (outcome: ReplayOutcome, label: string): string => {
  switch (outcome.kind) {
    case 'fixed':
      return `fixed at ${label}`;
    case 'still there':
      return `still there at ${label}: ${findingText(outcome.finding)}`;
    case 'another':
      return `still deviates at ${label}, in another way: ${findingText(outcome.finding)}`;
    case 'cannot be replayed':
      return `cannot be replayed at ${label}: ${outcome.why}`;
  }
};
