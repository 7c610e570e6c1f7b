import {
  listings,
  type ObservedFact,
  type OperationId,
  operationIds,
  operationOf,
  type ProbedFacts,
  type Profile,
  readOf,
  type TestReport,
} from '#contract';
import { fullError, type Member, membersOf } from '#schemas';
import { isHidden, kindNames, kindsFact } from './kinds.ts';

/** The path into a body that a fact's key names, if it does, and the status of the refusals whose body it is. */
export const splitKey = (key: string) => {
  const [, status, path] = /^(?:(\d{3}) )?(\$.*)$/.exec(key) ?? [];
  return { status, path };
};

const known = new Map<string, ReadonlyMap<string, Member>>();

const membersFor = (endpoint: string, refusal: boolean): ReadonlyMap<string, Member> => {
  const name = refusal ? 'error' : endpoint;
  const operation = operationIds.find((id) => id === endpoint);
  const schema = refusal ? fullError : operation && operationOf(operation).success;
  const members = known.get(name) ?? new Map((schema ? membersOf(schema) : []).map((it) => [it.path, it]));
  known.set(name, members);
  return members;
};

/** The documented member at the place of a key; undefined where the document has none. */
export function documentedAt(endpoint: string, key: string): Member | undefined {
  const { status, path } = splitKey(key);
  return path === undefined ? undefined : membersFor(endpoint, status !== undefined).get(path);
}

const listed: ReadonlySet<string> = new Set(listings.flatMap((listing) => [listing, readOf(listing)]));

/**
 * Recognises a place in a record that is alike in each run: of an order of our own, or of what the settings name. A listing,
 * and a record that was found there, may be in another state, and a refusal for another reason.
 */
export const isAlike = (endpoint: string, key: string): boolean => key.startsWith('$') && !listed.has(endpoint);

/** Facts of one endpoint by key, each as one short text. */
export type EndpointFacts = Readonly<Record<string, string>>;

/** Facts by endpoint: an operation, or `service` for what belongs to none. */
export type Facts = Readonly<Record<string, EndpointFacts>>;

const serviceName = 'service';

/** Every name under which facts are kept, in the order of the document. */
export const endpointNames: readonly string[] = [...operationIds, serviceName];

/** A member that is never absent in so many records is as good as a promise; in fewer it is only seen. */
const enoughRecords = 5;

type Counts = Map<string, number>;

const countOf = (counts: Counts | undefined): number =>
  [...(counts ?? [])].filter(([form]) => !form.startsWith('key:')).reduce((sum, [, times]) => sum + times, 0);

const namesOf = (counts: Counts, kind: 'enum' | 'key'): string[] =>
  [...counts.keys()]
    .filter((form) => form.startsWith(`${kind}:`))
    .map((form) => form.slice(kind.length + 1))
    .sort();

/** More than two lengths show that the places follow the amount. */
const placesOf = (forms: readonly string[]): readonly string[] => {
  const decimals = forms.filter((form) => form.startsWith('decimal('));
  if (decimals.length <= 2) return forms;
  return [...forms.filter((form) => !decimals.includes(form)), 'decimal(varied)'].sort();
};

/** The forms observed at a place, alternatives in a fixed order: `null or uuid`, `enum:failed|paid`, `map:NGN|USD`. */
const formsText = (counts: Counts): string => {
  const [values, keys] = [namesOf(counts, 'enum'), namesOf(counts, 'key')];
  const plain = placesOf([...counts.keys()].filter((form) => !/^(?:enum|key):/.test(form)).sort());
  const forms = plain.map((form) => (form === 'map' && keys.length > 0 ? `map:${keys.join('|')}` : form));
  return [...forms, ...(values.length > 0 ? [`enum:${values.join('|')}`] : [])].join(' or ');
};

const parentOf = (path: string): string | undefined => {
  const end = path.lastIndexOf('.');
  return path.endsWith(']') || path.endsWith('}') || end < 0 ? undefined : path.slice(0, end);
};

const presenceOf = (operation: OperationId, key: string, all: ReadonlyMap<string, Counts>): string | undefined => {
  const parent = parentOf(key);
  if (parent === undefined) return undefined;
  const records = all.get(parent)?.get('object') ?? 0;
  if (countOf(all.get(key)) < records) return 'opt';
  if (documentedAt(operation, key)?.optional === false) return 'req';
  return records >= enoughRecords ? 'req' : 'seen';
};

/** Numbers that were counted, the least first. */
const numbersIn = (counts: Counts): readonly number[] =>
  [...counts].flatMap(([text, times]) => Array.from({ length: times }, () => Number(text))).sort((a, b) => a - b);

/** Every reply has a content type, or none; another header may be missing from some. */
const headerFact = (key: string, counts: Counts, all: ReadonlyMap<string, Counts>): string => {
  const replies = countOf(all.get(key.replace(/header .*$/, 'header content-type')));
  const values = [...counts.keys()].sort();
  return (countOf(counts) < replies ? [...values, 'none'] : values).join(' or ');
};

/** Fewer amounts have few places by chance. */
const enoughAmounts = 5;

const placesFact = (counts: Counts): string => {
  const places = numbersIn(counts);
  return places.length < enoughAmounts ? '' : String(places.at(-1));
};

const factOf = (operation: OperationId, key: string, all: ReadonlyMap<string, Counts>): string => {
  const counts = all.get(key) ?? new Map();
  // Small orders round a fee to cents.
  if (key === 'speed' || key.startsWith('fee share: '))
    return String(numbersIn(counts)[Math.floor(countOf(counts) / 2)] ?? '');
  if (key.startsWith('places: ')) return placesFact(counts);
  if (/^(?:\d{3} )?header /.test(key)) return headerFact(key, counts, all);
  if (!splitKey(key).path) return [...counts.keys()].sort().join(' or ');
  const presence = presenceOf(operation, key, all);
  return presence === undefined ? formsText(counts) : `${formsText(counts)} ${presence}`;
};

const observationsIn = ({ observations }: TestReport): ObservedFact[] =>
  observations
    .filter(({ drawn }) => drawn === undefined)
    .map(({ operation, situation, fact }) => ({
      operation,
      key: `observed: ${situation}`,
      actual: fact,
      times: 1,
    }));

const countAll = (observedFacts: readonly ObservedFact[]): Map<OperationId, Map<string, Counts>> => {
  const counted = new Map<OperationId, Map<string, Counts>>();
  for (const { operation, key, actual, times } of observedFacts) {
    const keys = counted.get(operation) ?? new Map<string, Counts>();
    const counts: Counts = keys.get(key) ?? new Map<string, number>();
    counts.set(actual, (counts.get(actual) ?? 0) + times);
    counted.set(operation, keys.set(key, counts));
  }
  return counted;
};

const probedFacts = ({ firstPage, greatestLimit, assumed = [] }: ProbedFacts): EndpointFacts => ({
  ...(assumed.includes('firstPage') ? {} : { 'probed: first page': String(firstPage) }),
  ...(assumed.includes('greatestLimit') ? {} : { 'probed: greatest limit': String(greatestLimit) }),
});

const settingPrefix = 'settings: ';

/** The fact that every baseline has which knows with what settings it was made. */
export const profileFact = `${settingPrefix}profile`;

export const isOfSettings = (fact: string): boolean => fact.startsWith(settingPrefix);

export const nameOfSetting = (fact: string): string => fact.slice(settingPrefix.length);

/** The settings of a run that let it look at more or less; part of its facts, because they explain the others. */
type Given = Readonly<Record<string, string>> & { readonly profile: Profile };

const settingFacts = (given: Given): EndpointFacts =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [`${settingPrefix}${name}`, value]));

/** Facts with sorted keys, so that the same facts are the same text. */
export const sorted = (facts: EndpointFacts): EndpointFacts =>
  Object.fromEntries(Object.entries(facts).sort(([one], [other]) => (one < other ? -1 : 1)));

/** The observations of a run, merged over all its tests. */
export function factsOf(reports: readonly TestReport[], probed: ProbedFacts, given?: Given): Facts {
  const observedFacts = reports.flatMap((each) => each.observedFacts ?? []);
  const counted = countAll([...observedFacts, ...reports.flatMap(observationsIn)]);
  const facts: Record<string, EndpointFacts> = {};
  for (const operation of operationIds) {
    const all = counted.get(operation);
    if (all === undefined) continue;
    const keys = [...all.keys()].sort();
    const texts = keys.map((key) => [key, factOf(operation, key, all)] as const);
    // A name that only some records have may be a datum of them.
    const isKept = ([key, fact]: (typeof texts)[number]) =>
      (fact !== '' && !isHidden(key)) || fact.endsWith(' req') || (fact.endsWith(' seen') && isAlike(operation, key));
    facts[operation] = Object.fromEntries(texts.filter(isKept));
  }
  const ofService = { [kindsFact]: kindNames, ...probedFacts(probed), ...(given && settingFacts(given)) };
  return counted.size === 0 ? facts : { ...facts, [serviceName]: sorted(ofService) };
}

const listAfter = (kind: string, parts: readonly string[]): readonly string[] =>
  parts.filter((part) => part.startsWith(`${kind}:`)).flatMap((part) => part.slice(kind.length + 1).split('|'));

/** The alternatives of a fact, and how often the member was there. */
export const partsOf = (text: string) => {
  const [, shape = text, presence] = /^(.*?)(?: (req|opt|seen))?$/.exec(text) ?? [];
  return { parts: shape.split(' or '), presence };
};

export const valuesIn = (parts: readonly string[]): readonly string[] => listAfter('enum', parts);

/** The values of sets that facts name: the person who accepted them lets them be shown. */
export const valuesShownIn = (facts: Facts): readonly string[] => {
  const texts = Object.values(facts).flatMap((own) => Object.values(own));
  return [...new Set(texts.flatMap((text) => valuesIn(partsOf(text).parts)))];
};
