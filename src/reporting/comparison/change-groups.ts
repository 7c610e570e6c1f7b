// Changes of facts by their cause: the service most often changed one thing, which shows at several places.

import { listings, operationIds } from '#contract';
import {
  type FactChange as Change,
  type ChangeKind,
  driftClasses,
  type WrittenChange as FactChange,
  writeChange,
} from '#facts';
import { groupBy, plural } from '../text.ts';
import {
  headerName,
  isHiddenName,
  isOfCase,
  memberOf,
  movedIn,
  sentenceOf,
  shareOf,
  shareText,
  statusOf,
} from './fact-words.ts';

/** Changes with one key have one cause: the same change at several places, in several cases, or of all terms of a kind. */
const causeKey = (change: FactChange): string => {
  const { kind, fact, accepted, met } = change;
  if (shareOf(change).length > 0) return [kind, shareOf(change)[0]].join('\t');
  if (/^(?:limit|fee)-(?:tightened|widened|raised|lowered|type)/.test(kind)) return kind;
  const { came, went } = movedIn(change);
  const moved = [came.join(), went.join()];
  // Some of the requests of a case, or all of them.
  if (isOfCase(change)) return [kind, came.join(), accepted].join('\t');
  if (kind.startsWith('capability-')) return [kind, fact.split(':')[0], ...moved].join('\t');
  if (kind.startsWith('field-')) return [kind, ...moved].join('\t');
  if (kind === 'member-new')
    return [kind, isHiddenName(fact) ? '' : (memberOf(fact).split('.').at(-1) ?? '')].join('\t');
  if (/^(?:member|extra-member|optional-member)-/.test(kind)) return [kind, statusOf(fact), memberOf(fact)].join('\t');
  if (['writing-changed', 'format-changed', 'type-changed', 'writing-narrowed', 'mask-changed'].includes(kind))
    return [kind, ...moved].join('\t');
  if (['wording-changed', 'value-replaced', 'id-version-changed', 'zero-left-out'].includes(kind)) return kind;
  return [kind, /header/.test(fact) ? headerName(fact) : '', accepted, met].join('\t');
};

/** More are counted, so that a line stays one. */
const maxNamed = 2;

const isListings = (endpoints: readonly string[]): boolean =>
  endpoints.length === listings.length && listings.every((listing) => endpoints.includes(listing));

/** `offramp.list`, `offramp.list, offramp.read`, `all listings` or `11 endpoints`. */
export const placeText = (endpoints: readonly string[]): string => {
  const [first = ''] = endpoints;
  if (endpoints.length === operationIds.length) return 'all endpoints';
  if (isListings(endpoints)) return 'all listings';
  if (endpoints.length > maxNamed) return `${endpoints.length} endpoints`;
  return first === 'service' ? 'all listings' : endpoints.join(', ');
};

/** Changes of one cause: the service most often changed one thing, which shows at several places. */
export interface ChangeGroup {
  readonly class: FactChange['class'];
  readonly kind: ChangeKind;
  readonly endpoints: readonly string[];
  readonly text: string;
  readonly changes: readonly FactChange[];
}

/** What most clients meet stands for all that changed alike. */
const isPlain = ({ fact }: FactChange): boolean =>
  /^(?:header|\$|observed: (?:success|absent)|status: (?:(?:orders|reads) of|[\w.-]+ (?:for an absent|with an invalid key,)))/.test(
    fact,
  );

/** Where else it changed: `in 4 more kinds of request`, `for 15 more methods`. */
const elsewhere = ({ kind, fact }: FactChange, more: number): string => {
  const isOfMember = fact.includes('$');
  if (isOfCase({ fact })) return `in ${plural(more, 'more kind of request', 'more kinds of request')}`;
  if (fact.startsWith('fee rate')) return `for ${plural(more, 'more kind of order', 'more kinds of order')}`;
  if (fact.startsWith('methods: ')) return `for ${plural(more, 'more currency', 'more currencies')}`;
  if (/^(?:limit|fee|field)-/.test(kind) && !isOfMember) return `for ${plural(more, 'more method')}`;
  if (kind.startsWith('capability-') && !isOfMember)
    return `in ${plural(more, 'more entry', 'more entries')} of the capabilities`;
  return `in ${plural(more, isOfMember && kind !== 'member-new' ? 'more field' : 'more place')}`;
};

const movedText = (change: FactChange): string => JSON.stringify(movedIn(change));

const tailText = (first: FactChange, changes: readonly FactChange[], more: number): string => {
  const isAlike = changes.every((each) => movedText(each) === movedText(first));
  return `${isAlike ? 'the same' : 'also changed'} ${elsewhere(first, more)}`;
};

const groupsOf = (changes: readonly FactChange[]): ChangeGroup[] => {
  const named = changes.filter(({ fact }) => !fact.includes('hidden-'));
  const [shortest] = (named.length > 0 ? named : changes).toSorted((one, other) => one.fact.length - other.fact.length);
  const first = shortest?.kind === 'member-new' ? shortest : (changes.find(isPlain) ?? shortest);
  if (first === undefined) return [];
  const isOfShare = shareOf(first).length > 0;
  const sentence = isOfShare ? shareText(changes) : sentenceOf(first);
  const isOfRun = first.kind === 'given-changed' || first.kind === 'facts-changed';
  const endpoints = isOfRun ? ['the run'] : [...new Set(changes.map(({ endpoint }) => endpoint))];
  // Of one endpoint, several cases or members; of several, the same text each time counts once.
  const others = new Set(changes.filter(({ fact }) => !fact.includes('header ')).map(sentenceOf));
  const more = isOfShare ? 0 : others.size - 1;
  const text = more > 0 ? `${sentence}, ${tailText(first, changes, more)}` : sentence;
  const all = [first, ...changes.filter((each) => each !== first)];
  return [{ class: first.class, kind: first.kind, endpoints, text, changes: all }];
};

/** Requests that were sent for another reason are answered as those are that were sent for this one. */
const isIncidental = ({ fact }: FactChange): boolean => /^status: (?:balances |scenarios|simultaneous )/.test(fact);

/** True where another case of the endpoint says so already. */
const isIncluded = (change: FactChange, all: readonly FactChange[]): boolean => {
  const { endpoint, fact } = change;
  const others = all.filter(
    (each) => each !== change && each.endpoint === endpoint && isOfCase(each) && !isIncidental(each),
  );
  if (isIncidental(change))
    return others.some((each) => movedIn(change).came.every((status) => movedIn(each).came.includes(status)));
  return (
    fact.startsWith('status: ') && others.some((each) => fact.endsWith(each.fact.replace(/^observed: /, ' with ')))
  );
};

/** A member whose name is hidden has its form where all of an unknown name stand. */
const withForm = (change: FactChange, all: readonly FactChange[]): FactChange => {
  const place = change.kind === 'member-new' && change.fact.replace(/\.hidden-[\da-f]{4}$/, '{*}');
  const known = all.find(
    ({ endpoint, fact }) => endpoint === change.endpoint && fact === place && fact !== change.fact,
  );
  return known === undefined ? change : { ...change, met: known.met };
};

/** What all fees of an order take away is reported by the fee that moved. */
const isInShare = ({ endpoint, kind, fact }: FactChange, all: readonly FactChange[]): boolean =>
  fact.startsWith('fee rate: ') &&
  all.some((each) => each.endpoint === endpoint && each.kind === kind && shareOf(each).length > 0);

/** Most severe first, and what announces an end before all of its class. */
export const groupChanges = (values: readonly Change[]): readonly ChangeGroup[] => {
  const all = values.map(writeChange);
  const answered = new Set(all.filter(isOfCase).map(({ endpoint }) => endpoint));
  // Another answer has other words, and what an object of an unknown name holds is new with it.
  const changes = all
    .filter(
      (change) =>
        !(change.kind === 'wording-changed' && answered.has(change.endpoint)) &&
        !(change.kind === 'member-new' && change.fact.includes('{*}')) &&
        !isIncluded(change, all) &&
        !isInShare(change, all),
    )
    .map((change) => withForm(change, all));
  const groups = [...groupBy(changes, (change) => `${change.class}\t${causeKey(change)}`).values()].flatMap(groupsOf);
  const weight = ({ kind, class: drift }: ChangeGroup): number =>
    kind === 'end-announced' ? -1 : driftClasses.indexOf(drift);
  return groups.sort((one, other) => weight(one) - weight(other));
};

/** `` CHANGED  taxonomy.list: the fee of `ted` for BRL/USDC rose: 12 -> 15 ``. */
export const groupText = ({ class: drift, endpoints, text }: ChangeGroup): string =>
  `${drift}: ${placeText(endpoints)}: ${text}`;
