// Groups findings by cause, in one order for all reports.
import {
  byRisk,
  type Firmness,
  firmnesses,
  type Heeded,
  isPromise,
  isRequirementId,
  type Risk,
  requirementOf,
  riskMeanings,
  type Tag,
} from '#contract';
import type { Outcome } from '#run';
import { callText, gravestOf, isOtherRefusal, looksText, seenText, sightText } from './finding.ts';
import { countIn, failsGate, reasonParts } from './outcomes.ts';
import { dayText, firstOf, groupBy, plural, texts } from './text.ts';
import type { JudgedFinding, JudgedRequirement, Verdict } from './verdict.ts';
import { brokenPromises, causeTitles, headingOf, kindsText, parts, restsOn } from './words.ts';

/** What a service does for which something makes no difference, and the findings that show it. */
const commonCauses: Readonly<Record<Heeded, { readonly claim: string; readonly codes: readonly string[] }>> = {
  keys: {
    claim: 'Keys make no difference: the service answers every request without a valid key.',
    codes: ['NOT_REFUSED'],
  },
  ids: {
    claim: 'Ids make no difference: every read returns the same record.',
    codes: ['NOT_REFUSED', 'RULE_BROKEN', 'FOREIGN_ITEM'],
  },
  rules: {
    claim: 'Rules make no difference: the service accepts every order, whatever it contains.',
    codes: ['NOT_REFUSED'],
  },
  orders: {
    claim: 'Orders make no difference: each is answered with the same record.',
    codes: ['NOT_ITS_OWN', 'RULE_BROKEN', 'NOT_REFUSED'],
  },
  pages: {
    claim: 'Page and limit make no difference: every page of a listing is the same.',
    codes: ['PAGE_IGNORED', 'LIMIT_IGNORED', 'PAGE_NOT_ECHOED', 'LIMIT_NOT_ECHOED', 'ITEM_REPEATED'],
  },
};

const judged: readonly JudgedRequirement['outcome'][] = ['conforms', 'deviates', 'drifts'];

/** A verdict of another version may name a requirement that the catalogue no longer has. */
const meaningOf = ({ id }: Pick<JudgedRequirement, 'id'>) => (isRequirementId(id) ? requirementOf(id) : undefined);

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

/** The causes that many findings have in common, each requirement under the first that explains it. */
const consequencesIn = (requirements: readonly JudgedRequirement[]) => {
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
export interface Cause extends JudgedFinding, Pick<JudgedRequirement, 'claim' | 'firmness' | 'outcome'> {
  /** Under which it stands in every report. */
  readonly kind: string;
  /** In the document. */
  readonly heading: string;
  readonly failing: boolean;
  readonly findings: readonly JudgedFinding[];
  readonly requirements: readonly string[];
  readonly operations: readonly string[];
  /** The claims of its requirements, where there are several. */
  readonly claims: readonly string[];
}

/** Kinds of findings, the gravest first. */
const findingKinds: readonly { readonly title: string; readonly tags: readonly Tag[] }[] = [
  { title: 'data of one customer, seen by another', tags: [] },
  { title: 'keys', tags: ['authentication'] },
  { title: 'orders and money', tags: ['rails', 'order', 'money', 'verification'] },
  { title: 'records and listings', tags: ['record', 'format', 'pagination', 'consistency'] },
  { title: 'refusals and errors', tags: ['error'] },
  { title: 'HTTP and versions', tags: ['version', 'http', 'open'] },
];

/** The part of the page in which more is said of a requirement, those that a reader must not miss by their kind; with its place. */
export function partOf(
  requirement: Pick<JudgedRequirement, 'id' | 'outcome' | 'findings'>,
): readonly [title: string, place: number] {
  const { outcome } = requirement;
  if (outcome === 'deviates') {
    const kind = kindOf(requirement);
    return [`${parts.broken}: ${kind}`, kindTitles.indexOf(kind)];
  }
  if (outcome === 'waived') return [parts.waivers, kindTitles.length];
  if (outcome === 'drifts') return [parts.changes, kindTitles.length + 2];
  const isDone = outcome === 'conforms' || outcome === 'observed';
  return isDone ? [parts.requirements, kindTitles.length + 3] : [parts.untested, kindTitles.length + 1];
}

/** The kind under which the findings of a requirement stand together; an order that was accepted is no wrong refusal. */
function kindOf(requirement: Pick<JudgedRequirement, 'id' | 'findings'>): string {
  const { private: isPrivate, tag = 'open' } = meaningOf(requirement) ?? {};
  const isOrder = tag === 'error' && requirement.findings[0]?.code === 'NOT_REFUSED';
  const kind = isPrivate ? findingKinds[0] : findingKinds.find(({ tags }) => tags.includes(isOrder ? 'order' : tag));
  return (kind ?? findingKinds[findingKinds.length - 1])?.title ?? '';
}

const shownBy = (requirement: JudgedRequirement) => requirement.findings.map((finding) => ({ requirement, finding }));

type Shown = ReturnType<typeof shownBy>[number];

/** One exchange that differs at one place, however many promises that breaks; undefined where it is not known. */
const exchangeOf = ([first]: readonly Shown[]): string | undefined => {
  if (first?.finding.request?.at === undefined) return undefined;
  const { code, operation, where, observed, request } = first.finding;
  return JSON.stringify([first.requirement.outcome, code, operation, where, observed, request]);
};

/** Codes of findings that a field is missing from an error body. */
const lacking: readonly string[] = ['MISSING_MEMBER', 'MISSING_MESSAGE'];

/** One field that all error bodies of a status lack, however many promises that breaks; undefined for another finding. */
const errorBodyOf = (group: readonly Shown[]): string | undefined => {
  const [first] = group;
  const status = first?.finding.answer?.status ?? 0;
  if (first === undefined || status < 400 || !lacking.includes(first.finding.code)) return undefined;
  const operations = [...new Set(group.map(({ finding }) => finding.operation))].toSorted();
  const { where, observed } = first.finding;
  return JSON.stringify([first.requirement.outcome, status, where, observed, operations]);
};

/** One status in place of another for refusals of any kind; undefined for other findings. */
const refusalOf = (group: readonly Shown[]): string | undefined => {
  const [one, ...others] = new Set(
    group.map(({ requirement, finding }) =>
      isOtherRefusal(finding) ? JSON.stringify([requirement.outcome, finding.expected, finding.observed]) : undefined,
    ),
  );
  return others.length === 0 ? one : undefined;
};

const isOfErrors = ({ requirement }: Shown): boolean => meaningOf(requirement)?.tag === 'error';

/** Groups of one cause are put together; what is said of error bodies stands before what is said of keys. */
const joined = (groups: readonly (readonly Shown[])[]): readonly (readonly Shown[])[] =>
  [...groupBy(groups, (group) => errorBodyOf(group) ?? refusalOf(group) ?? exchangeOf(group) ?? group).values()].map(
    (alike) => alike.flat().toSorted((one, other) => Number(isOfErrors(other)) - Number(isOfErrors(one))),
  );

const inOrder = <T>(all: readonly T[], one: T, other: T): number => all.indexOf(one) - all.indexOf(other);

const kindTitles = findingKinds.map(({ title }) => title);

const byFirmness = (first: { firmness: Firmness }, second: { firmness: Firmness }): number =>
  inOrder(firmnesses, first.firmness, second.firmness);

const byWeight = (first: Cause, second: Cause): number =>
  Number(second.failing) - Number(first.failing) ||
  byRisk(first.risk, second.risk) ||
  inOrder(kindTitles, first.kind, second.kind) ||
  byFirmness(first, second) ||
  second.requirements.length - first.requirements.length;

/** All findings by cause, what fails the gate first, then by risk; what follows from a common cause stands under it. */
export function causesOf({ requirements, gate, narrowed }: Verdict): Cause[] {
  /** Findings of one cause; `common` names it where their claims differ. */
  const causeOf = (alike: readonly Shown[], common?: string): Cause[] =>
    alike.slice(0, 1).map(({ requirement, finding }) => {
      const claims = [...new Set(alike.map((each) => each.requirement.claim))];
      const { claim, firmness, outcome, section } = requirement;
      return {
        ...finding,
        risk: gravestOf(alike.map((each) => each.finding)),
        claim: common ?? claim,
        firmness,
        outcome,
        kind: kindOf(requirement),
        heading: section,
        failing: alike.some((each) => failsGate(each.requirement, gate)),
        findings: alike.map((each) => each.finding),
        requirements: [...new Set(alike.map((each) => each.requirement.id))],
        operations: [...new Set(alike.map((each) => each.finding.operation))],
        claims: common === undefined && claims.length === 1 ? [] : claims,
      };
    });
  // A part of the requirements is not enough evidence for a common cause.
  const shared = narrowed ? [] : consequencesIn(requirements);
  const explained = new Set(shared.flatMap((consequences) => consequences.requirements));
  const others = requirements
    .filter((requirement) => !explained.has(requirement))
    .toSorted(byFirmness)
    .flatMap(shownBy);
  const alike = groupBy(others, ({ finding: { code }, requirement: { claim, firmness, outcome } }) =>
    JSON.stringify([code, claim, firmness, outcome]),
  );
  return [
    ...shared.flatMap(({ requirements: of, claim }) => causeOf(of.toSorted(byFirmness).flatMap(shownBy), claim)),
    ...joined([...alike.values()]).flatMap((group) => causeOf(group)),
  ].sort(byWeight);
}

/** The gravest risk of what broke, or fails the gate, or is accepted. */
export function gravestIn(verdict: Verdict): Risk | undefined {
  const causes = causesOf(verdict).filter(
    ({ outcome, failing }) => failing || outcome === 'deviates' || outcome === 'waived',
  );
  return gravestOf(causes);
}

/** `1 cause, 2 promises`; empty where no promise is broken. */
export function causesText(verdict: Verdict): string {
  const causes = causesOf(verdict).filter(({ outcome }) => outcome === 'deviates');
  const promises = countIn(verdict.requirements, 'deviates');
  return promises === 0 ? '' : `${brokenPromises(promises)}, ${plural(causes.length, 'cause')}`;
}

/** The causes under what they are: broken promises first, those of one kind together, the kind with the gravest first. */
export function causeGroups(verdict: Verdict): { readonly title: string; readonly causes: Cause[] }[] {
  const all = causesOf(verdict);
  return Object.entries(causeTitles).flatMap(([outcome, title]) => {
    const own = all.filter((cause) => cause.outcome === outcome);
    return [...groupBy(own, ({ kind }) => kind)].map(([kind, causes]) => ({ title: `${title}: ${kind}`, causes }));
  });
}

/** Endpoints and claims of a cause that are named. */
const maxNamed = 5;

/** A cause for somebody who knows the service and its document and not the harness. */
export function causeFacts(
  cause: Cause,
  code = (text: string): string => text,
): readonly (readonly [term: string, text: string])[] {
  const { heading, firmness, operations, request, answer, claim, claims, findings, risk, firstSeen } = cause;
  const sent = texts(request?.at && `${request.at} (UTC)`, answer?.id && `answered with ${code(answer.id)}`);
  const others = claims.filter((each) => each !== claim);
  const placeText = (operation: string): string => {
    const [title, call] = [headingOf(operation), code(callText(operation))];
    return title === undefined ? call : `${title} (${call})`;
  };
  const facts = [
    ['Risk', risk === undefined ? '' : `${risk}: ${riskMeanings[risk]}`],
    ['Seen', seenText(findings, code)],
    ['Looked at again', looksText(cause)],
    ['In the document', `${heading} (${restsOn[firmness]})`],
    ['Endpoint', firstOf(operations.map(placeText), maxNamed)],
    ['Case', cause.case ?? ''],
    ['Sent', sent.join(', ')],
    ['First seen', firstSeen === undefined ? '' : sightText(firstSeen, dayText)],
    ['Also broken', firstOf(others, maxNamed, ' ')],
  ] as const;
  return facts.filter(([, text]) => text !== '');
}

/** Explains the forms in findings and responses. */
export const formsText =
  'Answers show the form of each value, not the value. Words of the document stay. text(42) is a text of 42 characters, decimal(8) a decimal with 8 places, num a number. key is a field that the document does not name. (4 times) counts the places of answers that show it.';

/** Words that are alike at each endpoint are one reason: `balances.read: not sent: the run was interrupted`. */
const shared = (words: string): string => words.replace(/^[a-z-]+\.[a-z]+: /, '');

/** Reasons why requirements have an outcome, with how many each concerns, those of most promises first. */
export function reasonsFor(requirements: readonly JudgedRequirement[], outcomes: readonly Outcome[]) {
  const concerned = requirements.filter(({ outcome }) => outcomes.includes(outcome));
  const alike = groupBy(concerned, (each) => {
    const [lead, words] = reasonParts(each);
    return JSON.stringify([each.untestedBy, lead, shared(words)]);
  });
  return [...alike.values()]
    .map((group) => {
      const [first] = group as [JudgedRequirement];
      const { untestedBy: by, code } = first;
      const [lead, own] = reasonParts(first);
      const words = group.length > 1 ? shared(own) : own;
      const promises = group.filter(isPromise).length;
      return {
        reason: lead + words,
        words,
        by,
        code,
        promises,
        ids: group.map(({ id }) => id),
        kinds: kindsText(group),
      };
    })
    .sort((first, second) => second.promises - first.promises || second.ids.length - first.ids.length);
}
