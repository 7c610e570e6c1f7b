// Properties of texts in a body other than their form: end dates, masks, decimal places, and echoes of the order.
import { isRecord, type Reply, recordsIn, toAmount, valueAt } from '#evidence';
import { plural, texts } from '#lib';
import { isSuccess } from '#run';
import { isPlainTerm, isUuid } from '#schemas';
import {
  type Aspect,
  byAmount,
  byKind,
  byMove,
  byOrder,
  byValues,
  type Compare,
  type FactPair,
  letters,
  numbersIn,
  unseen,
} from './aspect.ts';
import { ofSet, onSpans, replaced, term } from './differences.ts';
import { anyOf, type FactChange, formsOf, isSteady, movedIn, none, type Value, without } from './fact.ts';
import { changedText, memberText, placesText, recordMember, valueText } from './fact-words.ts';
import { genericGroup, memberName } from './members.ts';
import { type Documented, isMasked } from './observed-members.ts';
import { isRuling } from './rulings.ts';
import { type AddFact, createdIn, fingerprint, type ObservedReply, textsAt } from './sight.ts';
import { countedDays, daysStep, exactSpan, spanStep, spanWords } from './spans.ts';
import { isSame, keyOf, writeChange } from './written.ts';

const maskOf = (text: string): string => {
  const [, first = '', sign = '', last = ''] = /^(.*?)([*•…]|\.{3}).*?([^*•….]*)$/s.exec(text) ?? [];
  return `${sign}, ${first.length} first, ${last.length} last`;
};

/** Codes of vendors: no list has them, so only changes are reported. */
const isVendorCode = /\.(?:protocol|integration|channel_name|legal_operation_entity|country_code)$/;

/** Labels that a client shows for a method. */
const isLabel = /^\$\[\]\.(?:\w+_name|\w+_description|name|contract)$/;

/** Parts of an address, such as the state of a country, and other personal properties. */
const isPersonal = /address|residen|country|location|employment|marital|civil|immigration|citizen/i;

/** True for a member with states, unless a list or a probe already shows them. */
const isState = (path: string, documented: Documented): boolean =>
  /(?:[a-z_.]status|[a-z_]state|[a-z]S(?:tatus|tate))$/.test(path) &&
  path !== '$.status' &&
  !isPersonal.test(path) &&
  (documented.get(path)?.known ?? []).length === 0;

/** Amounts only: a rate or fee may have fewer decimal places by chance. */
const isAmount = /amount$/i;

const isId = /(?:[._]id|[a-z]Id|hash)$/;

const placeOfLink = (text: string): string | undefined => {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return undefined;
  const { host, pathname } = new URL(text);
  const [, first = ''] = pathname.split('/');
  return [host.replace(/\d+/g, '#'), isPlainTerm(first) || /^v\d+$/.test(first) ? first : ''].join('/');
};

/** Milliseconds. A younger record may be one of this run. */
const newForMs = 7_200_000;
const newRecords = 'new records';

export const observeTexts = (reply: Reply, documented: Documented, add: AddFact) => {
  const { body, receivedAt } = reply;
  const created = createdIn(isRecord(body) && isRecord(body.data) ? body.data : body);
  const isNew = Math.abs(receivedAt.getTime() - created) < newForMs;
  return (text: string, path: string): void => {
    const of = [path];
    if (documented.get(path)?.format === 'uuid' && isUuid(text)) add({ aspect: 'uuid', of }, `version ${text[14]}`);
    const aspect = /expir\w*$/i.test(path) ? 'expiry' : path.endsWith('.estimated_at') ? 'delay' : undefined;
    const span = aspect === undefined ? Number.NaN : Date.parse(text) - created;
    if (aspect !== undefined && !Number.isNaN(span)) {
      add({ aspect, of }, (aspect === 'expiry' ? exactSpan : spanStep)(span / 1_000));
      if (aspect === 'delay' && isNew)
        add({ aspect, of: [path, newRecords] }, daysStep(span / 1_000, new Date(created)));
    }
    // A refusal only mentions the refused request and documentation pages.
    const isOfRecord = isSuccess(reply);
    if (isOfRecord && isId.test(path) && !isUuid(text)) add({ aspect: 'length', of }, String(text.length));
    const place = placeOfLink(text);
    if (isOfRecord && place !== undefined) add({ aspect: 'link', of }, fingerprint('link', place));
    if (isVendorCode.test(path) || isLabel.test(path)) add({ aspect: 'codes', of }, fingerprint(path, text));
    const isOfState = isOfRecord && isState(path, documented);
    if (isOfState) add({ aspect: 'state', of }, fingerprint(path, text));
    if (isOfState || isVendorCode.test(path)) add({ aspect: 'folded code', of }, fingerprint(path, text.toLowerCase()));
    if (isMasked(text)) add({ aspect: 'mask', of }, maskOf(text));
    const amount = isAmount.test(path) ? toAmount(text) : undefined;
    if (amount !== undefined) add({ aspect: 'places', of }, String(amount.decimalPlaces()));
  };
};

const estimate = '$.settlement.estimated_at';

/** A new record whose estimate is null has no text, so `none` is observed. */
export const observeNoEstimate = ({ reply: { body, receivedAt } }: ObservedReply, add: AddFact): void => {
  const isNew = Math.abs(receivedAt.getTime() - createdIn(body)) < newForMs;
  if (isNew && valueAt(body, estimate.slice(2)) === null) add({ aspect: 'delay', of: [estimate, newRecords] }, none);
};

const isCurrency = /^[A-Z]{3,5}$/;

/** By currency, because one currency may settle later than before. */
export const observeDelays = ({ reply: { body, receivedAt } }: ObservedReply, add: AddFact): void => {
  for (const { record } of recordsIn(body)) {
    const created = createdIn(record);
    const span = Date.parse(String(valueAt(record, estimate.slice(2)))) - created;
    const currency = textsAt(record, 'to.currency')[0]?.toUpperCase() ?? '';
    const isNew = Math.abs(receivedAt.getTime() - created) < newForMs;
    if (isNew && !Number.isNaN(span) && isCurrency.test(currency))
      add({ aspect: 'delay by currency', of: [estimate, currency] }, daysStep(span / 1_000, new Date(created)));
  }
};

const echoed: readonly (readonly [sent: string, shown: string])[] = [
  ['from.currency', 'from.currency'],
  ['from.asset', 'from.asset'],
  ['from.chain', 'from.network'],
  ['to.asset', 'to.asset'],
  ['to.currency', 'to.currency'],
  ['to.destination_address', 'to.address'],
  ['from.sender_address', 'from.address'],
];

const echoOf = (sent: string, shown: string, path: string): string => {
  if (sent.toLowerCase() !== shown.toLowerCase()) return 'as another text';
  // A different letter case of a code is a form of the code.
  return sent === shown || !path.endsWith('address') ? 'as it was sent' : 'in another letter case';
};

export const observeEchoes = ({ reply, isOfValidOrder }: ObservedReply, add: AddFact): void => {
  if (!isOfValidOrder) return;
  const { body, request }: Reply = reply;
  for (const [from, to] of echoed) {
    const [[sent], [shown]] = [textsAt(request.input.body, from), textsAt(body, to)];
    if (sent !== undefined && shown !== undefined) add({ aspect: 'echo', of: [`$.${to}`] }, echoOf(sent, shown, to));
  }
};

/** Fewer amounts may have few decimal places by chance. */
const enoughAmounts = 5;

/** Decimal places that every service must support, for an order of cents. */
const cents = 2;

/** A rate with fewer digits gives amounts with fewer decimal places. */
const fewerPlaces = term((old, now) => {
  const [before, after] = [old, now].map((places) => Math.max(...places.map(Number)));
  return before !== undefined && after !== undefined && after <= Math.min(before - 2, cents)
    ? 'places-fewer'
    : 'places-of-an-amount';
});

const spanText = (change: FactChange): string => {
  const { kind, aspect, of, accepted, met } = { ...change, ...writeChange(change) };
  if (met === none)
    return `${memberText(change)} of records just created: ${changedText(`a time ${spanWords(accepted)} after creation`, 'null')}`;
  const [old = '', now = ''] = [accepted, met].map(spanWords);
  const whose = aspect === 'delay by currency' ? ` of orders to ${of[1]}` : ' of records just created';
  return `${memberText(change)}${of[1] === undefined ? '' : whose} comes ${kind.split('-')[1]}: ${changedText(`${old} after creation`, now)}`;
};

/**
 * Other records may have ids of other lengths. It counts only if the shortest id now is longer than the longest before.
 */
const compareLengths = term((old, now) => {
  const [before, after] = [old.map(Number), now.map(Number)];
  if (Math.min(...after) > Math.max(...before)) return 'id-longer';
  return Math.max(...after) < Math.min(...before) ? 'id-shorter' : 'some-as-before';
});

const enoughIds = 5;

const onDelays = onSpans('settles-sooner', 'settles-later');

/** True for a precise duration. Hours and days depend on the hour of an order. */
const isPrecise = (span: string): boolean => /\b(?:s|min)$/.test(span);

/** How far a cut-off time and a public holiday can move an estimate: in days, and as a factor. */
const dayMargin = { days: 2, factor: 2 };

const isLater = (one: readonly number[], other: readonly number[]): boolean =>
  [Math.min, Math.max].every((bound) => {
    const [from, to] = [bound(...one), bound(...other)];
    return to - from >= dayMargin.days && to >= from * dayMargin.factor;
  });

/**
 * Estimates in calendar days and in workdays differ over a weekend. If the run saw one weekday, the days decide; with
 * two, both numbers must change.
 */
const compareDelays = term((old, now, pair) => {
  const [before, after] = [old, now].map((spans) => spans.flatMap((span) => countedDays(span) ?? []));
  const areCounted = before?.length === old.length && after?.length === now.length;
  if (!areCounted || [old, now].some((spans) => spans.every(isPrecise))) return onDelays(old, now, pair);
  const isOneWeekday = new Set([...before, ...after].map(({ first }) => first ?? 'unknown')).size === 1;
  const isMoved = (one: typeof before, other: typeof before): boolean =>
    isLater(
      one.map(({ days }) => days),
      other.map(({ days }) => days),
    ) &&
    (isOneWeekday ||
      isLater(
        one.map(({ workdays }) => workdays),
        other.map(({ workdays }) => workdays),
      ));
  if (isMoved(before, after)) return 'settles-later';
  return isMoved(after, before) ? 'settles-sooner' : 'moves-with-a-rate';
});

const isToldByAll = (pair: FactPair): boolean =>
  [[estimate], [estimate, newRecords]].some((of) => {
    const fact = { aspect: 'delay', of } as const;
    const [before, after] = [pair.old, pair.now].map((facts) => facts.get(keyOf(fact))?.value);
    return before && after && !isRuling(String(compareDelays({ ...pair, fact, before, after })));
  });

const isOnlyFolded = ({ fact: { of }, old, now }: FactPair): boolean => {
  const [before, after] = [old, now].map((facts) => formsOf(facts.get(keyOf({ aspect: 'folded code', of }))?.value));
  return before !== undefined && after !== undefined && after.length > 0 && without(after, before).length === 0;
};

const statesOf = ['observed: status of the record', '$.status'];

/** Records of the settings may be in another state, and then have other states too. */
const compareStates: Compare = (pair) => {
  if (pair.before === undefined || pair.after === undefined) return 'records-come-and-go';
  const compared = term(replaced('value-replaced'))(pair);
  if (compared !== 'value-replaced' || isOnlyFolded(pair)) return compared;
  const isSameState = statesOf.every((key) => {
    const [before, after] = [pair.old, pair.now].map((facts) => formsOf(facts.get(key)?.value));
    return before?.join() === after?.join();
  });
  return isSteady(pair.endpoint) && isSameState ? compared : 'records-come-and-go';
};

const onlyCase = 'changed only in its letter case';

const codeNote: NonNullable<Aspect['note']> = (pair) => (isOnlyFolded(pair) ? onlyCase : undefined);

const hiddenCodeText = (change: FactChange): string =>
  `${memberText(change)}: the value ${change.note ?? 'changed'} (this report hides both values)`;

/** True if methods are new or gone: then labels change too. */
const haveMethodsMoved = ({ old, now }: FactPair): boolean => {
  const methods = [...old].filter(([key, { aspect, value }]) => {
    const after = now.get(key)?.value;
    return aspect === 'methods' && after !== undefined && !isSame(aspect, value, after);
  });
  return methods.length > 0;
};

/** With the same methods, labels count as reworded only if some are new and some are gone. */
const compareLabels: Compare = (pair) => {
  const isReworded: Compare = term((old, now) =>
    without(now, old).length > 0 && without(old, now).length > 0 ? 'wording-changed' : 'some-as-before',
  );
  return haveMethodsMoved(pair) ? term(replaced('wording-changed'))(pair) : isReworded(pair);
};

const labelsText = (change: FactChange): string => {
  const count = movedIn(change).came.length;
  return count === formsOf(change.after).length ? 'all texts' : plural(count, 'text');
};

const maskText = (mask: string): string =>
  mask.replace(/\S, (\d+) first, (\d+) last/g, (_whole, first: string, last: string) => {
    const shown = texts(first !== '0' && `the first ${first}`, last !== '0' && `the last ${last}`);
    if (shown.length === 0) return 'nothing';
    return /^the \w+ 1$/.test(shown.join())
      ? shown.join().replace(' 1', ' character')
      : `${shown.join(' and ')} characters`;
  });

const echoText = (change: FactChange): string => {
  const { before, after } = change;
  const { came } = movedIn(change);
  const now = came.length > 0 ? valueText(anyOf(...came)) : `only ${valueText(after)}`;
  const atTimes = formsOf(after).length > 1 ? ', in some answers' : '';
  const old = valueText(before);
  return `${memberText(change)} repeats the order: ${changedText(`${old === 'as sent' ? 'always ' : ''}${old}`, `${now}${atTimes}`)}`;
};

const placesCells = (values: readonly (Value | undefined)[]) =>
  values.map((value) => (value === undefined ? unseen : placesText(formsOf(value).join(' or '))));

export const textAspects = {
  expiry: {
    compare: term(onSpans('expires-sooner', 'expires-later')),
    movedBy: byOrder,
    group: 'speed',
    name: memberName('after creation'),
    cause: byValues(),
    sentence: spanText,
  },
  delay: {
    compare: (pair) => {
      const [old, now] = [pair.before, pair.after].map(formsOf);
      if (now?.join() === none && old?.length !== 0)
        return old?.includes(none) ? 'some-as-before' : 'optional-member-gone';
      if (old?.includes(none) || now?.includes(none)) return 'some-as-before';
      const compared = compareDelays(pair);
      const { aspect, of } = pair.fact;
      const all = { aspect, of: of.slice(0, 1) };
      const [before, after] = [pair.old, pair.now].map((facts) => facts.get(keyOf(all))?.value);
      const isTold = of.length > 1 && !isRuling(String(compareDelays({ ...pair, fact: all, before, after })));
      return isTold && !isRuling(String(compared)) ? 'reported-by-another-case' : compared;
    },
    movedBy: byOrder,
    group: 'speed',
    name: (fact) => `${memberName('after creation')(fact)}${fact.of[1] === undefined ? '' : ` (${fact.of[1]})`}`,
    cause: byValues(),
    sentence: spanText,
  },
  'delay by currency': {
    compare: (pair) => {
      if (pair.before === undefined || pair.after === undefined) return 'records-come-and-go';
      const compared = compareDelays(pair);
      return !isRuling(String(compared)) && isToldByAll(pair) ? 'reported-by-another-case' : compared;
    },
    movedBy: byOrder,
    group: 'speed',
    name: (fact) => `${memberName('after creation')(fact)} (orders to ${fact.of[1]})`,
    cause: byValues(),
    sentence: spanText,
  },
  uuid: {
    compare: term(replaced('id-version-changed')),
    group: 'spelling and places',
    name: memberName('version of the UUID'),
    cause: byKind,
    sentence: (change) => {
      const { accepted, met } = writeChange(change);
      return `${memberText(change)}: ${changedText(`UUID ${accepted}`, `UUID ${met}`)}`;
    },
  },
  length: {
    // The shortest and the longest length.
    merge: (counts, _all, { operation }) => {
      const lengths = numbersIn(counts);
      if (lengths.length < enoughIds && !isSteady(operation)) return undefined;
      return anyOf(...new Set([lengths[0], lengths.at(-1)].map(String)));
    },
    compare: compareLengths,
    movedBy: byOrder,
    group: 'spelling and places',
    name: memberName('number of characters'),
    cause: byMove(),
    sentence: (change) => {
      const { accepted, met } = writeChange(change);
      return `${memberText(change)}: ${changedText(`${accepted} characters`, met)}`;
    },
  },
  link: {
    compare: term(replaced('link-moved')),
    group: 'spelling and places',
    name: memberName('where the link leads'),
    valueText: () => 'a place that is not shown',
    cells: letters('place'),
    cause: byKind,
    sentence: (change) =>
      `${memberText(change)}: the link leads to another place (host, or first part of the path). This report hides the place, because links can hold secrets`,
  },
  codes: {
    compare: (pair) =>
      isLabel.test(pair.fact.of[0] ?? '') ? compareLabels(pair) : term(replaced('value-replaced'))(pair),
    note: codeNote,
    movedBy: byOrder,
    group: 'states',
    name: memberName('which code'),
    valueText: () => 'a code that is not shown',
    cells: letters('code'),
    cause: byKind,
    sentence: (change) =>
      change.kind === 'wording-changed'
        ? `${memberText(change)}: ${labelsText(change)} changed (this report hides the texts)`
        : hiddenCodeText(change),
  },
  state: {
    compare: compareStates,
    note: codeNote,
    movedBy: byOrder,
    group: 'states',
    name: memberName('which value'),
    valueText: () => 'a value that is not shown',
    cells: letters('value'),
    cause: (change) => `${change.kind}\t${recordMember(change)}`,
    sentence: hiddenCodeText,
  },
  'folded code': {
    compare: () => 'reported-by-its-place',
    movedBy: byOrder,
    group: 'states',
    name: memberName('which value, in any letter case'),
    valueText: () => 'a value that is not shown',
    cells: letters('value'),
    cause: byKind,
    sentence: hiddenCodeText,
  },
  echo: {
    compare: term(ofSet('writing-changed')),
    movedBy: byOrder,
    group: genericGroup,
    name: memberName('compared with what was sent'),
    cause: byMove(),
    sentence: echoText,
  },
  mask: {
    compare: term(replaced('mask-changed')),
    movedBy: byOrder,
    group: 'spelling and places',
    name: memberName('the part that shows'),
    cells: (values) => values.map((value) => (value === undefined ? unseen : maskText(formsOf(value).join(' or ')))),
    cause: byMove(),
    sentence: (change) => {
      const { accepted, met } = writeChange(change);
      return `${memberText(change)} shows another part: ${changedText(maskText(accepted), maskText(met))}`;
    },
  },
  places: {
    merge: (counts) => {
      const places = numbersIn(counts);
      return places.length < enoughAmounts ? undefined : anyOf(String(places.at(-1)));
    },
    movedBy: byAmount,
    // Amounts in records of other people have any number of decimal places.
    compare: (pair) => (isSteady(pair.endpoint) ? fewerPlaces(pair) : 'records-come-and-go'),
    group: 'spelling and places',
    name: memberName('decimal places'),
    cells: placesCells,
    cause: byValues(),
    sentence: (change) => {
      const { accepted, met } = writeChange(change);
      return `${memberText(change)}: ${changedText(placesText(accepted), placesText(met))}`;
    },
  },
} as const satisfies Partial<Record<string, Aspect>>;
