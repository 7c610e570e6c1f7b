import type { FactChange } from '#baseline';
import { firstOf, groupBy } from '../text.ts';

const presences: Readonly<Record<string, string>> = {
  req: 'always there',
  opt: 'not always there',
  seen: '',
};

const forms: Readonly<Record<string, string>> = {
  '(none)': 'not observed',
  null: 'null',
  num: 'a number',
  empty: 'an empty text',
  text: 'a text',
  masked: 'a masked text',
  uuid: 'a UUID',
  'another value': 'a value that is not shown',
  'decimal(varied)': 'a decimal of varying places',
};

const formText = (form: string): string => {
  const [kind = '', list] = form.split(/:(.*)/s);
  if (list !== undefined && kind === 'enum') return `one of ${list.split('|').join(', ')}`;
  if (list !== undefined && kind === 'map') return `a map of ${list.split('|').join(', ')}`;
  const places = /^decimal\((\d+)\)$/.exec(form)?.[1];
  return forms[form] ?? (places === undefined ? form : `a decimal of ${places} places`);
};

/** A fact in words: `one of paid, pending, always there` of `enum:paid|pending req`. */
export const factText = (fact: string): string => {
  const [, shape = fact, presence = ''] = /^(.*?)(?: (req|opt|seen))?$/s.exec(fact) ?? [];
  return [shape.split(' or ').map(formText).join(' or '), presences[presence]].filter(Boolean).join(', ');
};

/** Where a fact stands: `balances.read, data[].status`. */
export const factPlace = ({ endpoint, fact }: Pick<FactChange, 'endpoint' | 'fact'>): string =>
  `${endpoint}, ${fact.replace(/^(?:observed|probed): /, '').replace(/\$\.?/, '')}`;

/** `risky: balances.read, list[].status: a text -> null`. */
const changeText = ({ class: drift, accepted, met, ...place }: FactChange): string =>
  `${drift}: ${factPlace(place)}: ${factText(accepted)} -> ${factText(met)}`;

/** A kind of terms that moved one way, such as fees that were raised, else one difference wherever it shows. */
const causeOf = ({ class: drift, fact, accepted, met }: FactChange): readonly string[] => {
  const [, way] = / \((raised|lowered)\)$/.exec(met) ?? [];
  return way === undefined ? [drift, accepted, met] : [drift, fact.split(':', 1).join(), way];
};

/** Changes of one cause: the service most often changed one thing, which shows at several places. */
interface AlikeChanges {
  readonly first: FactChange;
  readonly all: readonly FactChange[];
}

export const alikeChanges = (changes: readonly FactChange[]): readonly AlikeChanges[] =>
  [...groupBy(changes, (change) => JSON.stringify(causeOf(change))).values()].flatMap((all) =>
    all.slice(0, 1).map((first) => ({ first, all })),
  );

/** One line for all places of a cause: `risky: fee raised: 12 facts of taxonomy.list, first taxonomy.list, fee: ...`. */
export const causeText = ({ first, all }: AlikeChanges): string => {
  if (all.length === 1) return changeText(first);
  const [drift, ...what] = causeOf(first);
  const isWay = what.length === 2 && /^(?:raised|lowered)$/.test(what[1] ?? '');
  const cause = isWay ? what.join(' ') : what.map(factText).join(' -> ');
  const endpoints = firstOf([...new Set(all.map(({ endpoint }) => endpoint))], 3);
  const { accepted, met } = first;
  const example = isWay ? `: ${factText(accepted)} -> ${factText(met)}` : '';
  return `${drift}: ${cause}: ${all.length} facts of ${endpoints}, first ${factPlace(first)}${example}`;
};
