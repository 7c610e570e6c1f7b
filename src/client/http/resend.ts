import { describeAnswer, isThrottled } from '#attribution';
import type { OperationId } from '#contract';
import type { Answer } from './attempt.ts';
import { NoAnswer, ProtocolViolation } from './failure.ts';
import { type NoResponse, violation } from './transport-failure.ts';

/** How often a GET is sent again after each kind of failure. A POST may have arrived and is never sent again. */
const resends: Readonly<Partial<Record<NoResponse['code'], number>>> = {
  TRANSPORT_RESET: 2,
  BODY_TRUNCATED: 2,
  TRANSPORT_TIMEOUT: 1,
};

const unknown = '; whether the order arrived is not known, and it is not sent again';

/** Whether a GET is worth another attempt; once an answer has begun, only where it was cut short. */
export function mayResend(failures: readonly NoResponse[]): boolean {
  const last = failures.at(-1);
  if (last === undefined || (last.begun && last.code !== 'BODY_TRUNCATED')) return false;
  return failures.length <= (resends[last.code] ?? 0);
}

/** The error to throw once nothing more is attempted; a length that is wrong every time is the service's own. */
export function finalFailure(
  operation: OperationId,
  repeatable: boolean,
  failures: readonly NoResponse[],
): Error {
  const { code, message, unsent = false } = failures.at(-1) as NoResponse;
  if (failures.length > 2 && failures.every((noResponse) => noResponse.code === 'BODY_TRUNCATED')) {
    const { problem } = violation(
      'BODY_TRUNCATED',
      '$',
      'the length that is announced',
      'less, three times in a row',
    );
    return new ProtocolViolation(operation, problem);
  }
  return new NoAnswer(operation, code, repeatable || unsent ? message : message + unknown);
}

const lower = 'lower RAMP_REQUESTS_PER_SECOND, or have the limit raised';

/** The service wants a longer pause than a call waits. */
export const limitedFor = (operation: OperationId, ms: number): NoAnswer =>
  new NoAnswer(
    operation,
    'RATE_LIMITED',
    `the service limits the rate and wants a pause of ${Math.ceil(ms / 1000)} s; ${lower}`,
  );

/** It wants shorter ones, and limits the rate again after each. */
export const limitedForGood = (operation: OperationId): NoAnswer =>
  new NoAnswer(
    operation,
    'RATE_LIMITED',
    `the service limits the rate, and the limit does not lift; ${lower}`,
  );

/** The failure of a call that a gateway answered, or that the service will not answer for the moment. */
export function failedBefore(operation: OperationId, answer: Answer, repeatable: boolean): NoAnswer {
  const { status, head } = answer;
  const described = describeAnswer({ status, headers: head.headers });
  const [code, message] = isThrottled({ status, headers: head.headers })
    ? (['UNAVAILABLE', `the service is not there for the moment (${described})`] as const)
    : (['GATEWAY', `a gateway answered (${described})`] as const);
  return new NoAnswer(operation, code, repeatable ? message : message + unknown);
}

/** Each of the orders that a gateway has answered may have arrived, and somebody has to search for it. */
export const ordersLost = (operation: OperationId): NoAnswer =>
  new NoAnswer(operation, 'GATEWAY', 'not sent: a gateway answered the last orders in place of the service');
