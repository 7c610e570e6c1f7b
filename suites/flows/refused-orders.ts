import { check, leavesNoTrace } from '#checks';
import { listingsAfterKeyRefusals, listingsAfterRailRefusals, listingsAfterRecipientRefusals } from '#probes';

check('rails/refusal-creates-nothing', listingsAfterRailRefusals, leavesNoTrace);
check('offramp.initiate/creates-nothing-when-refused', listingsAfterRecipientRefusals, leavesNoTrace);
check('authentication/creates-nothing-when-refused', listingsAfterKeyRefusals, leavesNoTrace);
