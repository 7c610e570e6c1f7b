import {
  addsUp,
  atTheRate,
  check,
  createdNow,
  differIn,
  echoesAmount,
  holds,
  netsSomeOfTheGross,
  netsTheGrossLessTheFees,
  pending,
  positive,
} from '#checks';
import { accepted } from '#probes';

for (const [operation, fee, unit] of [
  ['onramp.initiate', 'onramp_fee', 'to.asset'],
  ['offramp.initiate', 'offramp_fee', 'to.currency'],
] as const) {
  const records = accepted(operation);
  const netting = {
    gross: 'to.gross_amount',
    fees: 'pricing.fees.total_fees',
    net: 'to.net_amount',
    units: [unit, 'pricing.fees.total_fees_currency'],
  } as const;

  check(`${operation}/begins-pending`, records, holds(pending));
  check(`${operation}/is-created-now`, records, holds(createdNow('created_at')));
  check(`${operation}/gives-each-order-its-own-id`, records, differIn('id'));
  check(`${operation}/echoes-the-amount`, records, holds(echoesAmount('from.amount')));
  check(`${operation}/has-a-positive-rate`, records, holds(positive('pricing.fx_rate')));
  check(`${operation}/converts-at-its-rate`, records, holds(atTheRate('to.gross_amount')));
  check(`${operation}/adds-up-its-fees`, records, holds(addsUp(fee)));
  check(`${operation}/nets-at-most-the-gross`, records, holds(netsSomeOfTheGross(netting)));
  check(`${operation}/nets-the-gross-less-the-fees`, records, holds(netsTheGrossLessTheFees(netting)));
}
