import { type Exchange, operationOf, type TestReport } from '#contract';
import { groupBy } from './counting.ts';
import type { MoneyOperations } from './verdict.ts';

/** The same exchange is evidence of several tests when they share its reply. */
const distinct = (exchanges: readonly Exchange[]): Exchange[] => [
  ...new Map(
    exchanges.map((each) => [
      `${each.operation} ${each.startedAt} ${each.request.path} ${each.elapsedMs}`,
      each,
    ]),
  ).values(),
];

const currencyIn = ({ request }: Exchange): string | undefined =>
  request.body?.match(/"currency"\s*:\s*"([A-Za-z]{3,5})"/)?.[1];

const isAccepted = ({ reply }: Exchange): boolean =>
  reply !== undefined && reply.status >= 200 && reply.status < 300;

/** Orders that reach money, as far as the evidence kept shows them. Its amounts are redacted, so it has no totals. */
export const moneyOperations = (reports: readonly TestReport[]): MoneyOperations => {
  const orders = distinct(reports.flatMap(({ exchanges }) => exchanges)).filter(
    ({ operation }) => operationOf(operation).movesMoney,
  );
  const operations = [...groupBy(orders, ({ operation }) => operation)].map(([operation, sent]) => {
    const accepted = sent.filter(isAccepted);
    const unanswered = sent.filter(({ reply }) => reply === undefined).length;
    return {
      operation,
      accepted: accepted.length,
      refused: sent.length - accepted.length - unanswered,
      unanswered,
      currencies: [...new Set(accepted.map(currencyIn))].filter((code) => code !== undefined).sort(),
    };
  });
  return { source: 'evidence', operations };
};
