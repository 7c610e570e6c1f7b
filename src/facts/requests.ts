// Requests by the names of their probes and cases, and words for them.
import type { FactSubject } from '#run';
import { isOfAnswer } from './fact.ts';

const ordinary = /^(?:orders of|reads of|second reads of|idle |simultaneous |created |records that)/;

/** Probes whose purpose is not the status. */
const incidental = /^(?:balances |scenarios|simultaneous )/;

const plain = /^(?:orders|reads) of|^[\w.-]+ for an absent/;

const valueCase = /(?:^|, )(?:of [A-Z]|over |in [A-Z]|named, |in another )/;

/** Probes with a status for each kind of order, in addition to the status of all orders. */
const orders = String.raw`orders of [\w.-]+|offramps against the rules for rails`;
const allOrders = new RegExp(`^(?:${orders})$`);
const oneOrder = new RegExp(`^(${orders}), (.*)$`, 's');

/** The subject for the status of a request: the probe, and the kind of order. */
export const requestOf = (...names: readonly string[]): FactSubject => {
  const name = names.join(', ');
  return { aspect: 'status', of: oneOrder.exec(name)?.slice(1) ?? [name] };
};

const nameOf = ({ of }: FactSubject): string => of.join(', ');

/** True for one kind of valid order, such as a currency of the business; the fact of all orders exists too. */
export const isOneOrder = ({ aspect, of }: FactSubject): boolean => aspect === 'status' && of.length > 1;

export const isAllOrders = ({ aspect, of: [name = '', ...kind] }: FactSubject): boolean =>
  aspect === 'status' && kind.length === 0 && allOrders.test(name);

export const isOfOneValue = (fact: FactSubject): boolean => isOneOrder(fact) && valueCase.test(fact.of[1] ?? '');

/**
 * True for an order over a single rail. A used-up balance or limit often blocks one currency or asset, but seldom a
 * single rail.
 */
export const isOrderOverOneRail = (fact: FactSubject): boolean =>
  (isOneOrder(fact) && /(?:^|, )over /.test(fact.of[1] ?? '')) ||
  (fact.aspect === 'observed' && /^(?:named|plain|local) recipient, \w+, \w/.test(nameOf(fact)));

/** `SWIFT` for orders over a single rail, as an order writes it. */
export const railOf = (fact: FactSubject): string | undefined =>
  isOrderOverOneRail(fact) ? /(?:\bover |, )([A-Z_]+)(?:, of a business)?$/.exec(nameOf(fact))?.[1] : undefined;

const isOfStatus = ({ aspect }: FactSubject): boolean => aspect === 'status' || aspect === 'status with another key';

export const isOrdinary = (fact: FactSubject): boolean =>
  isOfStatus(fact) && ordinary.test(nameOf(fact)) && !isOneOrder(fact);

export const isIncidental = (fact: FactSubject): boolean => isOfStatus(fact) && incidental.test(nameOf(fact));

/** Requests that most clients send: one of them represents all with the same answer. */
export const isPlainRequest = (fact: FactSubject): boolean => {
  const name = nameOf(fact);
  if (fact.aspect === 'observed') return /^(?:success|absent)/.test(name);
  if (fact.aspect === 'status with another key' && /^[\w.-]+ with an invalid key$/.test(name)) return true;
  return isOfStatus(fact) && plain.test(name);
};

/** True for a name such as `onramp.initiate with a reference for the second time`. */
export const isInSituation = (fact: FactSubject, situation: FactSubject): boolean =>
  fact.aspect === 'status' && situation.aspect === 'observed' && nameOf(fact).endsWith(` with ${nameOf(situation)}`);

export const isOfPages = (fact: FactSubject): boolean =>
  (isOfAnswer(fact) && nameOf(fact).includes('bounds')) ||
  (fact.aspect === 'observed' && /page|limit/.test(nameOf(fact)));

/** True for the clock of the service, which depends on its machine. */
export const isOfClock = ({ aspect, of: [name] }: FactSubject): boolean => aspect === 'observed' && name === 'clock';

/** True for an order of a subaccount that may place none; the service refuses it at any quota. */
export const isOfUnverified = (fact: FactSubject): boolean =>
  isOfStatus(fact) && /^\S+ without (?:approved|a bank)/.test(nameOf(fact));

export const isOfDepositEffect = (fact: FactSubject): boolean => nameOf(fact).includes('effect of a deposit');

/** `BRL` for deposits of BRL. */
export const depositedCode = ({ aspect, of: [name, kind = ''] }: FactSubject): string | undefined =>
  aspect === 'status' && name === 'orders of deposit.simulate' ? /^of ([A-Z]{3,5})\b/.exec(kind)?.[1] : undefined;

/** `an order of NGN by a business`, for the kind of a valid order. */
export const orderText = (kind: string): string => {
  if (kind === 'a conversion') return kind;
  const of = kind
    .replace(/(?:^|, )of a business$/, ' by a business')
    .replaceAll(',', '')
    .trim();
  const named = of.replace(/^(?:plain|like the plain one)/, 'a plain order').replace(/^named/, 'a named withdrawal');
  return named === of ? `an order ${of}` : named;
};

const caseWords: readonly (readonly [RegExp, string | ((...parts: string[]) => string)])[] = [
  [/^orders, (.*)$/, (_whole, kind = '') => orderText(kind)],
  [/^offramps against the rules for rails, (.*)$/, 'an offramp against the rules for payment rails ($1)'],
  [/^offramps against the rules for rails$/, 'offramps against the rules for payment rails'],
  [/^success$/, 'a valid request'],
  [/^scenarios$/, 'orders among other calls, in random order'],
  [/^orders$/, 'valid orders'],
  [/^reads$/, 'valid reads'],
  [/^idle balances$/, 'balances while nothing happens'],
  [/^balances around refused orders\b.*/, 'a refused order between two reads of the balances'],
  [/^without any member of (\w+)$/, 'an order without any field of `$1`'],
  [/^without any member$/, 'an order without any field'],
  [/^without ([\w.]+)$/, 'an order without `$1`'],
  [/^(without .*)$/, 'an order $1'],
  [/^default page and limit$/, 'a listing without `page` and `limit`'],
  [/^two pages and two limits$/, 'a listing with `page` and `limit` sent twice'],
  [/^page past the end$/, 'a page after the last'],
  [/^(page|limit) (-?[\d^]+)$/, 'a listing with `$1` $2'],
  [/^malformed id$/, 'an id that is no UUID'],
  [/(?:^|a request with )a reference for the second time$/, 'an order with an already used reference'],
  [
    /\ba request refused, in an odd text$/,
    'a refused request in an unusual form (such as the amount `1e-400`, or a field sent twice)',
  ],
  [/\ba request refused, with an odd member besides$/, 'a refused request with an unknown field'],
  [/\bwith a mistyped member$/, 'with a field of a wrong type'],
  [/\bwithout a member$/, 'without one of its fields'],
  [/\bwith a misplaced key$/, 'with the key in a wrong place'],
  [
    /\bwith (odd|malformed) bounds$/,
    (_whole, how = '') => `with ${how === 'odd' ? 'invalid' : how} \`page\` or \`limit\``,
  ],
  [/\bwith a UUID that is none$/, 'with a reference that looks like a UUID'],
  [/\ba request for a malformed (\w+)$/, 'a request whose `$1` is no UUID'],
  [/\ba recased (\w+)/, 'a $1 in other letter case'],
  [/^(asset|currency) in another case$/, 'a $1 in other letter case'],
  [/^(asset|currency) (in lower case|with spaces)$/, 'a $1 $2'],
  [/^named withdrawal without a rail$/, 'a named withdrawal without a payment rail'],
  [/^(?=named withdrawal )/, 'a '],
  [/^rail on another currency$/, 'an order with a payment rail in another currency'],
  [/^status of the record$/, 'the status of the record'],
  [/^named recipient, (.*)$/, 'a named withdrawal ($1)'],
  [/^incomplete recipient, (.*)$/, 'an offramp to a business that lacks identifying fields ($1)'],
  [/^local recipient, (.*)$/, 'an offramp to a recipient in the local currency ($1)'],
  [/^(\w+) recipient, (.*)$/, 'an offramp to a $1 recipient ($2)'],
  [/^no items$/, 'a listing without items'],
  [/^effect of a deposit$/, 'balances after a deposit'],
  [/^clock$/, 'the clock of the Date header'],
  [/^created (\w+) of another subaccount$/, 'a request for a new $1 under another subaccount'],
  [/^(\w+) of another subaccount$/, 'a request for the $1 of another subaccount'],
  [/^absent (?=\w+)/, 'a request for an absent '],
  [/\b(?:an )?absent (\w+)/, (_whole, name = '') => `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name} that does not exist`],
];

/** `an order of NGN by a business`, for the orders of NGN at an endpoint, without the endpoint. */
export const caseText = (fact: FactSubject, endpoint: string): string => {
  const words = caseWordsOf(fact, endpoint);
  return endpoint === 'deposit.simulate'
    ? words.replace(/^an order\b/, 'a deposit').replace(/^valid orders\b/, 'valid deposits')
    : words;
};

const caseWordsOf = (fact: FactSubject, endpoint: string): string =>
  caseWords.reduce(
    (text, [form, word]) => (typeof word === 'string' ? text.replace(form, word) : text.replace(form, word)),
    nameOf(fact)
      .replace(new RegExp(`^${endpoint.replace('.', '\\.')} (?=for|with|refused|to)`), 'a request ')
      .replaceAll(` of ${endpoint}`, ''),
  );
