// The reasons for a missing result: each code with its meaning, and who can change it.

import type { OperationId } from '#contract';

/** Who can change a missing result; for `nothing to judge` nobody can. */
export const untestedBy = ['user', 'service', 'nothing to judge'] as const;

export type UntestedBy = (typeof untestedBy)[number];

interface CodeRow {
  /** Undefined if only a new version of the harness can change it. */
  readonly by?: UntestedBy;
  readonly means: string;
}

/** Codes never change: programs read them in verdict.json. */
export const reasonCodes = {
  NOT_SET: { by: 'user', means: 'A variable that the test needs has no value.' },
  SETTING_UNFIT: { by: 'user', means: 'A variable has a value that this test cannot use.' },
  NOT_QUIET: { by: 'user', means: 'Others may use the account, so the run cannot explain a change.' },
  NOT_ALLOWED: { by: 'user', means: 'The run had no permission to send the request.' },
  SMALL_PROFILE: { by: 'user', means: 'Only a larger profile sends the requests of this test.' },
  NOT_RECORDED: { by: 'user', means: 'The recording does not hold the exchange that the test needs.' },
  LEFT_OUT: { by: 'user', means: 'leaveOut in ramp-conformance.json names the requirement.' },
  NOT_SELECTED: { by: 'user', means: '--only does not name the requirement.' },

  ORDER_REFUSED: { by: 'service', means: 'The service refused a valid order for a reason of its own.' },
  RECIPIENT_REFUSED: {
    by: 'service',
    means: 'The service refused the order in the same way as an order to an unknown recipient or account.',
  },
  NONE_ACCEPTED: { by: 'service', means: 'The service accepted no order of the kind that the test needs.' },
  ACCEPTED_INSTEAD: { by: 'service', means: 'The service accepted an order, but the test needs a refusal.' },
  REFUSED_ALIKE: {
    by: 'service',
    means: 'The service refused this order and another order in the same way, so the reason is not known.',
  },
  FAILED_ONCE: { by: 'service', means: 'A valid request failed only once, perhaps by accident.' },
  NOT_SERVED: { by: 'service', means: 'The service answered a read, but without a record.' },
  UNREADABLE: {
    by: 'service',
    means: 'The service answered with a page, a redirect or another body instead of a record.',
  },
  EMPTY_RECORDS: { by: 'service', means: 'The service sent empty records.' },
  UNFIT_RECORD: { by: 'service', means: 'A record has no member that the test needs, such as an id.' },
  NOT_SHOWN: { by: 'service', means: 'The service does not show the order that it accepted.' },
  MOVES_BY_ITSELF: {
    by: 'service',
    means: 'Balances or listings change without an order, so the run cannot explain a change.',
  },
  FIRST_PAGE_UNKNOWN: { by: 'service', means: 'The run could not find out the number of the first page.' },
  KEY_NOT_LET_IN: {
    by: 'service',
    means: 'The service refuses the full key here, so the refusal of another key proves nothing.',
  },
  KEY_EXPIRED: {
    by: 'service',
    means: 'The service accepted the full key at first, and refused it later in the run.',
  },
  LOCKED_OUT: {
    by: 'service',
    means: 'The service, or a gateway, locked the caller out and refused every further request.',
  },
  NO_ROUTE: { by: 'service', means: 'The path of the endpoint does not exist: a router answers every request to it.' },
  NO_OWN_ANSWER: { by: 'service', means: 'Somebody else answered every request of this kind instead of the service.' },
  CONNECTION_CLOSED: { by: 'service', means: 'The connection closed without an answer each time.' },
  RATE_LIMITED: { by: 'service', means: 'The service limits the rate, and the limit did not end in time.' },
  UNAVAILABLE: { by: 'service', means: 'The service says that it is not available now.' },
  GATEWAY: { by: 'service', means: 'A gateway answered instead of the service.' },
  ORDERS_LOST: {
    by: 'service',
    means: 'Several orders got no readable answer, so the run placed no more orders.',
  },
  CACHED: { by: 'service', means: 'A cache in front of the service gives one caller the answer to another caller.' },
  BLOCKED: { by: 'service', means: 'A gateway or a firewall blocked the request.' },

  NO_RECORD: { by: 'nothing to judge', means: 'No record had the field or the state of the promise.' },
  NO_SUCH_CASE: { by: 'nothing to judge', means: 'The run saw no answer to which the promise applies.' },
  FEW_ITEMS: { by: 'nothing to judge', means: 'The listing has too few items.' },
  LONG_LISTING: { by: 'nothing to judge', means: 'The listing is too long to read to its end.' },
  NO_SUCH_PAGE: { by: 'nothing to judge', means: 'No page of the listing shows whether the promise is kept.' },
  UNSTEADY: { by: 'nothing to judge', means: 'The listing changed while it was read.' },
  NOT_TWICE: { by: 'nothing to judge', means: 'The service showed nothing twice, so the run could not compare.' },
  REFUSED_AS_ABSENT: {
    by: 'nothing to judge',
    means: 'The service refused the order as if the subaccount or account did not exist; the document allows this.',
  },
  ENOUGH_ACCEPTED: {
    by: 'nothing to judge',
    means:
      'The document does not say whether the service accepts such orders. It does, so the run placed no more of them.',
  },
  BROKEN_OTHERWISE: {
    by: 'nothing to judge',
    means: 'The service breaks another promise, so no answer was of the kind that this promise is about.',
  },
  ALL_ACCEPTED: {
    by: 'nothing to judge',
    means: 'The service accepted every order; another requirement reports this.',
  },

  UNREACHABLE: { by: 'service', means: 'No first request to the target got an answer.' },
  KEY_REFUSED: { by: 'user', means: 'The target refuses the full key.' },
  NOT_THE_SERVICE: { by: 'user', means: 'The server at the base URL is not the service of the document.' },
  WRONG_ROLES: { by: 'user', means: 'Settings name records that do not exist or are of another kind.' },
  DNS: { by: 'user', means: 'DNS gives no address for the host of the base URL.' },
  CONNECT: { by: 'service', means: 'No connection to the service.' },
  TLS: { by: 'user', means: 'No trusted connection to the service.' },
  TARGET_NOT_HTTP: { by: 'user', means: 'The target does not speak HTTP.' },
  TRANSPORT_TIMEOUT: { by: 'service', means: 'The answer did not come, or did not end, in time.' },
  TRANSPORT_RESET: { by: 'service', means: 'The connection was closed before the end of the answer.' },
  BODY_TRUNCATED: { by: 'service', means: 'The body ended before its announced length.' },
  HEADERS_TOO_LARGE: { by: 'service', means: 'The head of the answer is larger than the harness reads.' },
  BODY_TOO_LARGE: { by: 'service', means: 'The body is larger than the harness reads.' },
  ANSWERS_TOO_LARGE: { by: 'service', means: 'All answers together are larger than the harness holds.' },
  JSON_SIZE: { by: 'service', means: 'The JSON has more values than the harness reads.' },
  TOO_MANY_CODINGS: { by: 'service', means: 'The body has more content codings than the harness undoes.' },
  BUDGET_SPENT: { by: 'user', means: 'The run may send no more requests (RAMP_MAX_REQUESTS).' },
  ORDERS_SPENT: {
    by: 'service',
    means: 'The service may have accepted as many orders as the run allows.',
  },
  DEADLINE: { by: 'user', means: 'The time of the run is up (RAMP_DEADLINE_S).' },
  LEDGER_UNWRITABLE: { by: 'user', means: 'The ledger could not be written, so the run did not send the order.' },
  INTERRUPTED: { by: 'user', means: 'The run was interrupted.' },
  DISTURBED: {
    by: 'service',
    means: 'The service did not answer as before, or a second look did not get the same answer.',
  },
  NO_SECOND_LOOK: { by: 'service', means: 'A finding needs a second look, but the run could not take it.' },
  JUDGED_NOTHING: { means: 'The test ended without judging an answer: a mistake of the harness.' },
  HARNESS_MISTAKE: { means: 'The harness made a mistake.' },
  NO_TEST_RAN: { means: 'No test of the requirement ran.' },
} as const satisfies Readonly<Record<string, CodeRow>>;

export type ReasonCode = keyof typeof reasonCodes;

/** What is missing: a variable, a larger profile, a permission, or an exchange in the recording. */
export type Lack = `RAMP_${string}` | 'profile' | 'permission' | 'recording';

export const isVariable = (lack: string): boolean => lack.startsWith('RAMP_');

interface ReasonDetails {
  readonly lacks?: readonly Lack[];
  /** The listed values of this reason, if other values were accepted. */
  readonly values?: readonly string[];
  readonly operation?: OperationId;
  /** Variables that may have the wrong value. */
  readonly see?: readonly string[];
}

export interface Reason extends ReasonDetails {
  readonly code: ReasonCode;
  /** Who can change it. */
  readonly by?: UntestedBy;
  readonly reason: string;
  /**
   * True if this reason belongs into the same sentence as the reason before it, because both are about one request or
   * claim.
   */
  readonly also?: true;
  /** True if the run got no usable answer or made a mistake: the outcome is then `no-result`, not `untested`. */
  readonly failed?: true;
}

/** The first reason is reported. */
export type ReasonList = readonly [Reason, ...Reason[]];

const rowOf = (code: ReasonCode): CodeRow => reasonCodes[code];

const withoutEmpty = ({ lacks = [], values = [], see = [], operation }: ReasonDetails): ReasonDetails => ({
  ...(lacks.length > 0 && { lacks }),
  ...(values.length > 0 && { values }),
  ...(operation && { operation }),
  ...(see.length > 0 && { see }),
});

export const reasonOf = (code: ReasonCode, reason: string, details: ReasonDetails = {}): Reason => {
  const { by } = rowOf(code);
  return { code, ...(by && { by }), reason, ...withoutEmpty(details) };
};

export const failureReason = (code: ReasonCode, reason: string, details: ReasonDetails = {}): Reason => ({
  ...reasonOf(code, reason, details),
  failed: true,
});

const alone = ({ also: _, ...reason }: Reason): Reason => reason;

/** All reasons without repetition, the `first` ones in front. */
export const chain = (first: readonly Reason[], others: readonly Reason[] = []): readonly Reason[] => {
  const known = new Set<string>();
  return [...first, ...others.map(alone)].filter(({ code, reason }) => {
    const key = `${code}\t${reason}`;
    return !known.has(key) && known.add(key);
  });
};

/** A list of reasons that the report puts into one sentence. */
export const saidTogether = (first: Reason, ...others: readonly Reason[]): ReasonList => [
  alone(first),
  ...others.map((other) => ({ ...other, also: true as const })),
];

export const leading = (reasons: readonly Reason[]): readonly Reason[] => {
  const end = reasons.findIndex(({ also }, at) => at > 0 && !also);
  return end < 0 ? reasons : reasons.slice(0, end);
};

/** Most other reasons in one sentence. Reasons that the user can change are all named. */
const maxNamed = 3;

const sentencesOf = (reasons: readonly Reason[]): string[] => [...new Set(reasons.map(({ reason }) => reason))];

/** The reported reason; undefined without a reason. */
export const reported = (reasons: readonly Reason[]): Reason | undefined => {
  const all = leading(reasons);
  const [first] = all;
  if (first === undefined || all.length === 1) return first;
  const own = all.filter(({ by }) => by === 'user');
  const others = sentencesOf(all.filter((each) => !own.includes(each)));
  const more = others.length - maxNamed;
  const inAll = <T>(of: (reason: Reason) => readonly T[]) => [...new Set(all.flatMap(of))];
  return {
    ...first,
    ...(own.length > 0 && { by: 'user' }),
    reason: [...others.slice(0, maxNamed), ...(more > 0 ? [`and ${more} more`] : []), ...sentencesOf(own)].join('; '),
    ...withoutEmpty({
      lacks: inAll(({ lacks = [] }) => lacks),
      values: inAll(({ values = [] }) => values),
      see: inAll(({ see = [] }) => see),
    }),
  };
};
