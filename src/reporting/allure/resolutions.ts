import type { JudgedRequirement, Verdict, WaiverInForce } from '../verdict.ts';

const told = (met: JudgedRequirement, waivers: readonly WaiverInForce[]): string =>
  [...new Set(met.findings.flatMap(({ waiver }) => waiver ?? []))]
    .map((id) => {
      const waiver = waivers.find((each) => each.id === id);
      if (!waiver) return `waiver ${id}`;
      const { owner, approvedBy, expires, reason } = waiver;
      return `waiver ${id} until ${expires}, owner ${owner}, approved by ${approvedBy}: ${reason}`;
    })
    .join('; ');

/** A waived requirement stays failed, and Allure shows that somebody accepted it. */
export const resolutionsOf = ({ requirements, waivers = [] }: Verdict) => ({
  rules: requirements
    .filter(({ outcome }) => outcome === 'waived')
    .map((each) => ({
      resolution: 'accepted' as const,
      testCaseId: [each.id],
      comment: told(each, waivers) || 'waived',
    })),
});
