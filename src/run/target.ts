import type { Dispatcher } from 'undici';
import { type Listing, type OperationId, operationIds } from '#contract';
import type { OrderMaterial, RoleIds } from './variables.ts';

export const environments = ['sandbox', 'production'] as const;

/** Permissions and data of a run, settled before anything is sent. */
export interface TargetSettings {
  readonly environment: (typeof environments)[number];
  /** True where endpoints that move money may be called; otherwise the reason. */
  readonly money: true | string;
  /** Sends only GET, whatever the other settings. */
  readonly readOnly: boolean;
  readonly quiet: boolean;
  readonly roles: RoleIds;
  readonly order: OrderMaterial;
  readonly budgets: Budgets;
  /** Milliseconds until a created record must show. */
  readonly patienceMs: number;
  /** Limit of sending, in seconds. */
  readonly deadlineSeconds?: number;
}

/** A peculiarity of transport that is no defect; contains no text of the service. */
export interface WireNote {
  readonly about: 'interim answers' | 'end of the body' | 'trailers' | 'number of headers';
  readonly text: string;
}

/** A read before the tests with its answer: evidence of the run too. */
export interface FirstRead {
  readonly operation: OperationId;
  readonly input: Readonly<Record<string, unknown>>;
  /** Below the base URL, as sent. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  readonly notes: readonly WireNote[];
  readonly startedAt: Date;
  /** In the clock of `performance`. */
  readonly sentMs: number;
  readonly elapsedMs: number;
}

export interface Target extends TargetSettings {
  /** Its name in a report; never a key or a path. */
  readonly label: string;
  readonly baseUrl: string;
  readonly embedded: boolean;
  readonly keys: { readonly full: string; readonly restricted?: string; readonly other?: string };
  readonly network?: Network | undefined;
  /** Answers in place of the network: the embedded sandbox without a socket. */
  readonly dispatcher?: Dispatcher;
  /** End of sending, in the clock of `performance`; absent: the end of the run. */
  readonly endsAt?: number;
  readonly facts: ProbedFacts;
  /** Roles and orders of the settings, by variable; no id, number or address. */
  readonly given?: Readonly<Record<string, string>>;
  readonly firstReads?: readonly FirstRead[];
  /** Requests before the run that count in its budget. */
  readonly probed?: number;
}

export interface Network {
  /** PEM texts, for mutual TLS. */
  readonly certificate?: { readonly cert: string; readonly key: string; readonly passphrase?: string };
  /** Authorities and intermediates in PEM, trusted besides Node's own. */
  readonly authorities?: string;
  readonly proxy?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Characters; a shorter value occurs in a report by chance. */
const minTraceable = 12;

/** Texts that no output may contain: the keys, and credentials for the way to the service. */
export const secretsOf = ({ keys, network = {}, baseUrl }: Pick<Target, 'keys' | 'network' | 'baseUrl'>) => {
  const { certificate, proxy, headers = {} } = network;
  const password = proxy === undefined ? '' : decodeURIComponent(new URL(proxy).password);
  const traceable = Object.values(headers).filter((value) => value.length >= minTraceable && !baseUrl.includes(value));
  return [...Object.values(keys), ...traceable, password, certificate?.passphrase ?? ''].filter(Boolean);
};

/** Currencies of the document's taxonomy; which of them a service offers is open. */
export const taxonomyCurrencies = ['MXN', 'BRL', 'COP', 'ARS'] as const;

/** Open facts that the run needs; probed once, then fixed. */
export interface ProbedFacts {
  readonly firstPage: number;
  /** Greatest `limit` that the service applies. */
  readonly greatestLimit: number;
  /** Greatest `limit` of each listing, tried up to 1000; a run reads at most 100 items a page. */
  readonly pageLimits?: Readonly<Partial<Record<Listing, number>>> | undefined;
  /** Facts that could not be probed and are assumed. */
  readonly assumed?: readonly ('firstPage' | 'greatestLimit')[];
  /** True where the service refused a restricted key with 403. */
  readonly restrictedKeyRefused?: boolean;
}

/** Limit of refused keys at a remote service, which may lock out the caller. Each endpoint takes two. */
export const maxWrongKeys = 12 + 2 * operationIds.length;

/** Smoke requests to a right service. Each endpoint takes about five: its record, and refused keys. */
export const smokeRequests = 130 + 5 * operationIds.length;

export interface Budgets {
  readonly concurrency: number;
  /** Undefined: no limit (loopback). */
  readonly requestsPerSecond?: number;
  readonly maxRequests: number;
  /** Orders of each operation that moves money; undefined: only the limit of all requests. */
  readonly maxOrders?: Readonly<Partial<Record<OperationId, number>>>;
  /** Orders that the service may have accepted, with unanswered ones. */
  readonly maxAccepted?: number;
  readonly timeoutMs: number;
}
