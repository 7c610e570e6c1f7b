import { type OperationId, operationOf } from '#contract';
import type { CallInput, Credential, Purpose } from '#evidence';
import { version } from './version.ts';

export interface CallOptions {
  /** Bytes to send in place of the JSON of the input's body. */
  readonly rawBody?: string;
  /** Content type of the body; null sends none. */
  readonly contentType?: string | null;
  /** Sends a read on a connection of its own, which is listened to beyond the end of the answer. */
  readonly listenOn?: boolean;
}

export interface RequestPlan {
  readonly operation: OperationId;
  readonly input: CallInput;
  readonly options: CallOptions;
  readonly credential: Credential;
  readonly purpose: Purpose;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Halves of characters cannot be encoded; a segment of dots would be taken for a step through the path. */
const encode = (value: string): string => {
  if (/^[\w-]*$/.test(value)) return value;
  const encoded = encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd'));
  return /^\.{1,2}$/.test(encoded) ? encoded.replaceAll('.', '%2E') : encoded;
};

/** Fills a path template, each value as `show` gives it; the key in the query goes last. */
export function pathOf(
  { operation, input, credential }: RequestPlan,
  show: (value: string, name: string) => string,
): string {
  const path = operationOf(operation).path.replace(/\{(\w+)\}/g, (_, name: string) =>
    show(String(input[name]), name),
  );
  const query = Object.entries(input.query ?? {}).map(
    ([name, value]) => `${encode(name)}=${show(String(value), name)}`,
  );
  if (credential.in === 'query' || credential.in === 'misplaced')
    query.push(`x-api-key=${show(credential.value, 'x-api-key')}`);
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

function credentialHeaders(credential: Credential): Record<string, string> {
  switch (credential.in) {
    case 'header':
      return { 'x-api-key': credential.value };
    case 'header-named':
      return { [credential.name]: credential.value };
    case 'cookie':
      return { cookie: `x-api-key=${credential.value}` };
    case 'bearer':
      return { authorization: `Bearer ${credential.value}` };
    case 'misplaced':
      return { cookie: `x-api-key=${credential.value}`, authorization: `Bearer ${credential.value}` };
  }
  return {};
}

/** Exact bytes of the body; undefined where none is sent. */
function bodyOf({ input, options }: RequestPlan): string | undefined {
  if (options.rawBody !== undefined) return options.rawBody;
  return input.body === undefined ? undefined : JSON.stringify(input.body);
}

export interface BuiltRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export function buildRequest(plan: RequestPlan): BuiltRequest {
  const body = bodyOf(plan);
  const { contentType = 'application/json' } = plan.options;
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': `ramp-conformance/${version}`,
    ...(body === undefined || contentType === null ? {} : { 'content-type': contentType }),
    ...plan.headers,
    ...credentialHeaders(plan.credential),
  };
  return { path: pathOf(plan, encode), headers, body };
}
