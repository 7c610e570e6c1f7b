import type { Link } from 'allure-js-commons';
import { anchorOf } from '../compliance/anchor.ts';
import type { JudgedRequirement, Verdict } from '../verdict.ts';

const ticketsOf = ({ findings }: JudgedRequirement, { waivers = [] }: Verdict): Link[] => {
  const ids = new Set(findings.map(({ waiver }) => waiver));
  return waivers
    .filter(({ id }) => ids.has(id))
    .flatMap(({ id, ticket = '' }) =>
      /^https:\/\//.test(ticket) ? [{ name: `ticket of waiver ${id}`, url: ticket, type: 'issue' }] : [],
    );
};

export const requirementLink = (id: string): Link => ({
  name: id,
  url: `../compliance.html#${anchorOf(id)}`,
  type: 'requirement',
});

/** To the requirement in the compliance page, and to the tickets of its waivers. */
export const linksOf = (requirement: JudgedRequirement, verdict: Verdict): Link[] => [
  requirementLink(requirement.id),
  ...ticketsOf(requirement, verdict),
];
