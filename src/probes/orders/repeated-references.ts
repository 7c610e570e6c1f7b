import { noneAccepted } from '#attribution';
import type { Input } from '#contract';
import type { Reply } from '#evidence';
import { unshown } from '../recorded/recorded.ts';
import { perOperation, probe } from '../source.ts';
import { accepted } from './orders.ts';

/** An accepted order, and the answer to the same with the same reference: it may be accepted, repeated or refused. */
export const repeatedReferences = perOperation((operation: 'onramp.initiate' | 'offramp.initiate') =>
  probe(`${operation} with a reference for the second time`, {
    mode: 'orders',
    minProfile: 'gate',
    from: [accepted(operation)],
    send: async ({ api }, [first]): Promise<readonly [first: Reply, again: Reply]> => {
      if (first === undefined) throw noneAccepted(operation);
      const { subaccountId, body } = first.request.input as Input<typeof operation>;
      return [first, await api.call(operation, { subaccountId, body })];
    },
    select: () => {
      throw unshown('a reference for the second time');
    },
  }),
);
