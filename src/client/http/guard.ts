import { type OperationId, operationOf } from '#contract';
import { CallRefused } from './failure.ts';

export interface GuardOptions {
  /** True when endpoints that move money may be called; otherwise the reason why not. */
  readonly money: true | string;
  /** GET only, whatever else is set. */
  readonly readOnly: boolean;
  /** Whether a connection may be listened to beyond the end of an answer; by default not. */
  readonly rawProbe?: boolean;
}

/** The last word before a request leaves, below all tests: throws `CallRefused` for what must not be sent. */
export function guard(
  { operation, listenOn = false }: { readonly operation: OperationId; readonly listenOn?: boolean },
  { money, readOnly, rawProbe = false }: GuardOptions,
): void {
  const { method, movesMoney } = operationOf(operation);
  if (readOnly && method !== 'GET')
    throw new CallRefused(operation, 'read-only', 'the target is read-only, and only GET is sent to it');
  if (listenOn && !rawProbe) throw new CallRefused(operation, 'raw-probe', 'RAMP_RAW_PROBE is not true');
  if (movesMoney && money !== true) throw new CallRefused(operation, 'money', money);
}
