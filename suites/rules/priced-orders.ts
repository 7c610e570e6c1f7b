import {
  addsUp,
  atTheRate,
  check,
  createdNow,
  differIn,
  echoes,
  echoesAmount,
  holds,
  netsSomeOfTheGross,
  netsTheGrossLessTheFees,
  positive,
} from '#checks';
import { accepted } from '#probes';

for (const [operation, noun, unit] of [
  ['onramp.initiate', 'onramp', 'to.asset'],
  ['offramp.initiate', 'offramp', 'to.currency'],
] as const) {
  const records = accepted(operation);
  const netting = {
    gross: 'to.gross_amount',
    fees: 'pricing.fees.total_fees',
    net: 'to.net_amount',
    units: [unit, 'pricing.fees.total_fees_currency'],
  } as const;

  check(`${operation}/is-created-now`, records, holds(createdNow('created_at')));
  check(`${operation}/gives-each-order-its-own-id`, records, differIn('id'));
  check(`${operation}/echoes-the-reference`, records, holds(echoes(`client_${noun}_reference`)));
  check(`${operation}/echoes-the-amount`, records, holds(echoesAmount('from.amount')));
  check(`${operation}/has-a-positive-rate`, records, holds(positive('pricing.fx_rate')));
  check(`${operation}/converts-at-its-rate`, records, holds(atTheRate('to.gross_amount')));
  check(`${operation}/adds-up-its-fees`, records, holds(addsUp(`${noun}_fee`)));
  check(`${operation}/nets-at-most-the-gross`, records, holds(netsSomeOfTheGross(netting)));
  check(`${operation}/nets-the-gross-less-the-fees`, records, holds(netsTheGrossLessTheFees(netting)));
}
