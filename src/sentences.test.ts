import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { expect, test } from 'vitest';
import { root, sources } from './testing/sources.test.support.ts';

// The texts of the sources that a person may read: each string of three words or more, by its place and the call that it is given to.

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

interface Text {
  readonly at: string;
  readonly text: string;
  /** `new Refused`, `z.string().min`: the innermost call around it. */
  readonly call: string;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const childrenOf = (node: Node): readonly Node[] => Object.values(node).flat().filter(isNode);

/** A value stands as `…`. */
const textOf = (node: Node): string | undefined => {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'TemplateLiteral')
    return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…');
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined;
  const [left, right] = [textOf(node.left as Node), textOf(node.right as Node)];
  return left === undefined && right === undefined ? undefined : `${left ?? '…'}${right ?? '…'}`;
};

/** What stands as `…` in a text. */
const valuesIn = (node: Node): readonly Node[] =>
  node.type === 'BinaryExpression'
    ? childrenOf(node).flatMap((each) => (textOf(each) === undefined ? [each] : valuesIn(each)))
    : childrenOf(node).filter(({ type }) => type !== 'TemplateElement');

/** Ids follow from the sentences of faults, and the suites have the claims. */
const isElsewhere = (file: string): boolean => /^src\/(?:sandbox|faults)\/|^src\/contract\/rows/.test(file);

const textsIn = (file: string): readonly Text[] => {
  const source = readFileSync(join(root, file), 'utf8');
  const found: Text[] = [];
  const walk = (node: Node, call: string): void => {
    const isType = node.type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(node.type);
    if (isType || /^(?:Import|ExportAll)/.test(node.type)) return;
    const callee = /^(?:Call|New)Expression$/.test(node.type) ? (node.callee as Node) : undefined;
    const named = callee === undefined ? call : source.slice(callee.start, callee.end).replace(/\s+/g, '');
    const text = textOf(node);
    if (text !== undefined && text.split(/\s+/).length > 2 && !/(?:\.split|^wordsIn)$/.test(named))
      found.push({ at: `${file}:${source.slice(0, node.start).split('\n').length}`, text, call: named });
    if (text === undefined) for (const child of childrenOf(node)) walk(child, named);
    else for (const child of valuesIn(node)) walk(child, '');
  };
  for (const node of parseSync(file, source).program.body) walk(node as unknown as Node, '');
  return found;
};

const texts = sources.filter((file) => !isElsewhere(file)).flatMap(textsIn);

const plainOf = (text: string): string => text.replace(/<[^>]*>|`[^`]*`/g, 'x');

test('no sentence has more than 25 words', () => {
  expect(texts.length).toBeGreaterThan(3_000);
  const long = texts.flatMap(({ at, text }) =>
    plainOf(text)
      .split(/(?<=[.?!:;])\s+|\n/)
      .filter((part) => part.trim().split(/\s+/).length > 25)
      .map((part) => `${at}: ${part}`),
  );
  expect(long).toEqual([]);
});

/** Words that had another meaning each time; the glossary has the word for each. */
const ambiguous =
  /\b(?:rooms?|houses?|doors?|freedoms?|worlds?|firmness|odd values?|in earnest|h[eo]ld (?:it |them |a service )?to|holds? .{1,20} to the|excused?|kill(?:s|ed)|surviv(?:es?|ed|ors?)|unproven|whose doing|kept back|nothing to judge|told|asked|mend(?:s|ed)?|the person)\b/i;

/** Values of JSON members that keep their names. */
const values = ['nothing to judge', 'kept back by the service', 'mended in part'];

test('no text has a word of several meanings', () => {
  const bad = texts.filter(({ text }) => !values.includes(text) && ambiguous.test(plainOf(text)));
  expect(bad.map(({ at, text }) => `${at}: ${text}`)).toEqual([]);
});

test('a refusal of the input says what is wrong, and what would be right', () => {
  const refusals = texts.filter(
    ({ at, call }) =>
      /^(?:Refused|UnusableProxy|problemsOf)$/.test(call) || (call === 'add' && at.startsWith('src/waivers')),
  );
  const forms = texts.filter(
    ({ at, call }) =>
      /^src\/(?:waivers|target|lib|cli\/settings)\//.test(at) &&
      /\.(?:min|max|regex|refine|positive|array|enum|int|literal|date|string)$/.test(call),
  );
  expect([refusals.length > 100, forms.length > 20]).toEqual([true, true]);
  const bare = [...refusals, ...forms].filter(({ text }) => !/[;:.]\s|\bmust\b|such as|…$/.test(text));
  expect(bare.map(({ at, text }) => `${at}: ${text}`)).toEqual([]);
});
