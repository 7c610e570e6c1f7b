import type { Api } from '#client';
import type { OperationId } from '#contract';
import type { Purpose, Reply } from '#evidence';
import type { Profile } from '#run';
import { replyOf } from '../attribution/reply.test.support.ts';
import { serviceOf } from './service.test.support.ts';
import type { Probe } from './source.ts';

interface Given {
  readonly profile?: Profile;
  readonly inputs?: readonly unknown[];
}

export const sentBy = async (
  probe: Probe<unknown>,
  { profile = 'gate', inputs = [] }: Given = {},
): Promise<readonly Reply[]> => {
  const replies: Reply[] = [];
  const apiFor = (purpose: Purpose): Api => {
    const call = async (
      operation: OperationId,
      input: { readonly body?: unknown },
      { rawBody }: { readonly rawBody?: string } = {},
    ): Promise<Reply> => {
      const sentBody = rawBody === undefined ? {} : { sentBody: rawBody };
      const reply = replyOf({
        operation,
        status: 400,
        input: { ...input },
        sent: input.body,
        purpose,
        ...sentBody,
      });
      replies.push(reply);
      return reply;
    };
    return { call, about: apiFor } as unknown as Api;
  };
  await probe.send(serviceOf(apiFor({ probe: probe.id }), { profile }), inputs);
  return replies;
};

export const countOf = async (probes: readonly Probe<unknown>[], profile?: Profile): Promise<number> =>
  (await Promise.all(probes.map((it) => sentBy(it, profile ? { profile } : {})))).flat().length;
