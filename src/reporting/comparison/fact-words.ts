// Changes of facts in words: one line for whatever the service changed at once.
import type { ChangeKind, WrittenChange as FactChange } from '#facts';
import { firstOf, plural, texts } from '../text.ts';

const presences: Readonly<Record<string, string>> = { req: 'always there', opt: 'not always there', seen: '' };

/** What stands in a change for a fact that is not there. */
export const absence = '(none)';

const forms: Readonly<Record<string, string>> = {
  [absence]: 'not observed',
  null: 'null',
  num: 'a number',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  empty: 'empty',
  'no json': 'no JSON',
  text: 'a string',
  url: 'a URL',
  uri: 'a URL',
  'uri-query': 'a URL with query parameters, so the link may expire',
  'uri-other': 'a URI that is no URL',
  'uuid-upper': 'a UUID in upper case',
  'invoice-lnbc': 'an invoice of the main network',
  'invoice-lntb': 'an invoice of the test network',
  'invoice-lntbs': 'an invoice of the test network',
  'invoice-lnbcrt': 'an invoice of a regression test network',
  'invoice-LNBC': 'an invoice in upper case',
  'data-url': 'a data URL',
  masked: 'a masked string',
  uuid: 'a UUID',
  'nil-uuid': 'the nil UUID',
  email: 'an e-mail address',
  e164: 'a telephone number',
  map: 'a map',
  'number out of range': 'a number out of range',
  'impossible-date': 'a date that no calendar has',
  'impossible-datetime': 'an instant that no calendar has',
  'impossible-datetime+00': 'an instant that no calendar has',
  date: 'a date',
  cc2: 'two capitals',
  cc3: 'three capitals',
  'code-upper': 'in upper case',
  'code-lower': 'in lower case',
  'currency-lower': 'in lower case',
  'another value': 'a value that is not shown',
  'decimal(varied)': 'a decimal of varying places',
  'what comes for one unit': 'units received per unit paid',
  'what one unit costs': 'units paid per unit received',
  'what is paid': 'the currency that the customer pays',
  'what is received': 'the currency that the customer receives',
  'something else': 'a third currency',
  'as it was sent': 'as sent',
  'as another text': 'otherwise than sent',
};

const fractions: Readonly<Record<string, string>> = { s: 'to the second', ms: 'to ms', us: 'to µs', ns: 'to ns' };
const zones: Readonly<Record<string, string>> = {
  utc: 'in UTC, written Z',
  'utc+00': 'in UTC, written +00:00',
  offset: 'with an offset',
  local: 'without a zone',
};

/** `an instant to ms with an offset` of `datetime-ms-offset`. */
export const instantText = (form: string): string | undefined => {
  const [, fraction = '', zone = ''] = /^datetime-(\w+)-(.+)$/.exec(form) ?? [];
  return zone === ''
    ? undefined
    : `an instant ${fractions[fraction] ?? `with ${fraction.slice(1)} digits`} ${zones[zone] ?? zone}`;
};

/** Of a decimal in a JSON string. */
export const decimalText = (places: string): string =>
  places === '0' ? 'a whole number in quotes' : `a decimal of ${plural(Number(places), 'place')}`;

/** Of the most places that a decimal has. */
export const placesText = (places: string): string =>
  places === '0' ? 'whole units' : `at most ${plural(Number(places), 'decimal place')}`;

const formText = (form: string): string => {
  const [kind = '', list] = form.split(/:(.*)/s);
  if (list !== undefined && kind === 'enum') return list.includes('|') ? `one of ${list.replaceAll('|', ', ')}` : list;
  if (list !== undefined && kind === 'map') return `a map of ${list.split('|').join(', ')}`;
  return (
    forms[form] ?? instantText(form) ?? form.replace(/^decimal\((\d+)\)$/, (_whole, places) => decimalText(places))
  );
};

const partsIn = (fact: string): readonly [parts: readonly string[], presence: string] => {
  const [, shape = fact, presence = ''] = /^(.*?)(?: (req|opt|seen))?$/s.exec(fact) ?? [];
  return [shape.split(' or '), presence];
};

/** A fact in words: `one of paid, pending, always there` of `enum:paid|pending req`. */
export const factText = (fact: string): string => {
  const [parts, presence] = partsIn(fact);
  return [parts.map((part) => formText(part).replace(/^from (?=\d)/, 'at least ')).join(' or '), presences[presence]]
    .filter(Boolean)
    .join(', ');
};

/** `2.5 %` of `0.025`. */
const percent = (share: string): string => `${Number((Number(share) * 100).toFixed(2))} %`;

/** A fact in words by its key: shares of fees are percents. */
export const valueText = (fact: string, value: string): string =>
  /^fee (?:rate|share): /.test(fact) ? value.split(' or ').map(percent).join(' or ') : factText(value);

const without = (some: readonly string[], others: readonly string[]) => some.filter((each) => !others.includes(each));

/** What came and what went, of a fact of several parts. */
export const movedIn = ({ accepted, met }: FactChange) => {
  const [old, now] = [accepted, met].map((fact) =>
    partsIn(fact)[0]
      .flatMap((part) => (/^(?:enum|map):/.test(part) ? part.replace(/^\w+:/, '').split('|') : part))
      .filter((part) => part !== '(none)' && part !== 'none'),
  );
  return { came: without(now ?? [], old ?? []), went: without(old ?? [], now ?? []) };
};

export const isHiddenName = (name: string): boolean => name === 'another' || /(?:^|[./])hidden-[\da-f]{4}/.test(name);

const nameText = (name: string): string => (isHiddenName(name) ? 'one whose name is withheld here' : `\`${name}\``);
const namesText = (names: readonly string[]): string =>
  names.length > 1 && names.every(isHiddenName)
    ? `${names.length} whose names are withheld here`
    : firstOf(names.map(nameText), 4);

/** The member that a fact is of, without where its list begins: `pricing.fx_rate`. */
export const memberOf = (fact: string): string =>
  fact
    .replace(/^.*?\$/, '')
    .replace(/^\.data(?:\[\])?\./, '.')
    .replace(/^(?:\[\])?\./, '') || 'the body';

export const memberText = (fact: string): string => {
  const member = memberOf(fact);
  if (isHiddenName(member)) {
    const holder = member.replace(/(?:^|[./])hidden-[\da-f]{4}.*$/, '');
    return `a field ${holder === '' || isHiddenName(holder) ? '' : `of \`${holder}\` `}(its name is withheld here)`;
  }
  return member === 'the body' ? member : `\`${member}\``;
};

export const statusOf = (fact: string): string | undefined => /^(\d{3}) /.exec(fact)?.[1];

/** `an order of NGN by a business` of the kind of a valid order. */
const orderText = (kind: string): string => {
  if (kind === 'a conversion') return kind;
  const of = kind
    .replace(/(?:^|, )of a business$/, ' by a business')
    .replaceAll(',', '')
    .trim();
  const named = of.replace(/^(?:plain|like the plain one)/, 'a plain order').replace(/^named/, 'a named withdrawal');
  return named === of ? `an order ${of}` : named;
};

const caseWords: readonly (readonly [RegExp, string | ((...parts: string[]) => string)])[] = [
  [/^(?:status|observed): /, ''],
  [/, with another key$/, ''],
  [/^orders, (.*)$/, (_whole, kind = '') => orderText(kind)],
  [/^offramps against the rules for rails, (.*)$/, 'an offramp against the rules for rails ($1)'],
  [/^success$/, 'a valid request'],
  [/^scenarios$/, 'orders in a random mix of calls'],
  [/^orders$/, 'valid orders'],
  [/^(without (?:any|[\w.]+).*)$/, 'an order $1'],
  [/^named recipient, (.*)$/, 'a named withdrawal ($1)'],
  [/^(\w+) recipient, (.*)$/, 'an offramp to the $1 recipient ($2)'],
  [/^no items$/, 'a listing without items'],
  [/^clock$/, 'the clock of the Date header'],
  [/\b(?:an )?absent (\w+)/, (_whole, name = '') => `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name} that does not exist`],
];

/** `an order of NGN by a business` of `status: orders of deposit.simulate, of NGN, of a business`: the endpoint is named beside it. */
export const caseText = ({ endpoint, fact }: Pick<FactChange, 'endpoint' | 'fact'>): string =>
  caseWords.reduce(
    (text, [form, word]) => (typeof word === 'string' ? text.replace(form, word) : text.replace(form, word)),
    fact
      .replace(new RegExp(`: ${endpoint.replace('.', '\\.')} (?=for|with|refused)`), ': a request ')
      .replaceAll(` of ${endpoint}`, ''),
  );

const answersText = (change: FactChange): string => {
  const { accepted, met } = change;
  const { came, went } = movedIn(change);
  return went.length === 0 ? `${accepted} before, now also ${came.join(' or ')}` : `${accepted} before, now ${met}`;
};

const limitNames: Readonly<Record<string, string>> = {
  system_min: 'smallest order',
  system_max: 'system maximum',
  tx_limit: 'largest order',
};

const methodText = (_whole: string, currency: string, method: string, asset?: string): string =>
  `\`${method}\` for ${texts(currency, asset).join('/')}`;

/** `` largest order by `ted` for BRL/USDC `` of `limit: BRL ted USDC tx_limit`. */
export const termText = (fact: string): string => {
  const [, kind = '', of = ''] = /^([^:]*): (.*)$/.exec(fact) ?? [];
  const limit = Object.keys(limitNames).find((name) => of.endsWith(` ${name}`));
  const method = limit === undefined ? of : of.slice(0, -limit.length - 1);
  const isOfMethod = /^(?:limit|fee|fee types|(?:required|optional) fields)$/.test(kind);
  // The document does not say which of the two currencies a limit is in.
  const words = isOfMethod ? method.replace(/^(\w+) (\S+)(?: (.+))?$/, methodText) : method;
  return texts(limit && `${limitNames[limit]} by`, words.replace(/hidden-[\da-f]{4}/g, '(not shown)')).join(' ');
};

const nouns: Readonly<Record<string, string>> = {
  methods: 'method',
  currencies: 'currency',
  assets: 'asset',
  flags: 'flag',
  rails: 'rail',
  networks: 'network',
};

const holderText = (fact: string): string => {
  const [term = '', of = ''] = fact.split(/: (.*)/s);
  const [subject = '', ...holder] = of.split(', ');
  const isFlag = ['methods', 'flags', 'rails', 'networks'].includes(term);
  return texts(
    isFlag && `for ${nameText(subject).replaceAll('`', '')}`,
    holder.length > 0 && `(${holder.toReversed().join(' ')})`,
  ).join(' ');
};

const capabilityText = (change: FactChange): string => {
  const { came, went } = movedIn(change);
  const isGone = change.kind === 'capability-gone';
  const [term = ''] = change.fact.split(':');
  const noun = nouns[term];
  const names = isGone ? went : came;
  if (noun === undefined) return `${memberText(change.fact)} has ${namesText(names)} now`;
  const isMany = names.length > 1;
  const named = namesText(names);
  const of = isMany ? term : named.startsWith('one whose') && isGone ? `a ${noun}` : noun;
  const what = texts(of, named.replace(/^one (?=whose)/, ''), holderText(change.fact)).join(' ');
  // A flag that is false counts as one that is not there.
  const gone = term === 'flags' ? 'no longer set' : 'gone';
  return isGone ? `${what} ${isMany ? 'are' : 'is'} ${gone}` : `${isMany ? 'new' : 'a new'} ${what}`;
};

export const shareOf = ({ fact }: Pick<FactChange, 'fact'>): readonly string[] =>
  /^fee share: (\w+) in (\w+)/.exec(fact)?.slice(1) ?? [];

const maxCurrencies = 5;

/** `BRL, EUR and USD`. */
const listText = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** `` `pricing.fees.onramp_fee` rose in BRL, EUR and 3 more currencies ``: one fee, whatever it is charged in. */
export const shareText = (changes: readonly FactChange[]): string => {
  const [first] = changes;
  if (first === undefined) return '';
  const [fee = ''] = shareOf(first);
  const way = first.kind === 'fee-raised' ? 'rose' : 'fell';
  const steps = changes.map(({ accepted, met }) => `${percent(accepted)} -> ${percent(met)}`);
  const named = changes.map((change) => shareOf(change)[1] ?? '');
  const where = named.length > maxCurrencies ? plural(named.length, 'currency', 'currencies') : listText(named);
  // Cents of a small order round its share.
  const rounded = changes.map(({ accepted, met }) =>
    [accepted, met].map((share) => Number(share).toPrecision(2)).join(),
  );
  const of = new Set(rounded).size === 1 ? '' : ` (in ${named[0]})`;
  return `\`pricing.fees.${fee}\` ${way} in ${where}: ${steps[0]} of the amount${of}`;
};

const feeText = (change: FactChange): string => {
  const { kind, fact, accepted, met } = change;
  if (shareOf(change).length > 0) return shareText([change]);
  const way = kind === 'fee-raised' ? 'rose' : 'fell';
  return fact.startsWith('fee rate')
    ? `the fees of ${orderText(termText(fact))} ${way}: ${percent(accepted)} -> ${percent(met)} of its amount`
    : `the fee of ${termText(fact)} ${way}: ${accepted} -> ${met} (its \`type\` says the unit)`;
};

const limitText = ({ fact, accepted, met }: FactChange): string => {
  const hasRisen = accepted !== 'none' && (met === 'none' || Number(met) > Number(accepted));
  return `${termText(fact)} ${hasRisen ? 'rose' : 'fell'}: ${accepted} -> ${met}`;
};

/** `from 15 min` is a step of at least so long. */
const spanText = ({ kind, fact, accepted, met }: FactChange): string =>
  `${memberText(fact)} comes ${kind.split('-')[1]}: ${[accepted, met].map((span) => span.replaceAll('from ', 'at least ')).join(' -> ')} after creation`;

const pageLimitText = ({ kind, accepted, met }: FactChange): string =>
  `the greatest page size (\`limit\`) ${kind.endsWith('raised') ? 'rose' : 'fell'} (${accepted} before, now ${met})`;

/** `6 first and 4 last shown` of `*, 6 first, 4 last`. */
const maskText = (mask: string): string => mask.replace(/\S, (\d+) first, (\d+) last/g, '$1 first and $2 last shown');

export const headerName = (fact: string): string =>
  fact.replace(/^(?:\d{3} )?header /, '').replace(/(?:^|-)\w/g, (letter) => letter.toUpperCase());

const inRefusal = (fact: string): string => {
  const status = statusOf(fact);
  return status === undefined ? '' : ` of a ${status}`;
};

const beforeAndNow = ({ accepted, met }: FactChange): string => {
  const [old, now] = [partsIn(accepted)[0], partsIn(met)[0]];
  return `${old.map(formText).join(' or ')} -> ${now.map(formText).join(' or ')}`;
};

const memberChange = (change: FactChange): string =>
  `${memberText(change.fact)}${inRefusal(change.fact)}: ${beforeAndNow(change)}`;

/** The text of the first of several changes of one cause. */
const sentences: Partial<Record<ChangeKind, (change: FactChange) => string>> = {
  'member-gone': ({ fact }) => `${memberText(fact)}${inRefusal(fact)} is gone (was always there)`,
  'extra-member-gone': ({ fact, met }) =>
    `${memberText(fact)}${inRefusal(fact)}, which the document does not have, is ${met === '(none)' ? 'gone' : 'not always there'}`,
  'optional-member-gone': ({ fact, met }) =>
    `${memberText(fact)}${inRefusal(fact)}, which is optional, is ${met.startsWith('null') ? 'now null (always had a value)' : 'gone (was always there)'}`,
  'member-at-times': ({ fact }) => `${memberText(fact)}${inRefusal(fact)} is not always there (was)`,
  'member-null': (change) => `${memberText(change.fact)}${inRefusal(change.fact)} can be null (never was)`,
  'member-new': ({ fact, met }) =>
    `a new field ${memberText(fact).replace(/^a field (?=of |\()/, '')}${inRefusal(fact)}: ${formText(partsIn(met)[0][0] ?? '')}`,
  'member-always': ({ fact }) => `${memberText(fact)}${inRefusal(fact)} is always there (was not)`,
  'member-filled': (change) =>
    `${memberText(change.fact)}${inRefusal(change.fact)} has content (was null, or null at times)`,
  'value-new': (change) =>
    `${memberText(change.fact)} has a new value: ${namesText(movedIn(change).came).replace('`another value`', 'one that is not shown')}`,
  'value-replaced': ({ fact }) => `${memberText(fact)} has another value than before (both are withheld here)`,
  'writing-narrowed': (change) => `${memberText(change.fact)} is written in one way: ${beforeAndNow(change)}`,
  'places-fewer': ({ fact, accepted, met }) => `${memberText(fact)}: ${placesText(accepted)} -> ${placesText(met)}`,
  'mask-changed': (change) =>
    change.fact.startsWith('mask: ')
      ? `another part of ${memberText(change.fact)} is masked: ${maskText(change.accepted)} -> ${maskText(change.met)}`
      : memberChange(change),
  'zero-left-out': () => 'balances of zero are left out (were listed)',
  'header-gone': ({ fact, accepted }) =>
    `${headerName(fact)}${inRefusal(fact)} is gone${accepted === 'present' ? '' : ` (was ${accepted})`}`,
  'header-new': ({ fact, met }) =>
    `a new header ${headerName(fact)}${inRefusal(fact)}${met === 'present' ? '' : `: ${met}`}`,
  'header-changed': ({ fact, accepted, met }) => `${headerName(fact)}${inRefusal(fact)}: ${accepted} -> ${met}`,
  'end-announced': ({ fact, accepted, met }) =>
    `announces its end: ${headerName(fact)}: ${accepted === '(none)' ? met : `${accepted} -> ${met}`}`,
  'message-kind-changed': ({ fact, accepted, met }) =>
    `the message${inRefusal(fact)} says: ${met} (${accepted} before)`,
  'capability-gone': capabilityText,
  'capability-new': capabilityText,
  'field-required': (change) => `${termText(change.fact)} requires ${namesText(movedIn(change).came)}`,
  'field-optional': (change) => {
    const { came, went } = movedIn(change);
    return came.length > 0
      ? `${termText(change.fact)} takes ${namesText(came)} too`
      : `${termText(change.fact)} no longer requires ${namesText(went)}`;
  },
  'field-gone': (change) => `${termText(change.fact)} has no ${namesText(movedIn(change).went)} any more`,
  'limit-tightened': limitText,
  'limit-widened': limitText,
  'fee-raised': feeText,
  'fee-lowered': feeText,
  'fee-type-changed': ({ fact, accepted, met }) =>
    fact.startsWith('fee in: ')
      ? `${memberText(fact)} names another currency: ${factText(accepted)} -> ${factText(met)}`
      : `the fee of ${termText(fact)} is of another type: ${accepted} -> ${met}`,
  'expires-sooner': spanText,
  'expires-later': spanText,
  'settles-sooner': spanText,
  'settles-later': spanText,
  'page-limit-lowered': pageLimitText,
  'page-limit-raised': pageLimitText,
  'first-page-moved': ({ accepted, met }) => `the first page is ${met} (${accepted} before)`,
  'order-changed': ({ accepted, met }) => `the order of the listing: ${accepted} -> ${met}`,
  'wording-changed': ({ fact }) => `the message of a ${fact.replace('wording: ', '')} is worded in another way`,
  'id-version-changed': (change) => `${memberText(change.fact)}: UUID ${change.accepted} -> ${change.met}`,
  slower: ({ accepted, met }) => `answers slower: ${accepted} ms -> ${met} ms in the median of three runs each`,
  'given-changed': ({ fact, accepted, met }) => `${fact}: ${accepted} -> ${met}`,
  'facts-changed': () =>
    'this version of the harness notes other facts: accept the baseline again to have them compared',
};

export const isOfCase = ({ fact }: Pick<FactChange, 'fact'>): boolean => /^(?:status|observed): /.test(fact);

/** What an order said comes back so. */
const echoText = (change: FactChange): string => {
  const { accepted, met } = change;
  const atTimes = met.includes(' or ') ? ', in some answers' : '';
  const { came } = movedIn(change);
  const [old, now] = [factText(accepted), came.length > 0 ? factText(came.join(' or ')) : `only ${factText(met)}`];
  return `${memberText(change.fact)} is echoed ${now}${atTimes} (${old === 'as sent' ? 'always ' : ''}${old} before)`;
};

export const sentenceOf = (change: FactChange): string => {
  if (change.fact.startsWith('echo: ')) return echoText(change);
  const own = sentences[change.kind];
  if (own) return own(change);
  return isOfCase(change) ? `${caseText(change)}: ${answersText(change)}` : memberChange(change);
};
