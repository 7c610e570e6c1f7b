import { flow } from '#harness';
import { leavesBalancesAlone } from '../given/model-balances.ts';
import { keepsConversions } from '../given/model-conversion.ts';
import { listsWhatWasCreated, readsWhatWasCreated } from '../given/model-offramp.ts';

flow('offramp.list/holds-through-a-sequence', listsWhatWasCreated);

flow('offramp.read/holds-through-a-sequence', readsWhatWasCreated);

flow('conversion.list/holds-through-a-sequence', keepsConversions);

flow('balances.read/holds-through-a-sequence', leavesBalancesAlone);
