import { isSuccess } from '#contract';
import { isRecord, type Reply, type Setting, subaccountOf, valueAt } from '#evidence';
import { reads } from '../reads/configured.ts';
import { joined } from '../source.ts';

/** The reads that show which currencies there are. */
export const currenciesShown = joined(reads('subaccount.read'), reads('taxonomy.list'));

const capable = ({ body }: Reply): readonly string[] => {
  const currencies = valueAt(body, 'capabilities.currencies');
  return Object.entries(isRecord(currencies) ? currencies : {})
    .filter(([, it]) => isRecord(it) && it.status === 'approved' && it.canOnramp === true)
    .map(([code]) => code);
};

const currenciesIn = (reply: Reply, { roles }: Setting): readonly string[] => {
  if (!isSuccess(reply)) return [];
  if (reply.operation === 'subaccount.read')
    return subaccountOf(reply) === roles.individual.toLowerCase() ? capable(reply) : [];
  return Array.isArray(reply.body) && reply.body.length > 0 ? [String(reply.request.input.currency)] : [];
};

/** Enough to meet more than one corridor. */
const maxCurrencies = 3;

/** Currencies besides the one that is set in which the service shows that the individual may start onramps. */
export const otherOnrampCurrencies = (shown: readonly Reply[], service: Setting): readonly string[] => {
  const codes = shown.flatMap((reply) => currenciesIn(reply, service)).map((code) => code.toUpperCase());
  const own = service.order.onrampCurrency.toUpperCase();
  return [...new Set(codes)]
    .filter((code) => /^[A-Z]{3}$/.test(code) && code !== own)
    .slice(0, maxCurrencies);
};
