import { flow } from '#harness';
import { leavesBalancesAlone } from '../given/model-balances.ts';
import { listsWhatWasCreated } from '../given/model-offramp.ts';

flow('offramp.list/holds-through-a-sequence', listsWhatWasCreated);

flow('balances.read/holds-through-a-sequence', leavesBalancesAlone);
