import { lacking, type Reply, untested } from '#evidence';
import { capableCurrencies, isNotOffered } from '#probes';
import { isRefusal, taxonomyCurrencies } from '#run';
import type { CheckContext, Judge } from './judgement.ts';
import { succeeds } from './judges.ts';

const variable = 'RAMP_TAXONOMY_CURRENCIES';

const codeOf = ({ request }: Reply): string => String(request.input.currency).toUpperCase();

const lackOf = (refused: readonly Reply[], { attribution }: CheckContext) => {
  const capable = new Set(
    attribution
      .successesOf('subaccount.read')
      .flatMap(({ body }) => capableCurrencies(body).map((code) => code.toUpperCase())),
  );
  if (refused.some((reply) => capable.has(codeOf(reply))))
    return untested('NOT_SERVED', 'taxonomy.list serves no currency of the capabilities of the subaccount');
  const shown = taxonomyCurrencies.join(', ');
  return lacking('NOT_SET', `${variable} is not set, and none of ${shown} is offered`, variable);
};

/** A refused code that the user did not set counts as not offered, which the document allows. */
export const succeedsWhereOffered: Judge<readonly Reply[]> = (replies, context) => {
  if (context.order.hasShownTaxonomy) {
    const offered = replies.filter((reply) => !isNotOffered(reply));
    if (offered.length === 0 && replies.length > 0) throw lackOf(replies, context);
    return succeeds(offered, context);
  }
  const { findings, ...judgement } = succeeds(replies, context);
  const isOfCode = (reply: Reply | undefined) => reply !== undefined && isRefusal(reply) && isNotOffered(reply);
  const expected = `a success (2xx) for a currency of ${variable}`;
  return {
    ...judgement,
    findings: findings.map((found) => (isOfCode(found.shownBy) ? { ...found, expected } : found)),
  };
};
