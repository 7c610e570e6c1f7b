import type { Api, CallInput, Credential, Reply } from '#client';
import { type OperationId, operationIds, operationOf } from '#contract';

/** Told of every reply, and whether it was asked for with another credential than the full key. */
export type OnReply = (reply: Reply, otherKey: boolean) => void;

type CallAny = (id: OperationId, input?: CallInput, options?: object) => Promise<Reply>;

/** The same operations, with somebody who sees each reply before its test does. */
export const overheard = (api: Api, fullKey: string, onReply: OnReply, otherKey = false): Api => {
  const plain = api.call as unknown as CallAny;
  const call: CallAny = async (id, input, options) => {
    const reply = await plain(id, input, options);
    onReply(reply, otherKey);
    return reply;
  };
  const methods = operationIds.map((id) => [
    operationOf(id).call,
    (input?: CallInput, options?: object) => call(id, input, options),
  ]);
  const isFull = (credential: Credential) => credential.in === 'header' && credential.value === fullKey;
  // As in the client, the table gives the methods their names.
  return {
    ...Object.fromEntries(methods),
    call,
    as: (credential: Credential) => overheard(api.as(credential), fullKey, onReply, !isFull(credential)),
  } as Api;
};
