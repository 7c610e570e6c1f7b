import { conformanceTest, leavesBalancesAloneEachTime, leavesNoTrace } from '#checks';
import { orderIds } from '#contract';
import {
  available,
  balancesAroundRefusal,
  balancesAroundRefusedKeys,
  listingsAfterKeyRefusals,
  listingsAfterRailRefusals,
  listingsAfterRecipientRefusals,
} from '#probes';

conformanceTest('rails/refusal-creates-nothing', listingsAfterRailRefusals, leavesNoTrace);
conformanceTest('offramp.initiate/creates-nothing-when-refused', listingsAfterRecipientRefusals, leavesNoTrace);
conformanceTest('authentication/creates-nothing-when-refused', listingsAfterKeyRefusals, leavesNoTrace);

for (const operation of orderIds)
  conformanceTest(
    `${operation}/leaves-balances-alone-when-refused`,
    available(balancesAroundRefusal(operation), balancesAroundRefusedKeys(operation)),
    leavesBalancesAloneEachTime,
  );
