import { below, isSyntax, type Language, type Syntax } from './syntax.ts';

interface Mutation {
  readonly operator: string;
  readonly start: number;
  readonly end: number;
  readonly to: string;
}

type Operator = (node: Syntax, text: string) => readonly Mutation[];

const swapped: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
};

const opposite = new Map([
  ['some', 'every'],
  ['every', 'some'],
]);

const dropped = new Set(['filter', 'slice', 'toReversed', 'toSorted', 'trim', 'toLowerCase', 'toUpperCase']);

const textOf = ({ start, end }: Syntax, text: string): string => text.slice(start, end);

const all =
  (...operators: readonly Operator[]): Operator =>
  (node, text) =>
    operators.flatMap((operator) => operator(node, text));

const part = (node: Syntax, member: string): Syntax => {
  const found = node[member];
  if (!isSyntax(found)) throw new Error(`a ${node.type} has no ${member}`);
  return found;
};

const parts = (node: Syntax, member: string): readonly Syntax[] => {
  const found = node[member];
  return Array.isArray(found) ? found.filter(isSyntax) : [];
};

const whole = (operator: string, { start, end }: Syntax, to: string): readonly Mutation[] => [
  { operator, start, end, to },
];

const negate: Operator = (node, text) => {
  const test = part(node, 'test');
  return whole('negate-condition', test, `!(${textOf(test, text)})`);
};

const sides = (node: Syntax, text: string) => ({
  left: textOf(part(node, 'left'), text),
  right: textOf(part(node, 'right'), text),
});

const swapOperator: Operator = (node, text) => {
  const to = swapped[String(node.operator)];
  const { left, right } = sides(node, text);
  return to === undefined ? [] : whole('swap-operator', node, `${left} ${to} ${right}`);
};

const swapLogical: Operator = (node, text) => {
  const { left, right } = sides(node, text);
  if (node.operator === '??')
    return [...whole('one-side', node, `(${left})`), ...whole('one-side', node, `(${right})`)];
  return whole('swap-logical', node, `((${left}) ${node.operator === '&&' ? '||' : '&&'} (${right}))`);
};

const otherLiteral = ({ value, raw, bigint, regex }: Syntax): string | undefined => {
  if (regex !== undefined && regex !== null) return '/(?!)/';
  if (typeof bigint === 'string') return `${BigInt(bigint) + 1n}n`;
  if (typeof value === 'string') return value === '' ? "'other'" : "''";
  if (typeof value === 'number') return String(value + 1);
  return typeof value === 'boolean' && raw !== undefined ? String(!value) : undefined;
};

const replaceLiteral: Operator = (node) => {
  const to = otherLiteral(node);
  return to === undefined ? [] : whole('replace-literal', node, to);
};

/** Up to the comma after it, so that what is left is a list still. */
const dropOf =
  (operator: string, member: string): Operator =>
  (node, text) =>
    parts(node, member).flatMap((item) => {
      const comma = /^\s*,/.exec(text.slice(item.end));
      return [{ operator, start: item.start, end: item.end + (comma?.[0].length ?? 0), to: '' }];
    });

const returnEarly: Operator = (node, text) => {
  const body = part(node, 'body');
  if (body.type !== 'BlockStatement') return whole('return-empty', body, '(undefined)');
  return text.slice(body.start + 1, body.end - 1).trim() === '' ? [] : whole('return-empty', body, '{}');
};

const dropCall: Operator = (node, text) => {
  const called = part(node, 'callee');
  if (called.type !== 'MemberExpression' || called.computed === true) return [];
  const name = textOf(part(called, 'property'), text);
  const on = textOf(part(called, 'object'), text);
  const other = opposite.get(name);
  if (other !== undefined) return whole('swap-call', part(called, 'property'), other);
  return dropped.has(name) ? whole('drop-call', node, on) : [];
};

const dropStatement: Operator = (node) => whole('drop-statement', node, ';');

const dropNot: Operator = (node, text) =>
  node.operator === '!' ? whole('drop-not', node, textOf(part(node, 'argument'), text)) : [];

/** Keyed by the kind of node that it changes. */
const operators: Readonly<Record<string, Operator>> = {
  IfStatement: all(negate, dropStatement),
  ConditionalExpression: negate,
  ExpressionStatement: dropStatement,
  ThrowStatement: dropStatement,
  BinaryExpression: swapOperator,
  LogicalExpression: swapLogical,
  UnaryExpression: dropNot,
  Literal: replaceLiteral,
  TemplateLiteral: (node) => whole('replace-literal', node, "''"),
  ObjectExpression: dropOf('drop-member', 'properties'),
  ArrayExpression: dropOf('drop-element', 'elements'),
  FunctionDeclaration: returnEarly,
  ArrowFunctionExpression: returnEarly,
  CallExpression: dropCall,
};

const changesAt = (node: Syntax, text: string): readonly Mutation[] =>
  operators[node.type]?.(node, text) ?? [];

export interface Mutant {
  /** Says what is changed and where, without a line: an edit elsewhere leaves it as it is. */
  readonly id: string;
  readonly file: string;
  readonly line: number;
  /** The file with the change. */
  readonly text: string;
}

const maxLength = 70;

const excerpt = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
};

/** The outermost declaration names the place. */
const nameOf = (statement: Syntax, text: string): string =>
  /^(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:function|const|let|class)\s*([\w$]+)/.exec(
    text.slice(statement.start, statement.end),
  )?.[1] ?? 'module';

const changesBelow = (node: Syntax, text: string): readonly Mutation[] => [
  ...changesAt(node, text),
  ...below(node).flatMap((each) => changesBelow(each, text)),
];

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

export const mutantsOf = (file: string, text: string, { parse }: Language): readonly Mutant[] => {
  const seen = new Map<string, number>();
  const mutantOf = (place: string, { operator, start, end, to }: Mutation): Mutant => {
    const words = `${file}/${place} ${operator}: ${excerpt(text.slice(start, end))} → ${excerpt(to) || 'nothing'}`;
    const times = (seen.get(words) ?? 0) + 1;
    seen.set(words, times);
    return {
      id: times === 1 ? words : `${words} (${times})`,
      file,
      line: lineAt(text, start),
      text: text.slice(0, start) + to + text.slice(end),
    };
  };
  return below(parse(file, text)).flatMap((statement) =>
    changesBelow(statement, text).map((change) => mutantOf(nameOf(statement, text), change)),
  );
};
