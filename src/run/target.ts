import type { Dispatcher } from 'undici';
import { type Listing, type OperationId, operationIds } from '#contract';
import type { OrderMaterial, RoleIds } from './variables.ts';

export const environments = ['sandbox', 'production'] as const;

/** The permissions of a run and the data it works with: settled before anything is sent. */
export interface TargetSettings {
  readonly environment: (typeof environments)[number];
  /** True when endpoints that move money may be called; otherwise the reason why not. */
  readonly money: true | string;
  /** Sends only GET, with any other setting. */
  readonly readOnly: boolean;
  readonly quiet: boolean;
  readonly roles: RoleIds;
  readonly order: OrderMaterial;
  readonly budgets: Budgets;
  /** How long what was created may take to show, in milliseconds. */
  readonly patienceMs: number;
  /** How long a run may send. */
  readonly deadlineSeconds?: number;
}

/** Something odd about how an answer came that is no defect; holds no text of the service's own. */
export interface WireNote {
  readonly about: 'interim answers' | 'end of the body' | 'trailers' | 'number of headers';
  readonly text: string;
}

/** A read that was sent before the tests, with its answer as it came: evidence of the run too. */
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

/** The service under test. */
export interface Target extends TargetSettings {
  /** Its name in a report; never a key or a path. */
  readonly label: string;
  readonly baseUrl: string;
  readonly embedded: boolean;
  readonly keys: { readonly full: string; readonly restricted?: string; readonly other?: string };
  readonly network?: Network | undefined;
  /** Answers in place of the network: the embedded sandbox, where no socket is meant. */
  readonly dispatcher?: Dispatcher;
  /** When nothing more is sent, in the clock of `performance`; absent: it ends with the run. */
  readonly endsAt?: number;
  readonly facts: ProbedFacts;
  /** Roles and orders that the settings allow, by variable; no id, number or address. */
  readonly given?: Readonly<Record<string, string>>;
  readonly firstReads?: readonly FirstRead[];
  /** Requests that were sent to learn them; of the same budget as all others. */
  readonly probed?: number;
}

/** How a target is reached that is not simply there. */
export interface Network {
  /** Texts in PEM, for a target that asks who calls. */
  readonly certificate?: { readonly cert: string; readonly key: string; readonly passphrase?: string };
  /** Authorities and intermediates in PEM, trusted beside those that Node knows. */
  readonly authorities?: string;
  /** URL of a proxy, with its user and password. */
  readonly proxy?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A shorter value occurs in a report by chance. */
const minTraceable = 12;

/** All that no output may hold: the keys, and what lets a caller through to the service. */
export const secretsOf = ({ keys, network = {}, baseUrl }: Pick<Target, 'keys' | 'network' | 'baseUrl'>) => {
  const { certificate, proxy, headers = {} } = network;
  const password = proxy === undefined ? '' : decodeURIComponent(new URL(proxy).password);
  const traceable = Object.values(headers).filter((value) => value.length >= minTraceable && !baseUrl.includes(value));
  return [...Object.values(keys), ...traceable, password, certificate?.passphrase ?? ''].filter(Boolean);
};

/** Currencies that the document shows for the taxonomy; which of them a service offers is open. */
export const taxonomyCurrencies = ['MXN', 'BRL', 'COP', 'ARS'] as const;

/** Facts that the document leaves open and the run needs to know; probed once, then held. */
export interface ProbedFacts {
  readonly firstPage: number;
  /** Greatest `limit` known to be honoured. */
  readonly greatestLimit: number;
  /** The greatest `limit` of each listing, tried up to 1000; a run itself reads at most 100 items a page. */
  readonly pageLimits?: Readonly<Partial<Record<Listing, number>>> | undefined;
  /** Those of the two that could not be probed, and are a guess. */
  readonly assumed?: readonly ('firstPage' | 'greatestLimit')[];
  /** True when a restricted key was given and was refused with 403. */
  readonly restrictedKeyRefused?: boolean;
}

/** Most keys of a run that a service of others refuses: it may lock out a caller who sends many. Each endpoint takes two. */
export const maxWrongKeys = 12 + 2 * operationIds.length;

/** Requests of a smoke test of a service that conforms. Each endpoint takes about five: its record, and the keys that it refuses. */
export const smokeRequests = 130 + 5 * operationIds.length;

export interface Budgets {
  readonly concurrency: number;
  /** Undefined: no limit (loopback). */
  readonly requestsPerSecond?: number;
  readonly maxRequests: number;
  /** Orders of each operation that moves money; undefined: no limit but that of all requests. */
  readonly maxOrders?: Readonly<Partial<Record<OperationId, number>>>;
  /** Orders that the service may have accepted, those without an answer counted. */
  readonly maxAccepted?: number;
  readonly timeoutMs: number;
}
