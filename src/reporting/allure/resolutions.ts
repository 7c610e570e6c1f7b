import type { JudgedRequirement, Verdict, WaiverInForce } from '../verdict.ts';
import { waiverText } from '../words.ts';

const resolutionOf = (requirement: JudgedRequirement, waivers: readonly WaiverInForce[]): string =>
  [...new Set(requirement.findings.flatMap(({ waiver }) => waiver ?? []))]
    .map((id) => {
      const waiver = waivers.find((each) => each.id === id);
      return waiver ? waiverText(waiver) : `waiver ${id}`;
    })
    .join('; ');

/** A waived requirement stays failed, and Allure shows that somebody accepted it. */
export const resolutionsOf = ({ requirements, waivers = [] }: Verdict) => ({
  rules: requirements
    .filter(({ outcome }) => outcome === 'waived')
    .map((each) => ({
      resolution: 'accepted' as const,
      testCaseId: [each.id],
      comment: resolutionOf(each, waivers) || 'waived',
    })),
});
