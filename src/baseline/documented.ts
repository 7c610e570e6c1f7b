import { type OperationId, operationIds, operationOf } from '#contract';
import { fullError, type Member, membersOf } from '#schemas';

/** The parts of a fact's key. */
export interface SplitKey {
  /** Status of the refusals that it describes; undefined for successes. */
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

/** The documented member at the place of a key; undefined where the document has none. */
export function documentedAt(endpoint: string, key: string): Member | undefined {
  const { status, path } = splitKey(key);
  return path === undefined ? undefined : membersFor(endpoint, status !== undefined).get(path);
}
