import type { OperationId } from '#contract';
import type { Reply } from '#evidence';
import type { Page, StepResult, Trace } from '#probes';
import { replyOf } from '../attribution/reply.test.support.ts';

export type Item = Readonly<Record<string, unknown>> & { readonly id: string };

export const pagesOf = (
  operation: 'offramp.list' | 'conversion.list',
  items: readonly Item[],
  count = items.length,
): readonly Page[] => [
  {
    reply: replyOf({ operation, body: { data: items } }),
    number: 1,
    items,
    ids: items.map(({ id }) => id.toLowerCase()),
    page: 1,
    limit: 100,
    totalPages: 1,
    count,
  },
];

export const balancesOf = (held: Readonly<Record<string, number>>): Reply =>
  replyOf({ operation: 'balances.read', body: { balances: held } });

export const taken = (step: string, reply: Reply): StepResult => ({
  step,
  operation: reply.operation,
  seen: { value: reply },
});

export const failed = (step: string, operation: OperationId, failure: unknown, isSent = true): StepResult => ({
  step,
  operation,
  seen: { failure, isSent },
});

interface Parts {
  readonly taken?: readonly StepResult[];
  readonly offramps?: readonly [before: readonly Page[], after: readonly Page[]];
  readonly conversions?: readonly [before: readonly Page[], after: readonly Page[]];
  readonly balances?: readonly [before: Reply, after: Reply];
  readonly growing?: Trace['growing'];
  readonly read?: Trace['read'];
}

export const traceOf = (parts: Parts): Trace => {
  const offramps = pagesOf('offramp.list', []);
  const conversions = pagesOf('conversion.list', [{ id: 'c-1', amount: '1.0' }]);
  const balances = balancesOf({ usd: 10 });
  const [offrampsBefore, offrampsAfter] = parts.offramps ?? [offramps, offramps];
  const [conversionsBefore, conversionsAfter] = parts.conversions ?? [conversions, conversions];
  const [balancesBefore, balancesAfter] = parts.balances ?? [balances, balances];
  return {
    drawn: 0,
    before: {
      offramps: { value: offrampsBefore },
      conversions: { value: conversionsBefore },
      balances: { value: { reply: balancesBefore } },
    },
    results: parts.taken ?? [],
    after: {
      offramps: { value: offrampsAfter },
      conversions: { value: conversionsAfter },
      balances: { value: { reply: balancesAfter } },
    },
    growing: parts.growing ?? [],
    read: parts.read ?? [],
  };
};

export const codesOf = (findings: readonly { readonly code: string }[]): readonly string[] =>
  findings.map(({ code }) => code);
