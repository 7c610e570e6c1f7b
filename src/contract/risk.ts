// The risk of a broken requirement: one table by tag and meaning.
import { isRequirementId, type Requirement, type RequirementId, requirementOf } from './catalogue.ts';
import type { Firmness, Heeded, Meaning, Tag } from './claim.ts';
import { orderIds } from './operations.ts';

/** The gravest first. */
export const risks = ['critical', 'high', 'medium', 'low'] as const;

export type Risk = (typeof risks)[number];

export const riskMeanings: Readonly<Record<Risk, string>> = {
  critical: "money can move wrongly or be miscounted, or a stranger can read a customer's data",
  high: 'a client breaks, or an order is lost',
  medium: 'a client may misread an answer',
  low: 'a matter of form',
};

/** Conditions on a requirement; an absent one matches anything. */
interface About extends Pick<Meaning, 'asks' | 'private'> {
  readonly tag?: Tag;
  readonly heeds?: Heeded;
  readonly firmness?: Firmness;
  /** The part of an id behind the slash. */
  readonly rule?: RegExp;
  readonly subject?: string;
  /** True for an endpoint that places orders. */
  readonly ofOrders?: true;
}

/** The first match counts. */
const table: readonly (readonly [about: About, risk: Risk])[] = [
  [{ firmness: 'silent' }, 'low'],
  [{ private: true }, 'critical'],

  [{ tag: 'authentication', rule: /^(?:comes-before|knows-the-header)/ }, 'high'],
  [{ tag: 'authentication', rule: /^forbids-another/ }, 'medium'],
  [{ tag: 'authentication' }, 'critical'],

  [{ asks: 'refusal', heeds: 'rules' }, 'critical'],
  [{ tag: 'version', heeds: 'rules' }, 'critical'],
  [{ asks: 'refusal' }, 'high'],
  [{ asks: 'survival', rule: /^survives-a-repeated-reference/ }, 'high'],
  [{ asks: 'survival' }, 'medium'],
  [{ asks: 'success' }, 'high'],
  [{ asks: 'acceptance' }, 'high'],

  [{ tag: 'rails', rule: /refuses|refusal|refused|takes?-no|is-in-dollars|needs|way-round|unlisted/ }, 'critical'],
  [{ tag: 'rails' }, 'high'],
  [{ tag: 'money', subject: 'taxonomy.list' }, 'medium'],
  [{ tag: 'money' }, 'critical'],
  [{ tag: 'order', rule: /^echoes-the-(?:reference|chain)/ }, 'high'],
  [{ tag: 'order', heeds: 'orders' }, 'critical'],
  [{ tag: 'order' }, 'medium'],
  [{ tag: 'verification' }, 'medium'],

  [{ tag: 'consistency', subject: 'taxonomy.list' }, 'medium'],
  [{ tag: 'consistency', rule: /^keeps-onramps-apart/ }, 'high'],
  [{ tag: 'consistency', heeds: 'ids' }, 'critical'],
  [{ tag: 'consistency', heeds: 'rules' }, 'critical'],
  [{ tag: 'consistency', subject: 'balances.read' }, 'critical'],
  [{ tag: 'consistency', rule: /creates-nothing/ }, 'critical'],
  [{ tag: 'consistency', ofOrders: true }, 'high'],
  [{ tag: 'consistency' }, 'medium'],

  [{ tag: 'error', heeds: 'ids' }, 'high'],
  [{ tag: 'error', rule: /^(?:hide-the-inside|are-no-success)/ }, 'high'],
  [{ tag: 'error', firmness: 'shown' }, 'low'],
  [{ tag: 'error' }, 'medium'],

  [{ tag: 'pagination', rule: /^echoes/ }, 'medium'],
  [{ tag: 'pagination', heeds: 'pages' }, 'high'],
  [{ tag: 'pagination' }, 'medium'],

  [{ tag: 'format', rule: /^writes-its-amounts/ }, 'high'],
  [{ tag: 'format' }, 'low'],
  [{ tag: 'record', rule: /formats$|^speaks-of|^have-no-member|^hold-values/ }, 'low'],
  [{ tag: 'record', firmness: 'stated' }, 'high'],
  [{ tag: 'record' }, 'medium'],

  [{ tag: 'version', firmness: 'shown' }, 'medium'],
  [{ tag: 'version' }, 'high'],
  [{ tag: 'http', firmness: 'shown' }, 'medium'],
  [{ tag: 'http' }, 'high'],

  [{ tag: 'open' }, 'low'],
];

const isAbout = (about: About, requirement: Requirement): boolean => {
  const { heeds, rule, subject, ofOrders, ...alike } = about;
  const { id, operations } = requirement;
  return (
    Object.entries(alike).every(([name, value]) => requirement[name as keyof typeof alike] === value) &&
    (heeds === undefined || requirement.heeds?.includes(heeds) === true) &&
    (subject === undefined || requirement.subject === subject) &&
    (rule === undefined || rule.test(id.slice(id.indexOf('/') + 1))) &&
    (ofOrders === undefined || operations.some((operation) => orderIds.some((each) => each === operation)))
  );
};

/** By requirement: `prove` judges thousands of times. */
const known = new Map<RequirementId, Risk | undefined>();

/** The worst consequence of a broken requirement; undefined for an unknown id. */
export function riskOf(id: string): Risk | undefined {
  if (!isRequirementId(id)) return undefined;
  if (!known.has(id)) {
    const requirement = requirementOf(id);
    known.set(id, table.find(([about]) => isAbout(about, requirement))?.[1]);
  }
  return known.get(id);
}

const refusedOtherwise: readonly string[] = [
  'MISSING_MESSAGE',
  'VALUE_NOT_NAMED',
  'WRONG_ERROR',
  'WRONG_MESSAGE',
  'WRONG_PATH',
  'WRONG_STATUS_CODE',
];

/** Of a refusal: the error body has another form, or the status is another. */
const refusedInAnotherForm: readonly string[] = ['MISSING_MEMBER', 'UNEXPECTED_NULL', 'WRONG_STATUS', 'WRONG_TYPE'];

/** The value is right, and written with more or fewer places. */
const writtenOtherwise: readonly string[] = ['WRONG_PLACES'];

const withoutEffect: readonly string[] = ['NO_ANSWER', 'SERVER_ERROR'];

/** The gravest first; without a risk, `low` counts. */
export function byRisk(one: Risk = 'low', other: Risk = 'low'): number {
  return risks.indexOf(one) - risks.indexOf(other);
}

const atMost = (risk: Risk, most: Risk): Risk => (byRisk(risk, most) < 0 ? most : risk);

/** The risk of the requirement, or a lower one where nothing was served or moved. */
export function riskOfFinding(id: string, code: string): Risk | undefined {
  const risk = riskOf(id);
  if (risk === undefined || !isRequirementId(id)) return undefined;
  const { asks, heeds = [] } = requirementOf(id);
  const isRefusal = asks === 'refusal' || heeds.includes('keys');
  // Of a sequence, an unlisted value alone is refused with one status.
  if (code === 'WRONG_STATUS' && id.endsWith('/holds-through-a-sequence')) return atMost(risk, 'medium');
  if (writtenOtherwise.includes(code)) return atMost(risk, 'medium');
  if (refusedOtherwise.includes(code) || (isRefusal && refusedInAnotherForm.includes(code)))
    return atMost(risk, 'medium');
  return withoutEffect.includes(code) ? atMost(risk, 'high') : risk;
}
