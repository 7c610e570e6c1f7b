import { type OperationId, operationIds, operationOf } from '#contract';
import { fullError, type Member, membersOf } from '#schemas';

/** What a key of a fact is about. */
export interface SplitKey {
  /** Status of the refusals that it is about; undefined for successes. */
  readonly status?: string;
  /** Path into the body, where the key is one. */
  readonly path?: string;
}

export const splitKey = (key: string): SplitKey => {
  const [, status, path] = /^(?:(\d{3}) )?(\$.*)$/.exec(key) ?? [];
  return {
    ...(status === undefined ? {} : { status }),
    ...(path === undefined ? {} : { path }),
  };
};

const isOperation = (endpoint: string): endpoint is OperationId => operationIds.some((id) => id === endpoint);

type Members = ReadonlyMap<string, Member>;

const known = new Map<string, Members>();

const membersFor = (endpoint: string, refusal: boolean): Members => {
  const name = refusal ? 'error' : endpoint;
  const schema = refusal ? fullError : isOperation(endpoint) ? operationOf(endpoint).success : null;
  const members = known.get(name) ?? new Map((schema ? membersOf(schema) : []).map((it) => [it.path, it]));
  known.set(name, members);
  return members;
};

/** What the document says of the place that a key is about; undefined where it says nothing. */
export function documentedAt(endpoint: string, key: string): Member | undefined {
  const { status, path } = splitKey(key);
  return path === undefined ? undefined : membersFor(endpoint, status !== undefined).get(path);
}
