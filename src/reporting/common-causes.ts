import type { JudgedRequirement } from './verdict.ts';

/** The behaviour of a service without keys, records, rules, state or pages, and the findings that show it. */
interface CommonCause {
  readonly claim: string;
  /** Requirements by which it is known: at least two were judged, and each has such a finding. */
  readonly knownBy: RegExp;
  /** Requirements whose findings follow from it. */
  readonly of: RegExp;
  readonly codes: readonly string[];
}

const commonCauses: readonly CommonCause[] = [
  {
    claim: 'Keys make no difference: every request without a right key is served.',
    knownBy: /\/refuses-an?-(missing|altered)-key$/,
    of: /\/refuses-an?-(missing|altered|misplaced|restricted)-key$|^authentication\/comes-before-/,
    codes: ['ACCEPTED'],
  },
  {
    claim: 'Ids make no difference: every read returns the same record.',
    knownBy: /\.read\/(returns-the-one-asked-for|hides-what-is-absent|refuses-an-absent-\w+)$/,
    of: /\.read\/(returns-the-one-asked-for|hides-what-is-absent|refuses-an-absent-\w+|keeps-\S+|has-no-record-for-\S+|never-serves-a-malformed-id)$|\.list\/(keeps-subaccounts-apart|never-serves-a-malformed-id|lists-the-currency-asked-for)$|^http\/answers-alike$/,
    codes: ['ACCEPTED', 'RULE_BROKEN', 'FOREIGN_ITEM'],
  },
  {
    claim: 'Rules make no difference: every order is accepted, with anything in it.',
    knownBy:
      /\.(initiate|simulate)\/refuses-(an-unlisted-\w+|an-absent-(subaccount|bank-account)|an-unknown-recipient|without-approved-kyc)$/,
    of: /\.(initiate|simulate)\/(refuses-(?!\S+-key$)\S+|never-serves-a-malformed-id|holds-through-a-sequence)$|^rails\/|^versions\/refuse-/,
    codes: ['ACCEPTED'],
  },
  {
    claim: 'Orders make no difference: each is answered with the same record.',
    knownBy: /\.initiate\/(gives-each-order-its-own-id|echoes-the-reference)$/,
    of: /\.initiate\/(gives-each-order-its-own-\w+|echoes-the-\S+|holds-through-a-sequence)$/,
    codes: ['NOT_ITS_OWN', 'RULE_BROKEN', 'ACCEPTED'],
  },
  {
    claim: 'Page and limit make no difference: every page of a listing is the same.',
    knownBy: /\.list\/heeds-the-(page|limit)$/,
    of: /\.list\/(heeds-the-(page|limit)|echoes-the-(page|limit)|keeps-to-the-limit|ends-after-the-last-page|shows-an-item-once|fills-inner-pages|loses-no-item)$/,
    codes: ['PAGE_IGNORED', 'LIMIT_IGNORED', 'PAGE_NOT_ECHOED', 'LIMIT_NOT_ECHOED', 'ITEM_REPEATED'],
  },
];

const judged: readonly JudgedRequirement['outcome'][] = ['conforms', 'deviates', 'drifts'];

const isOf = ({ of, codes }: CommonCause, { id, findings }: JudgedRequirement): boolean =>
  of.test(id) && findings.length > 0 && findings.every(({ code }) => codes.includes(code));

const isThere = (common: CommonCause, requirements: readonly JudgedRequirement[]): boolean => {
  const known = requirements.filter(({ id, outcome }) => common.knownBy.test(id) && judged.includes(outcome));
  return known.length > 1 && known.every((requirement) => isOf(common, requirement));
};

/** Requirements whose findings have one cause, with the claim that names it. */
export interface Consequences {
  readonly claim: string;
  readonly requirements: readonly JudgedRequirement[];
}

/** The causes that many findings have in common, each requirement under the first that explains it. */
export const consequencesIn = (requirements: readonly JudgedRequirement[]): readonly Consequences[] => {
  const left = new Set(requirements.filter(({ outcome }) => outcome === 'deviates' || outcome === 'drifts'));
  return commonCauses
    .filter((common) => isThere(common, requirements))
    .map((common) => {
      const own = [...left].filter((requirement) => isOf(common, requirement));
      for (const requirement of own) left.delete(requirement);
      return { claim: common.claim, requirements: own };
    })
    .filter((consequences) => consequences.requirements.length > 0);
};
