import type { Firmness, Outcome, UntestedBy } from '#contract';
import { consequencesIn } from './common-causes.ts';
import { firstOf, groupBy } from './counting.ts';
import { failsGate } from './gate.ts';
import { firmnesses, type JudgedRequirement, type Verdict } from './verdict.ts';
import { callText, type FindingView, viewsOf } from './view.ts';

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
    ...shared.flatMap(({ requirements: of, claim }) =>
      causeOf(of.toSorted(byFirmness).flatMap(viewsOf), claim),
    ),
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
  readonly ids: readonly string[];
}

/** Reasons why requirements have an outcome, with how many each concerns, the most frequent first. */
export const reasonsFor = (
  requirements: readonly JudgedRequirement[],
  outcomes: readonly Outcome[],
): Reason[] => {
  const concerned = requirements.filter(({ outcome }) => outcomes.includes(outcome));
  return [
    ...groupBy(concerned, ({ reason = 'no reason given', untestedBy = '' }) => `${untestedBy}\t${reason}`),
  ]
    .map(([, group]) => {
      const [{ reason = 'no reason given', untestedBy: by }] = group as [JudgedRequirement];
      return { reason, ...(by === undefined ? {} : { by }), ids: group.map(({ id }) => id) };
    })
    .sort((first, second) => second.ids.length - first.ids.length);
};
