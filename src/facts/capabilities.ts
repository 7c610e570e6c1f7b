// Capabilities and balances of a subaccount.

import { toAmount, valueAt } from '#evidence';
import { rowIn, texts } from '#lib';
import type { FactSubject } from '#run';
import { type Aspect, byKind, byMove, type FactPair, setCells, setText } from './aspect.ts';
import { ofNames } from './differences.ts';
import {
  anyOf,
  type EndpointFacts,
  type FactChange,
  formsOf,
  isHiddenName,
  movedIn,
  namesOf,
  without,
} from './fact.ts';
import { changedText, memberChange, memberText, namesText, withoutMarks } from './fact-words.ts';
import { type AddFact, addAll, hidden, membersIn, nameShown, type ObservedReply, textsAt } from './sight.ts';
import { keyOf } from './written.ts';

/** By type and status, because a subaccount has other capabilities in another state. */
export const observeCapabilities = ({ reply: { operation, body }, shown }: ObservedReply, add: AddFact): void => {
  if (operation !== 'subaccount.read') return;
  const holder = ['type', 'status'].flatMap((name) =>
    textsAt(body, name).map((text) => nameShown(shown, text, `$.${name}`)),
  );
  const nameIn = (path: string, name: string) => (shown.key(path, name) ? name : hidden(path, name));
  const addMembers = (
    aspect: FactSubject['aspect'],
    subject: string,
    path: string,
    members: readonly (readonly [string, unknown])[],
  ) => {
    const names = members.filter(([, value]) => value !== false).map(([name]) => nameIn(path, name));
    addAll({ aspect, of: [subject, ...holder] }, names, add);
  };
  for (const kind of ['currencies', 'assets'] as const) {
    const path = `$.capabilities.${kind}`;
    const all = membersIn(valueAt(body, `capabilities.${kind}`));
    if (all.length > 0) addMembers(kind, 'all', path, all);
    for (const [name, capability] of all) {
      const [code, at] = [nameIn(path, name), `${path}{*}`];
      const networks = textsAt(capability, 'networks').map((each) => nameShown(shown, each, `${at}.networks[]`));
      const flags = membersIn(capability).filter(([, value]) => typeof value === 'boolean');
      if (kind === 'assets') addAll({ aspect: 'networks', of: [code, ...holder] }, networks, add);
      else addMembers('flags', code, at, flags);
      if (kind === 'currencies') addMembers('rails', code, `${at}.rails`, membersIn(valueAt(capability, 'rails')));
    }
  }
};

const balancesPath = '$.balances';
const heldSubject = { aspect: 'held at times', of: [] } as const;
const wholeRead = 'read';

export const observeZero = ({ reply: { operation, body }, shown }: ObservedReply, add: AddFact): void => {
  if (operation !== 'balances.read') return;
  const held = membersIn(valueAt(body, 'balances'));
  if (held.some(([, value]) => toAmount(value)?.isZero())) add({ aspect: 'zero balances', of: [] }, 'shown');
  add(heldSubject, wholeRead);
  for (const [code] of held) if (shown.key(balancesPath, code)) add(heldSubject, code);
};

const nouns: Partial<Record<FactSubject['aspect'], string>> = {
  methods: 'method',
  currencies: 'currency',
  assets: 'asset',
  flags: 'flag',
  rails: 'payment rail',
  networks: 'network',
};

const pluralOf = (aspect: FactSubject['aspect']): string => (aspect === 'rails' ? 'payment rails' : aspect);

const subaccountText = ([type = '', status]: readonly string[]): string =>
  withoutMarks(status === undefined ? type : `${type} with status \`${status}\``);

const holderText = ({ aspect, of: [subject = '', ...holder] }: FactSubject): string => {
  const isOfSubject = aspect !== 'currencies' && aspect !== 'assets';
  return texts(
    isOfSubject && `for ${isHiddenName(subject) ? namesText([subject]) : subject}`,
    holder.length > 0 && `(${subaccountText(holder)})`,
  ).join(' ');
};

/** ``currency `GHS` (business with status `approved`) is gone``, `` new rail `rtp` for USD ``. */
export const capabilityText = (change: FactChange): string => {
  const { came, went } = movedIn(change);
  const isGone = change.kind === 'capability-gone';
  const { aspect } = change;
  const noun = nouns[aspect];
  const names = isGone ? went : came;
  if (noun === undefined) return `${memberText(change)}: new entry ${namesText(names)}`;
  const isMany = names.length > 1;
  const named = namesText(names);
  const of = isMany ? pluralOf(aspect) : named.startsWith('one whose') && isGone ? `a ${noun}` : noun;
  const what = texts(of, named.replace(/^one (?=whose)/, ''), holderText(change)).join(' ');
  // A false flag counts as missing.
  if (aspect === 'flags') return `${what}: ${isGone ? changedText('true', 'false') : changedText('false', 'true')}`;
  if (!isGone) return `new ${what}`;
  const more = came.length === 0 ? '' : `, and ${namesText(came)} ${came.length > 1 ? 'are' : 'is'} new`;
  return `${what} ${isMany ? 'are' : 'is'} gone${more}`;
};

/** ``USD (business with status `approved`)``, for a list of equal changes. */
export const holderName = (fact: FactSubject): string =>
  withoutMarks(
    holderText(fact)
      .replace(/^for /, '')
      .replace(/^\((.*)\)$/, '$1'),
  );

/** ``the rail `ach` for USD (business with status `approved`)``. */
export const goneText = (change: FactChange): string => {
  const { went } = movedIn(change);
  const noun = nouns[change.aspect] ?? 'value';
  return texts(`the ${went.length > 1 ? pluralOf(change.aspect) : noun}`, namesText(went), holderText(change)).join(
    ' ',
  );
};

/** True if only one run lists the currency or asset. The change of the list reports it. */
const isOfListed = ({ fact: { aspect, of }, old, now }: FactPair): boolean => {
  const [subject = '', ...holder] = of;
  const list = { aspect: aspect === 'networks' ? 'assets' : 'currencies', of: ['all', ...holder] } as const;
  const [before, after] = [old, now].map((facts) => facts.get(keyOf(list)));
  if (aspect === 'currencies' || aspect === 'assets' || before === undefined || after === undefined) return false;
  return formsOf(before.value).includes(subject) !== formsOf(after.value).includes(subject);
};

const compareNames = ofNames();

const capability: Aspect = {
  compare: (pair) =>
    (pair.before === undefined || pair.after === undefined) && isOfListed(pair)
      ? 'reported-by-its-place'
      : compareNames(pair),
  isWhole: true,
  group: 'capabilities',
  name: (fact) => texts(pluralOf(fact.aspect), holderText(fact)).join(' '),
  valueText: setText,
  cells: setCells,
  cause: byMove(({ aspect }) => aspect),
  sentence: capabilityText,
};

const balances = { aspect: 'member', of: [balancesPath] } as const;

const heldIn = (facts: EndpointFacts): readonly string[] => {
  const held = facts.get(keyOf(balances));
  return held === undefined ? [] : namesOf(held.value, 'map');
};

/** Some reads leave out a balance of zero, so a currency may be listed at some times only. */
const heldAtTimes: NonNullable<Aspect['merge']> = (counts) => {
  const reads = counts.get(wholeRead)?.times ?? 0;
  const codes = [...counts.values()].flatMap(({ form, times }) => (times < reads ? [form] : []));
  return codes.length === 0 ? undefined : anyOf(...codes.sort());
};

const timesOf = (facts: EndpointFacts): readonly string[] => formsOf(facts.get(keyOf(heldSubject))?.value);

export const capabilityAspects = {
  currencies: capability,
  assets: capability,
  flags: capability,
  rails: capability,
  networks: capability,
  'held at times': {
    merge: heldAtTimes,
    compare: () => 'made-by-deposits',
    group: 'money',
    name: keyOf,
    valueText: setText,
    cells: setCells,
    cause: byKind,
    sentence: memberChange,
  },
  'zero balances': {
    compare: ({ before, after, old, now }) => {
      if (before === undefined || after !== undefined) return 'seen-in-one-run';
      // Balances that were refused or have another form show nothing.
      const shown = formsOf(now.get(keyOf(balances))?.value);
      if (!shown.includes('map')) return shown.length === 0 ? 'not-seen' : 'reported-by-its-place';
      const always = without(heldIn(old), timesOf(old));
      return always.some((code) => !heldIn(now).includes(code) || timesOf(now).includes(code))
        ? 'zero-left-out'
        : 'not-seen';
    },
    group: 'money',
    name: keyOf,
    cause: byKind,
    sentence: (change) =>
      change.kind === 'zero-left-out' ? `balances of zero: ${changedText('listed', 'left out')}` : memberChange(change),
  },
} as const satisfies Partial<Record<string, Aspect>>;

/** True for the aspects of a subaccount's capabilities: currencies, assets, flags, rails and networks. */
export const isOfCapability = ({ aspect }: Pick<FactSubject, 'aspect'>): boolean =>
  rowIn<Aspect>(capabilityAspects, aspect) === capability;
