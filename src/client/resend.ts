import type { OperationId } from '#contract';
import { describeAnswer, isThrottled } from '#evidence';
import type { Answer } from './attempt.ts';
import { NoAnswer, ProtocolBreach } from './failure.ts';
import { breach, type Silence } from './mishap.ts';

/** How often a GET is sent again after each kind of silence. A POST may have arrived and is never sent again. */
const resends: Readonly<Partial<Record<Silence['code'], number>>> = {
  TRANSPORT_RESET: 2,
  BODY_TRUNCATED: 2,
  TRANSPORT_TIMEOUT: 1,
};

const unknown = '; whether the order arrived is not known, and it is not sent again';

/** Whether a GET is worth another attempt; once an answer has begun, only where it was cut short. */
export function mayResend(silences: readonly Silence[]): boolean {
  const last = silences.at(-1);
  if (last === undefined || (last.begun && last.code !== 'BODY_TRUNCATED')) return false;
  return silences.length <= (resends[last.code] ?? 0);
}

/** What is thrown once nothing more is attempted; a length that is wrong every time is the service's own. */
export function finalSilence(
  operation: OperationId,
  repeatable: boolean,
  silences: readonly Silence[],
): Error {
  const { code, told, unsent = false } = silences.at(-1) as Silence;
  if (silences.length > 2 && silences.every((silence) => silence.code === 'BODY_TRUNCATED')) {
    const { problem } = breach(
      'BODY_TRUNCATED',
      '$',
      'the length that is announced',
      'less, three times in a row',
    );
    return new ProtocolBreach(operation, problem);
  }
  return new NoAnswer(operation, code, repeatable || unsent ? told : told + unknown);
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

/** What stands before the service answered in its place, or the service for the moment will not. */
export function failedBefore(operation: OperationId, answer: Answer, repeatable: boolean): NoAnswer {
  const { status, head } = answer;
  const described = describeAnswer({ status, headers: head.headers });
  const [code, told] = isThrottled({ status, headers: head.headers })
    ? (['UNAVAILABLE', `the service is not there for the moment (${described})`] as const)
    : (['GATEWAY', `a gateway answered (${described})`] as const);
  return new NoAnswer(operation, code, repeatable ? told : told + unknown);
}

/** Each of the orders that a gateway has answered may have arrived, and somebody has to look for it. */
export const ordersLost = (operation: OperationId): NoAnswer =>
  new NoAnswer(operation, 'GATEWAY', 'not sent: a gateway answered the last orders in place of the service');
