// The methods of a currency: fields, limits and fees.

import { isRecord, toAmount, valueAt } from '#evidence';
import { texts } from '#lib';
import type { FactSubject } from '#run';
import { type Aspect, byCurrency, byKind, byMove, setCells, setText, unseen } from './aspect.ts';
import { capabilityText } from './capabilities.ts';
import { ofNames, ofSet, onScale, term } from './differences.ts';
import { type FactChange, formsOf, movedIn, none, type Value } from './fact.ts';
import { changedText, namesText, quoted, withoutMarks } from './fact-words.ts';
import { type AddFact, addAll, numberText, type ObservedReply, recordsAt, termShown, textsAt } from './sight.ts';
import { keyOf, writeChange } from './written.ts';

const maxMethods = 100;

const limits: Readonly<Record<string, string>> = {
  system_min: 'smallest order (`system_min`)',
  system_max: 'largest order of the system (`system_max`)',
  tx_limit: 'largest order (`tx_limit`)',
};

/** The amounts between which a method requires a second factor. */
const securityBounds = ['from_amount', 'to_amount'] as const;

export const isOfSecurity = ({ aspect, of }: FactSubject): boolean =>
  aspect === 'limit' && securityBounds.some((bound) => bound === of.at(-1));

export const observeMethods = ({ reply: { operation, body, request }, shown }: ObservedReply, add: AddFact): void => {
  const currency = String(request.input.currency).toUpperCase();
  // XTS is no real currency (ISO 4217): a run requests it to see a refusal.
  if (operation !== 'taxonomy.list' || currency === 'XTS' || !/^[A-Z]{3,6}$/.test(currency) || !Array.isArray(body))
    return;
  for (const entry of body.filter(isRecord).slice(0, maxMethods)) {
    const names = [...textsAt(entry, 'method'), ...textsAt(entry, 'sub_method')];
    const method = names.map((name) => termShown(shown, name, '$[].method')).join('/');
    add({ aspect: 'methods', of: [currency] }, method);
    for (const kind of ['required', 'optional'] as const) {
      const fields = textsAt(entry, `${kind}_fields`).map((field) => termShown(shown, field, `$[].${kind}_fields[]`));
      addAll({ aspect: `${kind} fields`, of: [currency, method] }, fields, add);
    }
    for (const mode of recordsAt(entry, 'security.modes'))
      for (const bound of securityBounds) {
        const [amount, types] = [toAmount(mode[bound]), textsAt(mode, 'type')];
        const of = [currency, method, ...types.map((type) => termShown(shown, type, '$[].method')), bound];
        if (amount !== undefined) add({ aspect: 'limit', of }, numberText(amount));
      }
    for (const each of recordsAt(entry, 'currency_configurations')) {
      const of = [currency, method, ...textsAt(each, 'asset').map((asset) => termShown(shown, asset, '$[].method'))];
      const addNumber = (subject: FactSubject, path: string) => {
        const amount = toAmount(valueAt(each, path));
        if (amount !== undefined) add(subject, numberText(amount));
      };
      for (const limit of ['system_min', 'system_max', 'tx_limit'])
        addNumber({ aspect: 'limit', of: [...of, limit] }, `limits.${limit}`);
      addNumber({ aspect: 'fee', of }, 'fee.amount');
      for (const type of textsAt(each, 'fee.type'))
        add({ aspect: 'fee types', of }, termShown(shown, type, '$[].method'));
    }
  }
};

const [tighterAbove, widerAbove] = [
  onScale('limit-tightened', 'limit-widened'),
  onScale('limit-widened', 'limit-tightened'),
];

/** `` `ted` for BRL/USDC ``. */
export const methodText = ([currency = '', method = '', ...assets]: readonly string[]): string => {
  if (currency === '' || method === '') return [currency, method, ...assets].join(' ');
  return `\`${method}\` for ${texts(currency, assets.join(' ')).join('/')}`;
};

/** `` largest order by `ted` for BRL/USDC ``. The document does not say the currency of a limit. */
export const subjectOfMethod = (fact: FactSubject): string => {
  const { aspect, of } = fact;
  if (isOfSecurity(fact)) {
    const [currency, method, mode] = of;
    const type = of.length > 3 ? `\`${mode}\` ` : '';
    return withoutMarks(
      `\`${of.at(-1)}\` of the security mode ${type}of ${methodText([currency ?? '', method ?? ''])}`,
    );
  }
  const limit = aspect === 'limit' ? limits[of.at(-1) ?? ''] : undefined;
  return withoutMarks(limit === undefined ? methodText(of) : `${limit} by ${methodText(of.slice(0, -1))}`);
};

const name = (fact: FactSubject): string =>
  fact.aspect === 'limit' ? subjectOfMethod(fact) : `${fact.aspect} ${subjectOfMethod(fact)}`;

/** `2,500,000,000` for `2.500e+9`. */
export const plainNumber = (text: string): string =>
  /e\+|^\d{6,}/.test(text) && Number.isFinite(Number(text)) ? Number(text).toLocaleString('en') : text;

const numbersText = (value: Value): string => formsOf(value).map(plainNumber).join(' or ');

const numberCells = (values: readonly (Value | undefined)[]): readonly string[] =>
  values.map((value) => (value === undefined ? unseen : numbersText(value)));

const limitNumber = (text: string): string => (text === none ? 'no limit' : plainNumber(text));

const limitText = (change: FactChange): string => {
  const { accepted, met } = writeChange(change);
  const hasRisen = accepted !== 'none' && (met === 'none' || Number(met) > Number(accepted));
  return `${subjectOfMethod(change)} ${hasRisen ? 'rose' : 'fell'}: ${changedText(limitNumber(accepted), limitNumber(met))}`;
};

const feeText = (change: FactChange): string => {
  const { accepted, met } = writeChange(change);
  return `fee of ${subjectOfMethod(change)} ${Number(met) > Number(accepted) ? 'rose' : 'fell'}: ${changedText(plainNumber(accepted), plainNumber(met))} (\`fee.type\` says the unit)`;
};

const fieldText = (change: FactChange): string => {
  const { came, went } = movedIn(change);
  const text = subjectOfMethod(change);
  const fieldOf = (names: readonly string[]): string => `${names.length > 1 ? 'fields' : 'field'} ${namesText(names)}`;
  if (change.kind === 'field-required') return `${text}: new required ${fieldOf(came)}`;
  if (change.kind === 'field-gone') return `${text}: ${namesText(went)} is gone`;
  return came.length > 0
    ? `${text}: new optional ${fieldOf(came)}`
    : `${text}: ${fieldOf(went)}: ${changedText('required', 'not required')}`;
};

const unknownOf = (type: string, amount: string | undefined): string[] => {
  if (amount === undefined) return [];
  if (type === 'fixed') return [`the currency of ${amount}`];
  const share = Number(amount);
  return type === 'percentage' && Number.isFinite(share)
    ? [`whether ${amount} means ${amount} % or ${Number((share * 100).toPrecision(6))} %`]
    : [];
};

const feeTypeText = (change: FactChange): string => {
  if (change.kind === 'field-gone') return fieldText(change);
  const { accepted, met } = writeChange(change);
  const [, was, is] = /^before (.*), now (.*)$/.exec(change.note ?? '') ?? [];
  const old = texts(quoted([accepted]), was).join(' ');
  const unknown = [...unknownOf(accepted, was), ...unknownOf(met, is)].join(' or ');
  const unit = unknown === '' ? '' : `. The document does not say ${unknown}`;
  return `fee of ${subjectOfMethod(change)}: ${changedText(old, texts(quoted([met]), is).join(' '))}${unit}`;
};

const feesOnScale = term(onScale('fee-raised', 'fee-lowered'));

/** Small changes count too, because a client sees the costs of a method nowhere else. */
const compareFees: Aspect['compare'] = (pair) => {
  const compared = feesOnScale(pair);
  return compared === 'moves-with-a-rate' ? 'fee-moved' : compared;
};

export const methodAspects = {
  methods: {
    compare: ofNames('capability-new'),
    movedBy: byCurrency,
    isWhole: true,
    valueText: setText,
    cells: setCells,
    group: 'capabilities',
    name: ({ of: [currency] }) => `methods for ${currency}`,
    cause: byMove(({ aspect }) => aspect),
    sentence: capabilityText,
  },
  'required fields': {
    compare: term(ofSet('field-required', 'field-optional', 'gained')),
    movedBy: byCurrency,
    isWhole: true,
    valueText: setText,
    cells: setCells,
    group: 'capabilities',
    name,
    cause: byMove(),
    sentence: fieldText,
  },
  'optional fields': {
    compare: term(ofSet('field-optional', 'field-gone', 'gained')),
    movedBy: byCurrency,
    isWhole: true,
    valueText: setText,
    cells: setCells,
    group: 'capabilities',
    name,
    cause: byMove(),
    sentence: fieldText,
  },
  limit: {
    compare: term((old, now, pair) =>
      (pair.fact.of.at(-1)?.endsWith('_min') ? tighterAbove : widerAbove)(old, now, pair),
    ),
    movedBy: byCurrency,
    isWhole: true,
    valueText: numbersText,
    cells: numberCells,
    group: 'money',
    name,
    cause: byKind,
    sentence: limitText,
  },
  fee: {
    compare: compareFees,
    movedBy: byCurrency,
    isWhole: true,
    valueText: numbersText,
    cells: numberCells,
    group: 'money',
    name,
    cause: byKind,
    sentence: feeText,
  },
  'fee types': {
    compare: term(ofSet('fee-type-changed', 'field-gone', 'gained')),
    movedBy: byCurrency,
    isWhole: true,
    group: 'money',
    name,
    note: ({ fact, old, now }) => {
      const [was, is] = [old, now].map((facts) => facts.get(keyOf({ ...fact, aspect: 'fee' }))?.value);
      return was && is && changedText(numbersText(was), numbersText(is));
    },
    cause: (change) => (change.kind === 'field-gone' ? byMove()(change) : byKind(change)),
    sentence: feeTypeText,
  },
} as const satisfies Partial<Record<string, Aspect>>;
