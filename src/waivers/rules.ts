import { isRequirementId, requirementOf } from '#contract';
import type { Waiver } from './form.ts';

/** The steps of a place: names, and indexes as `[3]` or `[]`. */
const stepsOf = (where: string): readonly string[] =>
  where.startsWith('$') ? (where.match(/\[\d*\]|[^.[\]]+/g) ?? []) : [where];

const isIndex = (step: string): boolean => step.startsWith('[');

const fits = (pattern: string, step: string): boolean => {
  if (pattern === '[]') return isIndex(step);
  return pattern === step || (pattern === '*' && !isIndex(step));
};

/** True where a place is one that a pattern means. */
export function meansPlace(pattern: string, where: string): boolean {
  const [wanted, actual] = [stepsOf(pattern), stepsOf(where)];
  return wanted.length === actual.length && wanted.every((step, at) => fits(step, actual[at] ?? ''));
}

/** True where some place is meant by both patterns. */
export function placesOverlap(one: string, other: string): boolean {
  const [left, right] = [stepsOf(one), stepsOf(other)];
  return (
    left.length === right.length &&
    left.every((step, at) => fits(step, right[at] ?? '') || fits(right[at] ?? '', step))
  );
}

/** True where a text is one that a pattern with `*` means. */
export function meansText(pattern: string, text: string): boolean {
  const [head = '', ...others] = pattern.split('*');
  const tail = others.pop();
  if (tail === undefined) return pattern === text;
  if (!text.startsWith(head) || !text.endsWith(tail)) return false;
  // The first place of each part leaves the most room for the next: no other need be tried.
  let at = head.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - tail.length;
}

/** True where some text is meant by both; patterns that each have a star may be taken for overlapping though they are not. */
export function textsOverlap(one: string, other: string): boolean {
  if (meansText(one, other) || meansText(other, one)) return true;
  if (!one.includes('*') || !other.includes('*')) return false;
  const ends = (text: string) => [text.split('*')[0] ?? '', text.split('*').at(-1) ?? ''] as const;
  const [[head, tail], [start, end]] = [ends(one), ends(other)];
  return (head.startsWith(start) || start.startsWith(head)) && (tail.endsWith(end) || end.endsWith(tail));
}

const maxDays = 90;
const dayMs = 86_400_000;

/** Whole days from one day to another, negative when it is past. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

/** The kind of a finding that can never be waived; undefined for all others. */
export function unwaivable(requirement: string, finding: string): string | undefined {
  if (isRequirementId(requirement)) {
    const { tag, section } = requirementOf(requirement);
    if (tag === 'authentication' || section === 'Authentication' || requirement === 'errors/speak-of-the-key')
      return 'authentication';
  }
  if (requirement === 'errors/hide-the-inside' || /^SEC_|^INSIDE_|^FOREIGN_|LEAK|KEY_ECHO/.test(finding))
    return 'a leak';
  if (requirement === 'http/does-not-redirect' || finding.includes('REDIRECT')) return 'a redirect';
  return /PRODUCTION|GUARD/.test(finding) ? 'the production guard' : undefined;
}

const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/** Names what is wrong with a waiver that has the right form, by member. */
export function problemsWith(waiver: Waiver, today: string) {
  const { requirement, finding, owner, approvedBy, approvedOn, expires } = waiver;
  const problems: { readonly member: keyof Waiver; readonly problem: string }[] = [];
  const add = (member: keyof Waiver, problem: string) => problems.push({ member, problem });
  if (!isRequirementId(requirement))
    add('requirement', `no requirement is called ${requirement}; ramp-conformance requirements lists all`);
  const kind = unwaivable(requirement, finding);
  if (kind !== undefined) add('requirement', `${kind} can never be waived`);
  if (same(owner, approvedBy)) add('approvedBy', 'is the owner; another person must approve');
  if (daysBetween(today, approvedOn) > 0) add('approvedOn', 'lies in the future');
  const days = daysBetween(approvedOn, expires);
  if (days < 0) add('expires', 'lies before the approval');
  if (days > maxDays) add('expires', `is ${days} days after the approval; at most ${maxDays} are allowed`);
  return problems;
}

const shareTarget = (one: Waiver, other: Waiver): boolean =>
  one.targets.some((target) => other.targets.includes(target));

/** True where two waivers could cover the same finding, so that nobody knew who answers for it. */
export const overlap = (one: Waiver, other: Waiver): boolean =>
  one.requirement === other.requirement &&
  one.finding === other.finding &&
  shareTarget(one, other) &&
  placesOverlap(one.where, other.where) &&
  textsOverlap(one.observed, other.observed);
