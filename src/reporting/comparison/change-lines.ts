// What the service did otherwise, a line a cause: promises that broke or were mended, and changes of facts.
import { isPromise, isRequirementId, orderIds, requirementOf, type Tag } from '#contract';
import {
  clientMust,
  decimalText,
  type FactChange,
  formText,
  hiddenValue,
  instantText,
  isOfAnswer,
  movedIn,
  pathIn,
} from '#facts';
import { cut, groupBy, plural, texts } from '../text.ts';
import type { JudgedFinding } from '../verdict.ts';
import { parts } from '../words.ts';
import { type ChangeGroup, groupChanges } from './change-groups.ts';
import type { Comparison } from './compare-runs.ts';
import { isOfForm, isWaived, isWorsening, type ServiceChange } from './turns.ts';

/** What a line says of the service, the most severe first. */
const lineWords = ['broken', 'breaks', 'changed', 'more', 'least', 'accepted', 'waived', 'mended'] as const;
export type LineWord = (typeof lineWords)[number];

/** What each kind of line asks of the reader. */
export const advice: readonly (readonly [LineWord, title: string, todo: string])[] = [
  ['broken', parts.broken, 'Ask the vendor to fix this before the upgrade, or waive it until then.'],
  ['breaks', 'Changes that break clients', 'Change the client first, or stay on the older release.'],
  ['changed', 'Changes of what was never promised', 'See whether a client relies on them.'],
  ['more', 'Additions', 'Nothing has to be done.'],
  ['least', 'Changes of little weight', 'Nothing has to be done, unless somebody reads wording or order.'],
  ['accepted', 'Changes that were accepted', 'Nothing has to be done: the baseline has them.'],
  ['waived', 'Deviations that are waived', 'Somebody answers for them until the waiver ends.'],
  ['mended', 'Mended', 'Waivers of them can go.'],
];

/** A finding with what it breaks. */
interface NamedFinding extends JudgedFinding {
  readonly claim: string;
  readonly requirement: string;
  readonly isMended: boolean;
}

/** One cause: what the service did, wherever it shows. */
export interface Line {
  readonly word: LineWord;
  readonly endpoints: readonly string[];
  readonly text: string;
  /** Ids of the promises and examples that turned by this cause. */
  readonly requirements: readonly string[];
  /** The claims, the requests and what came, one a text; of a fact before and after. */
  readonly details: readonly string[];
  readonly findings: readonly NamedFinding[];
  readonly changes: readonly FactChange[];
  /** What a client must do about it, where it breaks or changes. */
  readonly must?: string | undefined;
}

/** The place of a finding without what of it differs from case to case. */
const leafOf = (where: string): string =>
  where
    .replace(/\[\d*\]/g, '[]')
    .replace(/^\$\.data(?:\[\])?/, '$')
    .replace(/\.\{.*$/, '');

interface TurnedFinding {
  readonly change: ServiceChange;
  readonly view: NamedFinding;
}

const anyIndex = (where: string): string => where.replace(/\[\d+\]/g, '[]');

/** With the value, where the facts of the run show it. */
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
  if (isWaived(change)) return 'waived';
  if (!isWorsening(change) && isPromise(change.requirement)) return 'mended';
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

/** At a member, and not the body as a whole. */
const isOfBody = (where: string): boolean => where.startsWith('$') && leafOf(where) !== '$';

const pureForms =
  /^(?:uuid|object|string|number|boolean|email|uri|date|e164|CC\d|(?:text|decimal|array)\(\d+\)|datetime-\S+)$/;

/** What a value is like where a promise is about more than its form. */
const otherwiseText = (observed: string): string | undefined => {
  const all = observed.split(/, | and \d+ more$/).filter(Boolean);
  if (all.every((each) => each.startsWith('-'))) return 'negative';
  if (all.every((each) => /^another \S+$/.test(each))) return 'another value';
  return all.every((each) => pureForms.test(each)) ? 'otherwise' : undefined;
};

/** One fault shows under several claims: at one place of a body by the same difference, else by the claim. */
const causeOf = ({ change, view }: TurnedFinding): string => {
  const { code, where, claim, observed, answer } = view;
  const otherwise = isOfForm(view) ? undefined : otherwiseText(observed)?.replace('another value', 'otherwise');
  const seen = otherwise ?? observed;
  const of = isOfBody(where) ? [leafOf(where), seen] : [code, claim];
  const refusal = answer !== undefined && answer.status >= 300 && answer.status;
  return JSON.stringify([wordOf(change), isWorsening(change), refusal, ...of]);
};

/** A claim within a sentence: `a named withdrawal over ACH is refused`. */
const withinSentence = (claim: string): string =>
  claim.replace(/\.$/, '').replace(/^[A-Z](?=[a-z]* )/, (it) => it.toLowerCase());

const forms: readonly (readonly [RegExp, string | ((whole: string, part: string) => string)])[] = [
  [/\b(?:impossible-datetime|impossible-date|e164)\b/g, (form) => formText(form)],
  [/\bdatetime-\w+-\w+(?:[+-][\d:]+)?/g, (form) => instantText(form) ?? form],
  [/\btext\(\d+\)/g, 'a string'],
  [/\bdecimal\((\d+)\)/g, (_whole, places) => decimalText(places)],
  [/\barray\((\d+)\)/g, 'a list of $1'],
  [/\bCC([23])\b/g, '$1 capitals'],
  [/\bnum\b/g, 'a number'],
  [/-number\b/g, 'a negative number'],
  [/\bnull-uuid\b|\bnil-uuid\b/g, 'the nil UUID'],
];

const named =
  /^(?:string|number|date|object|boolean|array|integer|email|uuid|uri|UTC|decimal string|lower-case|two-letter|three-letter)\b/;

/** `2 to 6` of decimals and nothing else. */
const placesIn = (text: string): string | undefined => {
  if (!/^decimal\(\d+\)(?:, decimal\(\d+\))*$/.test(text)) return undefined;
  const places = [...text.matchAll(/\d+/g)].map(Number);
  return [...new Set([Math.min(...places), Math.max(...places)])].join(' to ');
};

const decimals = /decimal\((\d+)\)(?:, (?:another )?decimal\(\d+\))+/g;

/** Many decimals in a row are told by the fewest and the most places. */
const rangeText = (list: string): string => {
  const places = [...list.matchAll(/\d+/g)].map(Number);
  return `decimals of ${Math.min(...places)} to ${Math.max(...places)} places`;
};

export const inWords = (given: string): string => {
  const text = /^decimal\(\d+\)(?:, decimal\(\d+\))*$/.test(given) ? given : given.replace(decimals, rangeText);
  const places = placesIn(text);
  if (places?.includes(' to ')) return `a decimal of ${places} places in quotes`;
  const words = forms.reduce(
    (all, [form, word]) => (typeof word === 'string' ? all.replace(form, word) : all.replace(form, word)),
    text,
  );
  return named.test(words) ? `${/^[aeio]/.test(words) ? 'an' : 'a'} ${words}` : words;
};

/** A longer case, claim or promise is read on the page. */
const [maxCase, maxClaim] = [40, 88];

/** A long claim ends with its last part that fits. */
const promiseText = (claim: string): string => {
  const text = withinSentence(claim);
  if (text.length <= maxClaim) return text;
  return /^.{20,}(?=[:;] )/.exec(text.slice(0, maxClaim))?.[0] ?? cut(text, maxClaim);
};

/** `promised: a named withdrawal over ACH is refused`. */
const turnText = (change: ServiceChange): string => {
  const [worse, better] = isPromise(change.requirement) ? ['promised', 'kept again'] : ['so far', 'again'];
  return `${isWorsening(change) ? worse : better}: ${promiseText(change.requirement.claim)}`;
};

/** `accepted (201; named withdrawal, USD, ACH)` of the status of an order, `200 (no key)` of that of a read. */
const observedText = ({ observed, where, operation, case: tried = '' }: NamedFinding): string => {
  const otherwise = isOfBody(where) ? otherwiseText(observed) : undefined;
  if (otherwise !== undefined) return otherwise;
  // What a status means in this case stands with the details.
  const short = where.startsWith('$') ? observed : (observed.split(':')[0] ?? '');
  const isTold = tried !== '' && tried !== 'plain' && tried.length <= maxCase;
  const of = isTold ? tried.replace(/^named,/, 'named withdrawal,') : '';
  const answered =
    orderIds.some((id) => id === operation) && { 2: 'accepted', 4: 'refused' }[/^([24])\d\d$/.exec(short)?.[1] ?? ''];
  return answered
    ? `${answered} (${texts(short, of).join('; ')})`
    : texts(cut(inWords(short), maxClaim), of && `(${of})`).join(' ');
};

/** ``` `message` of a 401: string before, now missing ```; of a status, a body as a whole or what it says, the claim says more. */
const findingText = ({ change, view }: TurnedFinding): string => {
  const { where, expected, observed, answer, isMended } = view;
  const status = answer === undefined || answer.status < 300 ? '' : ` of a ${answer.status}`;
  const place = isOfBody(where) ? `\`${leafOf(where).replace(/^\$\.?/, '')}\`${status}: ` : '';
  if (place === '' || !isOfForm(view))
    return `${place}${turnText(change)}; ${isMended ? 'was' : 'now'} ${observedText(view)}`;
  const [wanted, had] = [/^decimal string with (\d+) places$/.exec(expected)?.[1], placesIn(observed)];
  if (wanted !== undefined && had !== undefined) {
    const [old, now] = isMended ? [had, wanted] : [wanted, had];
    return `${place}a string with ${old} decimal places before, now ${now}`;
  }
  const noun = /^text\(\d+\)$/.test(observed) ? formNoun(expected) : undefined;
  if (noun !== undefined)
    return `${place.replace(/: $/, '')} is ${isMended ? `${noun} again` : `no ${bare(noun)} any more`}`;
  const [promised, seen] = [cut(inWords(expected), maxClaim), inWords(observed)];
  return isMended ? `${place}${seen} before, now ${promised}` : `${place}${promised} before, now ${seen}`;
};

/** Forms that a string may lose. */
const nouns: readonly (readonly [RegExp, string])[] = [
  [/^uuid\b/, 'a UUID'],
  [/^UTC date-time/, 'an instant'],
  [/^date\b/, 'a date'],
  [/^decimal\b/, 'a decimal'],
  [/^uri\b/, 'a URL'],
  [/^email\b/, 'an e-mail address'],
  [/^E\.164/, 'a telephone number'],
];

const formNoun = (expected: string): string | undefined => nouns.find(([form]) => form.test(expected))?.[1];
const bare = (noun: string): string => noun.replace(/^an? /, '');

const endpointsIn = (found: readonly TurnedFinding[]): string[] => [
  ...new Set(found.map(({ view }) => view.operation)),
];

/** What a group of promises is about. */
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

/** What a member is no more says most, and then the shortest claim. */
const plainest = (found: readonly TurnedFinding[]): TurnedFinding | undefined => {
  const weight = ({ view }: TurnedFinding): number => (isOfForm(view) ? 0 : 1_000) + view.claim.length;
  return found.toSorted((one, other) => weight(one) - weight(other))[0];
};

const answerKey = (first: TurnedFinding): string =>
  JSON.stringify([wordOf(first.change), first.view.code, first.view.observed.split(':')[0], topicOf(first)]);

/** Claims about one thing, at the same endpoints, that the same answer breaks. */
const topicKey = (found: readonly TurnedFinding[]): string => {
  const first = plainest(found);
  if (first === undefined) return '';
  const { change, view } = first;
  // One claim that is broken at several members of the same records has one cause.
  if (isOfBody(view.where) && !isOfForm(view))
    return JSON.stringify([wordOf(change), view.code, view.claim, view.answer?.status, endpointsIn(found)]);
  if (isOfBody(view.where)) return JSON.stringify(found.map((each) => [each.view.where, each.view.claim]));
  return JSON.stringify([answerKey(first), endpointsIn(found)]);
};

/**
 * At some of the endpoints of another group, the same answer to requests about one topic; or what a member says that has lost its
 * form.
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
      leafOf(part.where) === leafOf(whole.where)
    );
  const areAnswers = !isOfBody(part.where) && !isOfBody(whole.where);
  return areAnswers && some.length < all.length && answerKey(one) === answerKey(first);
};

const withParts = (groups: readonly (readonly TurnedFinding[])[]): readonly (readonly TurnedFinding[])[] => {
  const roots = groups.filter((own) => !groups.some((other) => isPartOf(own, other)));
  const rootOf = new Map(groups.map((own) => [own, roots.find((root) => isPartOf(own, root))]));
  return roots.map((root) => [...root, ...groups.filter((own) => rootOf.get(own) === root).flat()]);
};

const line = (of: Pick<Line, 'word' | 'endpoints' | 'text'> & Partial<Line>): Line => ({
  requirements: [],
  details: [],
  findings: [],
  changes: [],
  ...of,
});

const claimText = ({ requirement: { claim, firmness } }: ServiceChange): string => `${claim} (${firmness})`;

/** What else turned by the same cause. */
const othersText = (first: TurnedFinding, count: number): string => {
  if (count === 0) return '';
  const promise = first.view.isMended
    ? (['mends', 'mended', 'promise'] as const)
    : (['breaks', 'broken', 'promise'] as const);
  const [turns, turned, noun] = isPromise(first.change.requirement)
    ? promise
    : (['changes', 'changed', 'answer'] as const);
  return isOfBody(first.view.where)
    ? `; this ${turns} ${plural(count, `more ${noun}`)}`
    : `, and ${plural(count, `more ${turned} ${noun}`)} about ${topicOf(first)}`;
};

/** At how many more members the claim is broken. */
const membersText = (found: readonly TurnedFinding[]): string => {
  const members = new Set(found.filter(({ view }) => isOfBody(view.where)).map(({ view }) => leafOf(view.where)));
  return members.size > 1 ? `; so ${members.size === 2 ? 'is' : 'are'} ${plural(members.size - 1, 'more member')}` : '';
};

const lineOf = (found: readonly TurnedFinding[]): Line[] => {
  const first = plainest(found);
  if (first === undefined) return [];
  const requirements = [...new Set(found.map(({ change }) => change.requirement.id))];
  return [
    line({
      word: wordOf(first.change),
      endpoints: endpointsIn(found),
      text: `${findingText(first)}${membersText(found)}${othersText(first, requirements.length - 1)}`,
      requirements,
      details: [...new Set(found.map(({ change }) => claimText(change)))],
      findings: found.map(({ view }) => view),
    }),
  ];
};

/** Causes of what turned, an endpoint that is gone as one. */
const turnLines = ({ service, gone, following }: Comparison): readonly Line[] => {
  const isOfGone = ({ findings }: ServiceChange): boolean =>
    findings.length > 0 && findings.every(({ operation }) => gone.has(operation));
  const own = service.filter((each) => isWorsening(each) && isOfGone(each));
  const lost = [...gone.values()].reduce((sum, each) => sum + each, 0);
  const [first, ...more] = gone.keys();
  const names = more.length === 0 ? 'it' : more.length === 1 ? 'them' : [first, ...more].join(', ');
  const goneLine = line({
    word: 'broken',
    endpoints: [...gone.keys()],
    text: `gone: no path leads to ${names} any more (${plural(lost, 'more promise')} cannot be tested)`,
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
  const groups = withParts([...groupBy(causes, topicKey).values()].map((alike) => alike.flat()));
  const weight = (line: Line) => lineWords.indexOf(line.word);
  return [
    ...(gone.size === 0 ? [] : [goneLine]),
    ...groups.flatMap(lineOf),
    ...silent.map((change) =>
      line({
        word: wordOf(change),
        endpoints: [change.requirement.id.split('/')[0] ?? ''],
        text: turnText(change),
        requirements: [change.requirement.id],
        details: [claimText(change)],
      }),
    ),
  ].sort((one, other) => weight(one) - weight(other));
};

/** The first of a group, and in how many more places a client must do so. */
const mustOf = ({ changes }: Pick<ChangeGroup, 'changes'>): string | undefined => {
  const all = [...new Set(changes.flatMap((change) => clientMust(change) ?? []))];
  const [first] = all;
  return first === undefined || all.length === 1 ? first : `${first}, and so in ${plural(all.length - 1, 'more case')}`;
};

const changeLine = ({ class: drift, ...change }: ChangeGroup): Line =>
  line({
    word: drift === 'unseen' ? 'least' : drift,
    endpoints: change.endpoints,
    text: change.text,
    changes: change.changes,
    must: drift === 'breaks' || drift === 'changed' ? mustOf(change) : undefined,
  });

/** The document allows null and leaving it out. */
const isLeftOut = ({ findings }: Line): boolean =>
  findings.length > 0 && findings.every(({ code }) => code === 'OMITTED_NULLABLE_MEMBER');

/** An example that differs stands in its fact, where there is one, and where a promise turned is of its cause. */
const isRepeated = ({ word, findings }: Line, changes: readonly FactChange[], lines: readonly Line[]): boolean => {
  const isInFact = ({ operation, where }: NamedFinding): boolean =>
    changes.some(
      (change) =>
        change.endpoint === operation &&
        (where.startsWith('$') ? leafOf(pathIn(change) ?? '').startsWith(leafOf(where)) : isOfAnswer(change)),
    );
  const turned = lines.flatMap((each) => (each.word === 'broken' || each.word === 'mended' ? each.findings : []));
  const isInPromise = ({ operation, where, isMended }: NamedFinding): boolean =>
    turned.some(
      (each) => each.isMended === isMended && each.operation === operation && leafOf(each.where) === leafOf(where),
    );
  return word === 'changed' && findings.length > 0 && (findings.every(isInFact) || findings.every(isInPromise));
};

/** Changes of facts alone, a line a cause. */
export const linesOfChanges = (changes: readonly FactChange[]): readonly Line[] =>
  groupChanges(changes).map(changeLine);

/** Lines about the service, the most severe first; of one weight, what ends and what concerns most endpoints. */
export const linesOf = (comparison: Comparison): readonly Line[] => {
  const { service, accepted } = comparison.facts;
  const changes = [...service, ...accepted];
  const groups = [
    ...linesOfChanges(service),
    ...linesOfChanges(accepted).map((each) => ({ ...each, word: 'accepted' as const })),
  ];
  const all = turnLines(comparison);
  const turns = all.filter((line) => !isLeftOut(line) && !isRepeated(line, changes, all));
  const isEnd = ({ changes: own }: Line): boolean => own.some(({ kind }) => kind === 'end-announced');
  const weight = (line: Line): number => (isEnd(line) && line.word !== 'accepted' ? 0.5 : lineWords.indexOf(line.word));
  return [...turns, ...groups].toSorted(
    (one, other) => weight(one) - weight(other) || other.endpoints.length - one.endpoints.length,
  );
};
