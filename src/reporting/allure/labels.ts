import { LabelName, type Link, Severity } from 'allure-js-commons';
import { type Firmness, isRequirementId, requirementOf, type Tag } from '#contract';
import { anchorOf } from '../compliance/section.ts';
import { endpointOf, titleOf } from '../endpoints.ts';
import type { JudgedRequirement, Verdict } from '../verdict.ts';

interface Label {
  readonly name: string;
  readonly value: string;
}

const epics: Readonly<Record<Firmness, string>> = {
  stated: 'Stated',
  implied: 'Implied',
  shown: 'Shown',
  silent: 'Not shown (observed)',
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

/** By what Allure groups, filters and ranks a requirement. */
export const labelsOf = (requirement: JudgedRequirement, { target }: Verdict): Label[] => {
  const { id, firmness, outcome } = requirement;
  const tag = tagOf(id);
  return [
    { name: LabelName.EPIC, value: epics[firmness] },
    { name: LabelName.FEATURE, value: titleOf(endpointOf(id)) },
    { name: LabelName.STORY, value: tag },
    { name: LabelName.SEVERITY, value: severityOf(firmness, tag) },
    ...(outcome === 'drifts' ? [{ name: LabelName.TAG, value: 'drift' }] : []),
    { name: 'requirement', value: id },
    { name: 'firmness', value: firmness },
    { name: 'outcome', value: outcome },
    { name: 'target', value: target.label },
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
