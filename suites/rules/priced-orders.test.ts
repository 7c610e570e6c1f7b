import {
  addsUp,
  agreeAmongLike,
  answersWithout5xx,
  atTheRate,
  conformanceTest,
  createdInUtc,
  createdNow,
  differIn,
  echoes,
  echoesAmount,
  holds,
  netsSomeOfTheGross,
  netsTheGrossLessTheFees,
  observes,
  positive,
} from '#checks';
import { isSuccess } from '#contract';
import { idIn } from '#evidence';
import { accepted, derive, repeatedReferences } from '#probes';

for (const [operation, noun, unit, currency] of [
  ['onramp.initiate', 'onramp', 'to.asset', 'from.currency'],
  ['offramp.initiate', 'offramp', 'to.currency', 'from.asset'],
] as const) {
  const records = accepted(operation);
  const netting = {
    gross: 'to.gross_amount',
    fees: 'pricing.fees.total_fees',
    net: 'to.net_amount',
    units: [unit, 'pricing.fees.total_fees_currency'],
  } as const;

  const repeated = repeatedReferences(operation);

  conformanceTest(
    `${operation}/survives-a-repeated-reference`,
    derive([repeated], ([, again]) => [again]),
    answersWithout5xx,
  );
  conformanceTest(
    `${operation}/answer-to-a-repeated-reference`,
    repeated,
    observes(([first, again]) => {
      const isFirst = isSuccess(again) && idIn(again.body) === idIn(first.body);
      const fact = isFirst ? 'the first order again' : again.status;
      return [{ operation, situation: 'a reference for the second time', fact }];
    }),
  );
  conformanceTest(`${operation}/is-created-now`, records, holds(createdNow('created_at')));
  conformanceTest(`${operation}/is-created-in-utc`, records, holds(createdInUtc('created_at')));
  conformanceTest(`${operation}/keeps-its-account`, records, agreeAmongLike(currency, 'account_id'));
  conformanceTest(`${operation}/gives-each-order-its-own-id`, records, differIn('id'));
  conformanceTest(`${operation}/echoes-the-reference`, records, holds(echoes(`client_${noun}_reference`)));
  conformanceTest(`${operation}/echoes-the-amount`, records, holds(echoesAmount('from.amount')));
  conformanceTest(`${operation}/has-a-positive-rate`, records, holds(positive('pricing.fx_rate')));
  conformanceTest(`${operation}/converts-at-its-rate`, records, holds(atTheRate('to.gross_amount')));
  conformanceTest(`${operation}/adds-up-its-fees`, records, holds(addsUp(`${noun}_fee`)));
  conformanceTest(`${operation}/nets-at-most-the-gross`, records, holds(netsSomeOfTheGross(netting)));
  conformanceTest(`${operation}/nets-the-gross-less-the-fees`, records, holds(netsTheGrossLessTheFees(netting)));
}
