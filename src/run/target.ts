import type { Dispatcher } from 'undici';
import { type Listing, type OperationId, operationIds } from '#contract';
import type { OrderMaterial, RoleIds } from './variables.ts';

export const environments = ['sandbox', 'production'] as const;

/** Permissions and data of a run, fixed before anything is sent. */
export interface TargetSettings {
  readonly environment: (typeof environments)[number];
  /** True if endpoints that move money may be called; otherwise the reason why not. */
  readonly money: true | string;
  /** Sends only GET, whatever the other settings say. */
  readonly readOnly: boolean;
  readonly quiet: boolean;
  readonly roles: RoleIds;
  readonly order: OrderMaterial;
  readonly budgets: Budgets;
  /** Milliseconds within which a created record must appear. */
  readonly patienceMs: number;
  /** Seconds after which nothing more is sent. */
  readonly deadlineSeconds?: number;
}

/** A property of the transport that is no defect, without text of the service. */
export interface WireNote {
  readonly about: 'interim answers' | 'end of the body' | 'trailers' | 'number of headers';
  readonly text: string;
}

/** A read before the tests with its answer, which is evidence of the run too. */
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
  /** Milliseconds in the clock of `performance`. */
  readonly sentMs: number;
  readonly elapsedMs: number;
}

export interface Target extends TargetSettings {
  /** The name of the target in a report; never a key or a path. */
  readonly label: string;
  readonly baseUrl: string;
  readonly embedded: boolean;
  readonly keys: { readonly full: string; readonly restricted?: string; readonly other?: string };
  readonly network?: Network | undefined;
  /** Replaces the network: the embedded sandbox without a socket. */
  readonly dispatcher?: Dispatcher;
  /** The end of sending in the clock of `performance`; if undefined, the end of the run. */
  readonly endsAt?: number;
  readonly facts: ProbedFacts;
  /** Roles and orders of the settings, by variable. It has no id, number or address. */
  readonly given?: Readonly<Record<string, string>>;
  readonly firstReads?: readonly FirstRead[];
  /** Requests before the run, which count in its budget. */
  readonly probed?: number;
}

export interface Network {
  /** PEM texts for mutual TLS. */
  readonly certificate?: { readonly cert: string; readonly key: string; readonly passphrase?: string };
  /** Authorities and intermediates in PEM, trusted in addition to Node's own. */
  readonly authorities?: string;
  readonly proxy?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Characters; a shorter value appears in reports by chance. */
const minTraceable = 12;

/** Texts that no output may contain: keys, and credentials for the way to the service. */
export const secretsOf = ({ keys, network = {}, baseUrl }: Pick<Target, 'keys' | 'network' | 'baseUrl'>) => {
  const { certificate, proxy, headers = {} } = network;
  const password = proxy === undefined ? '' : decodeURIComponent(new URL(proxy).password);
  const traceable = Object.values(headers).filter((value) => value.length >= minTraceable && !baseUrl.includes(value));
  return [...Object.values(keys), ...traceable, password, certificate?.passphrase ?? ''].filter(Boolean);
};

/** Currencies of the document's taxonomy. The document does not say which of them a service offers. */
export const taxonomyCurrencies = ['MXN', 'BRL', 'COP', 'ARS'] as const;

/** Facts that the document leaves open and the run needs. They are probed once, then fixed. */
export interface ProbedFacts {
  readonly firstPage: number;
  /** Greatest `limit` that the service applies. */
  readonly greatestLimit: number;
  /** Greatest `limit` of each listing, probed up to 1000. A run reads at most 100 items in a page. */
  readonly pageLimits?: Readonly<Partial<Record<Listing, number>>> | undefined;
  /** Facts that could not be probed and are assumed. */
  readonly assumed?: readonly ('firstPage' | 'greatestLimit')[];
  /** True if the service refused a restricted key with 403. */
  readonly restrictedKeyRefused?: boolean;
}

/** Most refused keys at a remote service, which may lock out the caller. Each endpoint gets two. */
export const maxWrongKeys = 12 + 2 * operationIds.length;

/** Requests of a smoke run to a conforming service. Each endpoint gets about five: its record, and refused keys. */
export const smokeRequests = 130 + 5 * operationIds.length;

export interface Budgets {
  readonly concurrency: number;
  /** No limit if undefined (loopback). */
  readonly requestsPerSecond?: number;
  readonly maxRequests: number;
  /** Most orders of each operation that moves money. If undefined, only the limit of all requests holds. */
  readonly maxOrders?: Readonly<Partial<Record<OperationId, number>>>;
  /** Most orders that the service may have accepted, those without an answer included. */
  readonly maxAccepted?: number;
  readonly timeoutMs: number;
}
