import { isError } from '#contract';
import { type Reply, type Setting, Untested, valueAt } from '#evidence';
import { type Aftermath, type Page, shows } from '#probes';
import { isFailed, reference } from './created-offramps.ts';
import type { Judge } from './judgement.ts';
import { isRuledByRails, termsOf } from './rail-terms.ts';
import { judgeTogether } from './words.ts';

const referenceOf = ({ request }: Reply): string => String(valueAt(request.input.body, reference));

/**
 * True where a page shows one of the orders, with its reference in any member. One that the rules for rails refuse may be kept as
 * an order that failed; no other refused order may.
 */
const showsOneOf =
  (orders: readonly Reply[], setting: Setting) =>
  ({ items }: Page): boolean =>
    items.some((item) => {
      const text = JSON.stringify(item);
      return orders.some(
        (order) => text.includes(referenceOf(order)) && !(isFailed(item) && isRuledByRails(termsOf(order, setting))),
      );
    });

export const noTrace = {
  code: 'REFUSED_BUT_CREATED',
  where: `$.data[].${reference}`,
  expected: 'no trace of a refused order',
};

/** No listing shows an order that was refused. */
export const leavesNoTrace: Judge<Aftermath> = judgeTogether(noTrace, ({ tried, accepted, pages }, context) => {
  const refusals = tried.filter((reply) => isError(reply) && context.attribution.mayJudge(reply));
  if (refusals.length === 0)
    throw new Untested('every order was accepted, which is the finding of another requirement');
  const guilty = pages.find(showsOneOf(refusals, context));
  // A listing without them would not show a refused one either.
  if (guilty === undefined && !shows(pages, accepted))
    throw new Untested('the listing shows no order that was accepted, so that it shows nothing');
  return {
    replies: pages.map(({ reply }) => reply),
    problem: guilty && 'a refused order',
    shownBy: guilty?.reply,
  };
});
