import type { FactChange } from '#baseline';

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
