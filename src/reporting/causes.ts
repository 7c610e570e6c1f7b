import {
  type Firmness,
  firmnesses,
  type Heeded,
  isRequirementId,
  type Outcome,
  requirementOf,
  type UntestedBy,
} from '#contract';
import { callText, type FindingView, viewsOf } from './finding.ts';
import { failsGate, kindsText } from './outcomes.ts';
import { firstOf, groupBy } from './text.ts';
import type { JudgedRequirement, Verdict } from './verdict.ts';

/** What a service does for which something makes no difference, and the findings that show it. */
const commonCauses: Readonly<Record<Heeded, { readonly claim: string; readonly codes: readonly string[] }>> = {
  keys: {
    claim: 'Keys make no difference: every request without a right key is served.',
    codes: ['ACCEPTED'],
  },
  ids: {
    claim: 'Ids make no difference: every read returns the same record.',
    codes: ['ACCEPTED', 'RULE_BROKEN', 'FOREIGN_ITEM'],
  },
  rules: {
    claim: 'Rules make no difference: every order is accepted, with anything in it.',
    codes: ['ACCEPTED'],
  },
  orders: {
    claim: 'Orders make no difference: each is answered with the same record.',
    codes: ['NOT_ITS_OWN', 'RULE_BROKEN', 'ACCEPTED'],
  },
  pages: {
    claim: 'Page and limit make no difference: every page of a listing is the same.',
    codes: ['PAGE_IGNORED', 'LIMIT_IGNORED', 'PAGE_NOT_ECHOED', 'LIMIT_NOT_ECHOED', 'ITEM_REPEATED'],
  },
};

const judged: readonly JudgedRequirement['outcome'][] = ['conforms', 'deviates', 'drifts'];

/** A verdict of another version may name a requirement that the catalogue no longer has. */
const meaningOf = ({ id }: JudgedRequirement) => (isRequirementId(id) ? requirementOf(id) : undefined);

const isOf = (heeded: Heeded, requirement: JudgedRequirement): boolean => {
  const { findings } = requirement;
  const { codes } = commonCauses[heeded];
  const isMeant = meaningOf(requirement)?.heeds?.includes(heeded) ?? false;
  return isMeant && findings.length > 0 && findings.every(({ code }) => codes.includes(code));
};

/** At least two claims by which the service is known were judged, and each has such findings. */
const isThere = (heeded: Heeded, requirements: readonly JudgedRequirement[]): boolean => {
  const known = requirements.filter((each) => {
    const { heeds, sign } = meaningOf(each) ?? {};
    return sign && heeds?.includes(heeded) && judged.includes(each.outcome);
  });
  return known.length > 1 && known.every((requirement) => isOf(heeded, requirement));
};

/** Requirements whose findings have one cause, with the claim that names it. */
interface Consequences {
  readonly claim: string;
  readonly requirements: readonly JudgedRequirement[];
}

/** The causes that many findings have in common, each requirement under the first that explains it. */
const consequencesIn = (requirements: readonly JudgedRequirement[]): readonly Consequences[] => {
  const left = new Set(requirements.filter(({ outcome }) => outcome === 'deviates' || outcome === 'drifts'));
  return (Object.keys(commonCauses) as Heeded[])
    .filter((heeded) => isThere(heeded, requirements))
    .map((heeded) => {
      const own = [...left].filter((requirement) => isOf(heeded, requirement));
      for (const requirement of own) left.delete(requirement);
      return { claim: commonCauses[heeded].claim, requirements: own };
    })
    .filter((consequences) => consequences.requirements.length > 0);
};

/** One difference as a reader thinks of it: alike findings of however many endpoints, shown by the first of them. */
export interface Cause extends FindingView {
  readonly failing: boolean;
  readonly requirements: readonly string[];
  readonly operations: readonly string[];
  /** The claims of its requirements, where the claim of the cause names what several have in common. */
  readonly claims: readonly string[];
}

const byFirmness = (first: { firmness: Firmness }, second: { firmness: Firmness }): number =>
  firmnesses.indexOf(first.firmness) - firmnesses.indexOf(second.firmness);

const byWeight = (first: Cause, second: Cause): number =>
  Number(second.failing) - Number(first.failing) ||
  byFirmness(first, second) ||
  second.requirements.length - first.requirements.length;

/** All findings by cause, what fails the gate first; what follows from a cause that several claims share stands under it. */
export const causesOf = ({ requirements, gate, narrowed }: Verdict): Cause[] => {
  /** Findings of one cause; `common` names it where their claims differ. */
  const causeOf = (alike: readonly FindingView[], common?: string): Cause[] =>
    alike.slice(0, 1).map((first) => ({
      ...first,
      claim: common ?? first.claim,
      failing: alike.some((each) => failsGate(each, gate)),
      requirements: [...new Set(alike.map(({ requirement }) => requirement))],
      operations: [...new Set(alike.map(({ operation }) => operation))],
      claims: common === undefined ? [] : [...new Set(alike.map((each) => each.claim))],
    }));
  // A part of the requirements is not enough evidence for a common cause.
  const shared = narrowed ? [] : consequencesIn(requirements);
  const explained = new Set(shared.flatMap((consequences) => consequences.requirements));
  const others = requirements.filter((requirement) => !explained.has(requirement)).flatMap(viewsOf);
  const alike = groupBy(others, ({ code, claim, firmness, outcome }) =>
    JSON.stringify([code, claim, firmness, outcome]),
  );
  return [
    ...shared.flatMap(({ requirements: of, claim }) => causeOf(of.toSorted(byFirmness).flatMap(viewsOf), claim)),
    ...[...alike.values()].flatMap((group) => causeOf(group)),
  ].sort(byWeight);
};

const titles: Partial<Record<Outcome, string>> = {
  deviates: 'Broken promises',
  waived: 'Broken promises that are waived',
  drifts: 'Differences from the examples, which break no promise',
};

/** The causes under what they are: broken promises first. */
export const causeGroups = (verdict: Verdict): { readonly title: string; readonly causes: Cause[] }[] => {
  const groups = groupBy(causesOf(verdict), ({ outcome }) => titles[outcome]);
  return Object.values(titles).flatMap((title) => {
    const causes = groups.get(title);
    return causes === undefined ? [] : [{ title, causes }];
  });
};

/** A text of the document, or what else a requirement rests on. */
const restsOn: Readonly<Record<Firmness, string>> = {
  stated: 'which says so',
  implied: 'from which it follows',
  shown: 'which shows it as an example',
  silent: 'which leaves it open',
};

/** Endpoints and claims of a cause that are named. */
const maxNamed = 5;

/** A cause for somebody who knows the service and its document and not the harness. */
export const causeFacts = (cause: Cause): readonly (readonly [term: string, text: string])[] => {
  const { heading, firmness, operations, place, expected, observed, seen, claims } = cause;
  const facts = [
    ['In the document', `${heading}, ${restsOn[firmness]}`],
    ['Where', `${firstOf(operations.map(callText), maxNamed)}: ${place}`],
    ['Expected', expected],
    ['Actual', observed],
    ['Case', cause.case ?? ''],
    ['First seen', seen.replace('first seen ', '')],
    ['It breaks', firstOf(claims, maxNamed, ' ')],
  ] as const;
  return facts.filter(([, text]) => text !== '');
};

/** Explains the forms in findings and responses to a person who reads them first. */
export const formsText =
  'A form stands for each value: text(42) is a text of 42 characters, decimal(8) a decimal with 8 places, num a number.';

interface Reason {
  readonly reason: string;
  /** Whose doing it is, where they were not tested. */
  readonly by?: UntestedBy;
  readonly code?: string | undefined;
  readonly ids: readonly string[];
  /** How many of each kind. */
  readonly kinds: string;
}

/** Reasons why requirements have an outcome, with how many each concerns, the most frequent first. */
export const reasonsFor = (requirements: readonly JudgedRequirement[], outcomes: readonly Outcome[]): Reason[] => {
  const concerned = requirements.filter(({ outcome }) => outcomes.includes(outcome));
  return [...groupBy(concerned, ({ reason = 'no reason given', untestedBy = '' }) => `${untestedBy}\t${reason}`)]
    .map(([, group]) => {
      const [{ reason = 'no reason given', untestedBy: by, code }] = group as [JudgedRequirement];
      return { reason, ...(by && { by }), code, ids: group.map(({ id }) => id), kinds: kindsText(group) };
    })
    .sort((first, second) => second.ids.length - first.ids.length);
};
