import { describeAnswer, isThrottled, productIn } from '#attribution';
import { type Exchange, type OperationId, operationOf } from '#contract';
import type { WireProblem } from '#evidence';

/** Why nothing can be said about the service. */
export type NoAnswerCode =
  | 'TRANSPORT_TIMEOUT'
  | 'TRANSPORT_RESET'
  | 'BODY_TRUNCATED'
  | 'TARGET_NOT_HTTP'
  | 'PROTO_1XX'
  | 'TLS'
  | 'DNS'
  | 'CONNECT'
  | 'RATE_LIMITED'
  | 'GATEWAY'
  | 'UNAVAILABLE'
  | 'BLOCKED'
  | 'ANSWERS_TOO_LARGE'
  | 'BODY_TOO_LARGE'
  | 'HEADERS_TOO_LARGE'
  | 'JSON_SIZE'
  | 'TOO_MANY_CODINGS'
  | 'INTERRUPTED';

/** No answer that could be judged; never the fault of the claim under test. Not used when the service broke HTTP. */
export class NoAnswer extends Error {
  readonly code: NoAnswerCode;
  readonly operation: OperationId;
  /** The product of the gateway that answered, where its headers name it. */
  product?: string | undefined;
  /** The client held the request back, so that nobody could answer it. */
  heldBack = false;
  /** An order whose answer went astray, or of which a limit answered each sending: another may be placed in its place. */
  isLost = false;
  /** The connection was closed without an answer each time that such a request was sent, and a read was served in between. */
  isRepeated = false;
  /** A firewall may have closed the connection for what is in the request. */
  mayBeFiltered = false;
  /** True where the request had one of these keys in its header; it is asked, so that no key is written with the error. */
  hasOneOf?: (keys: readonly string[]) => boolean;
  /** The request, redacted when it is read. */
  exchange?: () => Exchange;

  constructor(operation: OperationId, code: NoAnswerCode, message: string) {
    super(`${operation}: ${message}`);
    this.name = 'NoAnswer';
    this.code = code;
    this.operation = operation;
  }
}

/** The failure of a request that the client holds back. */
export function notSent(operation: OperationId, code: NoAnswerCode, reason: string): NoAnswer {
  const failure = new NoAnswer(operation, code, `not sent: ${reason}`);
  failure.heldBack = true;
  return failure;
}

/** The service answered in a way from which no reply can be formed; a finding in any test. */
export class ProtocolViolation extends Error {
  readonly code: string;
  readonly operation: OperationId;
  readonly problem: WireProblem;
  /** The request, redacted when it is read. */
  exchange?: () => Exchange;

  constructor(operation: OperationId, problem: WireProblem) {
    super(
      `${operation}: ${problem.code} at ${problem.where}: expected ${problem.expected}, actual ${problem.observed}`,
    );
    this.name = 'ProtocolViolation';
    this.code = problem.code;
    this.operation = operation;
    this.problem = problem;
  }
}

/** `budget` and `ledger`: what should have been tested could not; the others are a permission that is missing. */
type RefusalKind = 'money' | 'read-only' | 'amount' | 'budget' | 'ledger';

/** The client did not send the call; nothing reached the service. */
export class CallRefused extends Error {
  readonly kind: RefusalKind;
  readonly operation: OperationId;
  readonly reason: string;

  constructor(operation: OperationId, kind: RefusalKind, reason: string) {
    super(`${operation} was not sent: ${reason}`);
    this.name = 'CallRefused';
    this.kind = kind;
    this.operation = operation;
    this.reason = reason;
  }
}

/** Added to the failure of an order that may have arrived. */
export const unknownOrder = '; whether the order arrived is not known, and it is not sent again';

/** The failure of a call that a gateway answered, or that the service will not answer for the moment. */
export function failedBefore(operation: OperationId, answer: Parameters<typeof describeAnswer>[0]): NoAnswer {
  const described = describeAnswer(answer);
  const [code, message] = isThrottled(answer)
    ? (['UNAVAILABLE', `the service is not there for the moment (${described})`] as const)
    : (['GATEWAY', `a gateway answered (${described})`] as const);
  const isRead = operationOf(operation).method === 'GET';
  const failure = new NoAnswer(operation, code, isRead ? message : message + unknownOrder);
  failure.product = productIn(answer.headers);
  failure.isLost = !isRead;
  return failure;
}

/** The service wants a longer pause than a call waits, or limits the rate again after each. */
const limited = (operation: OperationId, what: string): NoAnswer =>
  new NoAnswer(
    operation,
    'RATE_LIMITED',
    `the service limits the rate${what}; lower RAMP_REQUESTS_PER_SECOND, or have the limit raised`,
  );

export const limitedFor = (operation: OperationId, ms: number): NoAnswer =>
  limited(operation, ` and wants a pause of ${Math.ceil(ms / 1000)} s`);

export const limitedForGood = (operation: OperationId): NoAnswer => limited(operation, ', and the limit does not lift');
