import type { Finding } from '#contract';
import { overlap, unwaivable, type Waiver } from './rules.ts';

/** A finding that nobody answers for yet. */
interface Unanswered extends Pick<Finding, 'code' | 'where' | 'observed'> {
  readonly id?: string | undefined;
  readonly requirement: string;
}

interface Drafts {
  /** The text of a file of waivers, refused until a person has filled in what is empty. */
  readonly text: string;
  readonly drafted: readonly Waiver[];
  /** Findings that can never be waived. */
  readonly excluded: readonly { readonly finding: Unanswered; readonly kind: string }[];
}

const draftOf = ({ id, requirement, code, where, observed }: Unanswered, target: string): Waiver => ({
  id: id ?? `${requirement.replace(/[^\w.-]+/g, '-')}-${code}`.slice(0, 64),
  requirement,
  finding: code,
  where: where.replace(/\[\d+\]/g, '[]'),
  observed,
  targets: [target],
  reason: '',
  owner: '',
  approvedBy: '',
  approvedOn: '',
  expires: '',
});

/** Writes findings of a target as waivers without owner, reason and end. Those that one waiver covers make one. */
export function draftWaivers(findings: readonly Unanswered[], target: string): Drafts {
  const drafted: Waiver[] = [];
  const excluded: Drafts['excluded'][number][] = [];
  for (const finding of findings) {
    const kind = unwaivable(finding.requirement, finding.code);
    const draft = draftOf(finding, target);
    if (kind !== undefined) excluded.push({ finding, kind });
    else if (!drafted.some((each) => overlap(each, draft))) drafted.push(draft);
  }
  return { text: `${JSON.stringify({ format: 1, waivers: drafted }, null, 2)}\n`, drafted, excluded };
}
