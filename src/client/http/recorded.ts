import { type OperationId, operationOf } from '#contract';
import type { CallInput, Credential, Purpose, Reply } from '#evidence';
import { NoAnswer, ProtocolViolation } from './failure.ts';
import { readHead } from './head.ts';
import { formReply } from './reply.ts';
import { secretsIn } from './request.ts';

/** A request that somebody else has sent, and what came back. */
export interface RecordedExchange {
  readonly operation: OperationId;
  readonly input: CallInput;
  /** Below the base URL, as sent. */
  readonly path: string;
  /** Of the request, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly credential: Credential;
  readonly status: number;
  /** Of the answer, as they came. */
  readonly answerHeaders: readonly (readonly [name: string, value: string])[];
  readonly bytes: Buffer;
  readonly startedAt: Date;
  readonly elapsedMs: number;
}

/** The reply that a recorded exchange amounts to; undefined where its body cannot be read at all. */
export const replyFrom = (
  recorded: RecordedExchange,
  origin: string,
  purpose: Purpose,
): Reply | undefined => {
  const { operation, input, path, headers, body, credential, status, answerHeaders, bytes } = recorded;
  const { startedAt, elapsedMs } = recorded;
  const head = readHead(answerHeaders.flatMap((pair) => pair.map((text) => Buffer.from(text))));
  try {
    return formReply({
      plan: { operation, input, options: {}, credential, headers: {}, purpose },
      sent: { path, headers, body: operationOf(operation).method === 'GET' ? undefined : body },
      secrets: secretsIn(credential),
      answer: {
        kind: 'answer',
        status,
        ...head,
        bytes,
        forbiddenBody: status === 204 && bytes.length > 0,
        notes: [],
        startedAt,
        receivedAt: new Date(startedAt.getTime() + elapsedMs),
        elapsedMs,
      },
      origin,
    });
  } catch (error) {
    if (error instanceof NoAnswer || error instanceof ProtocolViolation) return undefined;
    throw error;
  }
};
