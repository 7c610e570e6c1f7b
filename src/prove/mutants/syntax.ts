import { Refused } from '#contract';

export interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

export interface Language {
  readonly parse: (file: string, text: string) => Syntax;
  /** JavaScript; undefined where the text is not TypeScript. */
  readonly translate: (file: string, text: string) => string | undefined;
}

/** A developer's tool of this project alone, so what it needs is not installed with the package. */
export class CheckoutNeeded extends Refused {
  constructor(missing: string, cause: unknown) {
    super(
      `prove --mutants changes the sources of the sandbox and needs ${missing}, which is not installed; use a checkout of ramp-conformance after npm ci`,
      { cause },
    );
  }
}

const load = async () => {
  try {
    return await import('rolldown/utils');
  } catch (problem) {
    throw new CheckoutNeeded('rolldown', problem);
  }
};

export const loadLanguage = async (): Promise<Language> => {
  const { parseSync, transformSync } = await load();
  return {
    parse: (file, text) => {
      const { program, errors } = parseSync(file, text);
      if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
      return program as unknown as Syntax;
    },
    translate: (file, text) => {
      const { code, errors } = transformSync(file, text);
      return errors.length > 0 ? undefined : code;
    },
  };
};

export const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** Types are not there when the program runs; these hold an expression that is. */
const aroundExpressions = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

/** Says what is declared and brings nothing that runs. */
const withoutEffect = new Set(['ImportDeclaration', 'ExportAllDeclaration']);

const runs = (node: Syntax): boolean =>
  !withoutEffect.has(node.type) && (!node.type.startsWith('TS') || aroundExpressions.has(node.type));

/** A name that the reader of an object looks up is no expression. */
const isName = (parent: Syntax, member: string): boolean =>
  (member === 'key' || member === 'property') && parent.computed !== true;

/** The nodes right below that run, in the order of the text. */
export const below = (node: Syntax): readonly Syntax[] =>
  Object.entries(node)
    .filter(([member]) => !isName(node, member))
    .flatMap(([, value]) => value)
    .filter(isSyntax)
    .filter(runs)
    .sort((one, other) => one.start - other.start);
