import { listings, operationIds, operationOf, readOf } from '#contract';
import { fullError, type Member, membersOf } from '#schemas';

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
export const isAlike = (endpoint: string, key: string): boolean =>
  key.startsWith('$') && !listed.has(endpoint);
