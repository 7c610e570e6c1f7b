// Promises that broke or were fixed, one line for each cause.
import { isPromise, isRequirementId, requirementOf, type Tag } from '#contract';
import { type FactChange, hiddenValue, listText, movedIn, pathIn, takenStep } from '#facts';
import { isOtherRefusal } from '../finding.ts';
import { firstOf, groupBy, plural, texts } from '../text.ts';
import type { Also } from './change-groups.ts';
import type { Comparison } from './compare-runs.ts';
import {
  anyIndex,
  claimSaid,
  findingText,
  isOfBody,
  isOfOtherRule,
  isOfServerError,
  leafOf,
  memberName,
  placeOfFinding,
  quoteOf,
  speaksOf,
  type TurnedFinding,
} from './finding-text.ts';
import { otherwiseText } from './form-words.ts';
import { isOfAmount, type Line, type LineWord, line, lineWords, type NamedFinding } from './line-kinds.ts';
import { runNames } from './run-words.ts';
import { isOfForm, isWaived, isWorsening, type ServiceChange } from './turns.ts';

/** Adds the value, if the facts of the run show it. */
const withValue = (finding: NamedFinding, changes: readonly FactChange[]): NamedFinding => {
  if (!/^text\(\d+\)$/.test(finding.observed)) return finding;
  const fact = changes.find(
    (change) =>
      change.kind === 'value-new' &&
      change.endpoint === finding.operation &&
      pathIn(change) === anyIndex(finding.where),
  );
  const came = fact === undefined ? [] : movedIn(fact).came.filter((name) => name !== hiddenValue);
  return came.length === 0 ? finding : { ...finding, observed: came.join(' or ') };
};

export const wordOf = (change: ServiceChange): LineWord => {
  if (isWaived(change)) return 'accepted';
  if (!isWorsening(change) && isPromise(change.requirement)) return 'fixed';
  return isPromise(change.requirement) ? 'broken' : 'changed';
};

const foundIn = (change: ServiceChange): TurnedFinding[] =>
  change.findings.map((finding) => ({
    change,
    view: {
      ...finding,
      claim: change.requirement.claim,
      requirement: change.requirement.id,
      isMended: !isWorsening(change),
    },
  }));

/** A key for one fault that breaks several claims: the place and the difference in a body, else the claim. */
const causeOf = ({ change, view }: TurnedFinding): string => {
  const { code, where, claim, observed, answer } = view;
  const otherwise = isOfForm(view)
    ? undefined
    : otherwiseText(observed)?.replace('a different amount', 'a different value');
  // One promise is about the array, another about its length.
  const seen = otherwise ?? observed.replace(/^array\(\d+\)$/, 'array');
  const of = isOfBody(where) ? [leafOf(where), seen] : [code, claim];
  const refusal = answer !== undefined && answer.status >= 300 && answer.status;
  return JSON.stringify([wordOf(change), isWorsening(change), refusal, ...of]);
};

const endpointsIn = (found: readonly TurnedFinding[]): string[] => [
  ...new Set(found.map(({ view }) => view.operation)),
];

const topics: Readonly<Record<Tag, string>> = {
  authentication: 'keys',
  rails: 'rails',
  order: 'orders',
  money: 'money',
  verification: 'verification',
  record: 'records',
  format: 'forms',
  pagination: 'pages',
  consistency: 'records',
  error: 'refusals',
  version: 'versions',
  http: 'HTTP',
  open: 'open questions',
};

const topicOf = ({ change: { requirement } }: TurnedFinding): string =>
  topics[isRequirementId(requirement.id) ? requirementOf(requirement.id).tag : 'open'];

/**
 * The finding that a reader understands best: a missing or changed member first, then a claim that names the subject,
 * then the shortest claim.
 */
const plainest = (found: readonly TurnedFinding[]): TurnedFinding | undefined => {
  const claimedAt = new Map(
    [...groupBy(found, ({ view }) => view.claim)].map(([claim, own]) => [claim, new Set(endpointsIn(own))]),
  );
  const weight = ({ view }: TurnedFinding): number =>
    (isOfForm(view) ? (view.observed === 'missing' ? -10_000 : 0) : 10_000) +
    (speaksOf(view) ? 0 : 1_000) +
    (/^an order without\b/.test(view.expected) && !view.claim.includes('without') ? 500 : 0) +
    // A claim that broke at several endpoints is less special.
    view.claim.length -
    100 * (claimedAt.get(view.claim)?.size ?? 0);
  return found.toSorted((one, other) => weight(one) - weight(other))[0];
};

/** True if all are refusals with one status in place of another. */
const areOtherRefusals = (found: readonly TurnedFinding[]): boolean =>
  found.every(({ view }) => isOtherRefusal(view)) &&
  new Set(found.map(({ view }) => `${view.expected} ${view.observed}`)).size === 1;

const answerKey = (first: TurnedFinding): string =>
  isOfServerError(first.view) || first.view.code === 'REFUSED'
    ? JSON.stringify([wordOf(first.change), first.view.code, first.view.observed.slice(0, 3)])
    : JSON.stringify([wordOf(first.change), first.view.code, first.view.observed.split(':')[0], topicOf(first)]);

/** A changed body lacks several members at once: members of a refusal, or of an envelope. */
const isLost = ({ view: { observed, isMended, answer, where } }: TurnedFinding): boolean =>
  !isMended &&
  ((answer?.status ?? 0) >= 400
    ? /^(?:missing|no string)$/.test(observed)
    : observed === 'missing' && /^\$\.\w+$/.test(where));

const isOfMissingItem = ({ view }: TurnedFinding): boolean =>
  !view.isMended && view.where.startsWith('$.data[') && view.observed === '0 times';

/** An item that is missing in a listing is also missing in its pages and counts. */
const listingsThatLack = (causes: readonly (readonly TurnedFinding[])[]): ReadonlySet<string> =>
  new Set(
    causes
      .flat()
      .filter(isOfMissingItem)
      .map(({ view }) => view.operation),
  );

const isOfItems = ({ change: { requirement }, view }: TurnedFinding): boolean =>
  isRequirementId(requirement.id) &&
  ['pagination', 'consistency'].includes(requirementOf(requirement.id).tag) &&
  !view.isMended &&
  !isOfForm(view) &&
  view.where.startsWith('$');

/** A key for claims of one topic that the same answer breaks at the same endpoints. */
const topicKey = (found: readonly TurnedFinding[]): string => {
  const first = plainest(found);
  if (first === undefined) return '';
  const { change, view } = first;
  if (areOtherRefusals(found))
    return JSON.stringify(['refused', wordOf(change), view.isMended, view.expected, view.observed]);
  if (isOfBody(view.where) && isLost(first) && (view.answer?.status ?? 0) < 400)
    return JSON.stringify(['lost', wordOf(change), false, endpointsIn(found)]);
  // One claim that is broken at several members of the same records has one cause.
  if (isOfBody(view.where) && !isOfForm(view))
    return JSON.stringify([wordOf(change), view.code, view.claim, view.answer?.status, endpointsIn(found)]);
  if (isOfBody(view.where) && isLost(first))
    return JSON.stringify(['lost', wordOf(change), (view.answer?.status ?? 0) >= 400, endpointsIn(found)]);
  // A new form of several members has one cause too.
  if (isOfBody(view.where))
    return JSON.stringify([
      'form',
      wordOf(change),
      view.isMended,
      [view.code, view.expected, view.observed.replace(/\(\d+\)/g, ''), view.answer?.status],
      [...new Set(found.map((each) => each.view.claim))].toSorted(),
      endpointsIn(found),
    ]);
  return JSON.stringify([answerKey(first), endpointsIn(found)]);
};

/**
 * True if the other group has the same cause: the same answer to requests of one topic at more endpoints, or a lost
 * form of the same member.
 */
const isPartOf = (own: readonly TurnedFinding[], other: readonly TurnedFinding[]): boolean => {
  const [one, first] = [plainest(own), plainest(other)];
  const [some, all] = [endpointsIn(own), endpointsIn(other)];
  if (one === undefined || first === undefined || !some.every((each) => all.includes(each))) return false;
  const [{ view: part }, { view: whole }] = [one, first];
  if (isOfBody(part.where) && isOfBody(whole.where))
    return (
      !isOfForm(part) &&
      isOfForm(whole) &&
      wordOf(one.change) === wordOf(first.change) &&
      other.some(({ view }) => leafOf(part.where) === leafOf(view.where))
    );
  const areAnswers = !isOfBody(part.where) && !isOfBody(whole.where);
  return areAnswers && some.length < all.length && answerKey(one) === answerKey(first);
};

const withParts = (groups: readonly (readonly TurnedFinding[])[]): readonly (readonly TurnedFinding[])[] => {
  const roots = groups.filter((own) => !groups.some((other) => isPartOf(own, other)));
  const rootOf = new Map(groups.map((own) => [own, roots.find((root) => isPartOf(own, root))]));
  return roots.map((root) => [...root, ...groups.filter((own) => rootOf.get(own) === root).flat()]);
};

const claimText = ({ requirement: { claim, firmness } }: ServiceChange): string => `${claim} (${firmness})`;

/** `this field`: the only part of an answer that breaks these promises. */
const partOf = (found: readonly TurnedFinding[]): string => {
  const places = new Set(found.map(({ view }) => leafOf(view.where)));
  if (found.some(({ view }) => !isOfBody(view.where))) return 'this body';
  return places.size === 1 ? 'this field' : 'these fields';
};

const reasonOf = (found: readonly TurnedFinding[], isOne: boolean): string => {
  if (found.some(({ view }) => view.isMended)) return `${isOne ? 'is' : 'are'} fixed by the same change`;
  if (refusalText(found) !== '') return `${isOne ? 'is' : 'are'} broken only because of ${partOf(found)}`;
  if (found.every(({ view }) => isOfServerError(view))) return `${isOne ? 'allows' : 'allow'} no server error here`;
  if (areOtherRefusals(found)) return `${isOne ? 'is' : 'are'} broken by the same status`;
  return `${isOne ? 'fails' : 'fail'} for the same reason`;
};

const othersOf = (first: TurnedFinding, found: readonly TurnedFinding[]): Also | undefined => {
  const { requirement: own } = first.change;
  const alike = endpointsIn(found.filter(({ change: { requirement } }) => requirement.claim === own.claim)).filter(
    (endpoint) => endpoint !== first.view.operation,
  );
  // If the first rule is not quoted, it stands among the others.
  const isQuoted = !isOfOtherRule(first);
  const others = new Map(
    found.flatMap(({ change: { requirement } }) =>
      requirement.id === own.id && isQuoted ? [] : [[requirement.id, requirement.claim] as const],
    ),
  );
  if (others.size === 0) return undefined;
  const isOne = others.size === 1;
  const title = isPromise(own)
    ? `${plural(others.size, isQuoted ? 'more promise' : 'promise')} ${reasonOf(found, isOne)}`
    : `${plural(others.size, 'more example')} changed for the same reason`;
  const isOwn = (claim: string): boolean => claim === own.claim;
  if (isQuoted && isPromise(own) && [...others.values()].every(isOwn) && alike.length > 0) return undefined;
  // A claim that refers to another sentence comes last, because it says little alone.
  const claims = [...others.values()].toSorted(
    (one, other) => Number(/^That /.test(one)) - Number(/^That /.test(other)),
  );
  const isSaid = (claim: string): boolean => isQuoted && isOwn(claim);
  const names = [...groupBy(claims, (claim) => claim)].map(
    ([claim, all]) =>
      `${isSaid(claim) ? 'the same promise' : claim.replace(/\.$/, '')}${all.length > 1 || isSaid(claim) ? ` (${plural(all.length, 'endpoint')})` : ''}`,
  );
  return { title, names, areClaims: true };
};

const sentences = (first: string, ...others: readonly string[]): string =>
  [others.length === 0 || first.endsWith('.') ? first : `${first}.`, ...others].join(' ');

/** A refusal with a changed body is still a refusal: this part of the promises is kept. */
const refusalText = (found: readonly TurnedFinding[]): string => {
  const isRefused = ({ view: { where, answer, isMended } }: TurnedFinding): boolean =>
    !isMended && where.startsWith('$') && answer !== undefined && answer.status >= 400 && answer.status < 500;
  if (!found.every(isRefused)) return '';
  const statuses = [...new Set(found.flatMap(({ view }) => (view.answer ? [String(view.answer.status)] : [])))];
  return `The status (${listText(statuses.toSorted()).replace(' and ', ' or ')}) is still as promised.`;
};

const membersText = (first: TurnedFinding, found: readonly TurnedFinding[]): string => {
  const members = found.filter(({ view }) => isOfBody(view.where)).map(({ view }) => view.where);
  const others = [...new Map(members.map((where) => [leafOf(where), memberName(where)]))]
    .filter(([leaf]) => leaf !== leafOf(first.view.where))
    .map(([, name]) => `\`${name}\``);
  if (others.length === 0 || found.some(isOfMissingItem)) return '';
  return isLost(first)
    ? `The same answers also lack ${firstOf(others, 4)}.`
    : `The same holds for ${firstOf(others, 4)}.`;
};

const takenText = ({ view }: TurnedFinding, following: readonly FactChange[]): string => {
  const charge = following.find(
    ({ aspect, endpoint, before, after }) => aspect === 'fee rate' && endpoint === view.operation && before && after,
  );
  return isOfAmount(view) && charge !== undefined ? `Example: ${takenStep(charge)}.` : '';
};

const adviceOnRule = (view: NamedFinding): Pick<Line, 'must' | 'by'> =>
  isOfAmount(view)
    ? {
        must: 'Ask the vendor which rule replaces this rule, and check each amount that your client computes.',
        by: 'vendor',
      }
    : { must: 'Check that your client does not rely on this rule.', by: 'client' };

const lineOf = (found: readonly TurnedFinding[], following: readonly FactChange[], older: string): Line[] => {
  const plain = plainest(found);
  if (plain === undefined) return [];
  // A value that one endpoint had does not describe the others.
  const isVaried = plain.view.observed === 'missing' && new Set(found.map(({ view }) => view.expected)).size > 1;
  const first = isVaried ? { ...plain, view: { ...plain.view, expected: 'there' } } : plain;
  const requirements = [...new Set(found.map(({ change }) => change.requirement.id))];
  const text = findingText(first, placeOfFinding(first, found), following, older);
  return [
    line({
      word: wordOf(first.change),
      endpoints: endpointsIn(found),
      text: sentences(
        text,
        ...texts(membersText(first, found), refusalText(found), takenText(first, following), quoteOf(text, first)),
      ),
      also: othersOf(first, found),
      ...(wordOf(first.change) === 'changed' && !first.view.isMended && adviceOnRule(first.view)),
      requirements,
      details: [...new Set(found.map(({ change }) => claimText(change)))],
      findings: found.map(({ view }) => view),
    }),
  ];
};

/** One line for each cause of turned promises; one line for all endpoints that are gone. */
export const turnLines = ({ service, gone, following, ...runs }: Comparison): readonly Line[] => {
  const [older] = runNames(runs);
  const isOfGone = ({ findings }: ServiceChange): boolean =>
    findings.length > 0 && findings.every(({ operation }) => gone.has(operation));
  const own = service.filter((each) => isWorsening(each) && isOfGone(each));
  const lost = [...gone.values()].reduce((sum, each) => sum + each, 0);
  const spoken = own.filter(({ requirement: { id } }) => isRequirementId(id) && requirementOf(id).asks === 'success');
  const untested = lost === 0 ? '' : `; ${plural(lost, 'promise')} cannot be tested`;
  const goneLine = line({
    word: 'broken',
    endpoints: [...gone.keys()],
    text: sentences(
      `${gone.size > 1 ? 'the endpoints are gone, and their paths lead' : 'the endpoint is gone, and its path leads'} nowhere${untested}`,
      ...[...spoken, ...own].slice(0, 1).map(claimSaid),
    ),
    requirements: own.map(({ requirement }) => requirement.id),
    details: own.map(claimText),
    findings: own.flatMap((change) => foundIn(change).map(({ view }) => view)),
  });
  const others = service.filter((each) => !(isWorsening(each) && isOfGone(each)));
  const silent = others.filter(({ findings }) => findings.length === 0);
  const found = others
    .flatMap(foundIn)
    .map(({ change, view }) => ({ change, view: isWorsening(change) ? withValue(view, following) : view }));
  const causes = [...groupBy(found, causeOf).values()];
  const lacking = listingsThatLack(causes);
  const keyOfTopic = (own: readonly TurnedFinding[]): string => {
    const [first] = own;
    const isLacking = own.every((each) => isOfItems(each) && lacking.has(each.view.operation));
    return first && isLacking ? JSON.stringify(['items', wordOf(first.change), endpointsIn(own)]) : topicKey(own);
  };
  const groups = withParts([...groupBy(causes, keyOfTopic).values()].map((alike) => alike.flat()));
  const weight = (line: Line) => lineWords.indexOf(line.word);
  return [
    ...(gone.size === 0 ? [] : [goneLine]),
    ...groups.flatMap((group) => lineOf(group, following, older)),
    ...silent.map((change) =>
      line({
        word: wordOf(change),
        endpoints: [change.requirement.id.split('/')[0] ?? ''],
        text: `${isWorsening(change) ? 'not kept now' : 'kept again'}. ${claimSaid(change)}`,
        requirements: [change.requirement.id],
        details: [claimText(change)],
      }),
    ),
  ].sort((one, other) => weight(one) - weight(other));
};
