import { agrees, check } from '#checks';
import { Untested } from '#evidence';
import { all, derive, narrowedBalances, repliesOf } from '#probes';

const both = derive([all(repliesOf('balances.read'), narrowedBalances)], ([[whole], narrowed]) => {
  if (narrowed.status > 299) throw new Untested('a query is refused here, which the document leaves open');
  return whole && whole.status < 300 ? [[narrowed, whole.body] as const] : [];
});

check('balances.read/is-of-the-whole-account', both, agrees(['id', 'email', 'createdAt']));
