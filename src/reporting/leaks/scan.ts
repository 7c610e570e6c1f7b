import { forHtml } from '../escapes.ts';
import { placesIn } from './places.ts';
import { findShapes } from './shapes.ts';

/** Where an output holds what it must not; never what it holds. */
export interface Leak {
  readonly file: string;
  /** `secret of the run`, or the kind of a datum known by its shape. */
  readonly kind: string;
  readonly line: number;
  /** Where in a JSON file, so that its cause can be found once the file is gone. */
  readonly path?: string;
}

export interface Output {
  readonly file: string;
  readonly text: string;
  /**
   * `literal`: a bundle of others' code, full of what looks like a secret, and its encoded data: searched for the secrets
   * of the run only. What the data is made of is searched in full before it goes in.
   */
  readonly search: 'all' | 'literal';
}

/** A shorter word would be met by chance. */
const shortestSecret = 6;
const mostLeaks = 50;

/** A secret as it is, and as each sink would write it. */
const formsOf = (secret: string): string[] => [
  ...new Set([
    secret,
    forHtml(secret),
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  ]),
];

/** Data of Allure's single file: each part stands base64 encoded between quotes. */
const encodedParts = (text: string): string =>
  [...text.matchAll(/"([A-Za-z0-9+/]{8,}={0,2})"/g)]
    .map(([, part = '']) => Buffer.from(part, 'base64').toString('utf8'))
    .join('\n');

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

const secretsIn = ({ file, text, search }: Output, secrets: readonly string[]): Leak[] => {
  const searched = search === 'literal' ? `${text}\n${encodedParts(text)}` : text;
  return secrets
    .filter((secret) => secret.length >= shortestSecret)
    .flatMap((secret) => formsOf(secret).map((form) => searched.indexOf(form)))
    .filter((offset) => offset >= 0)
    .map((offset) => ({ file, kind: 'secret of the run', line: lineAt(searched, offset) }));
};

const shapesIn = ({ file, text, search }: Output, numbers: readonly string[]): Leak[] =>
  search === 'literal'
    ? []
    : findShapes(text, numbers).map(({ kind, offset }) => ({ file, kind, line: lineAt(text, offset) }));

interface Known {
  readonly secrets: readonly string[];
  readonly numbers: readonly string[];
}

/** Where the texts of a JSON file lie that hold the like. */
const pathsOf = ({ file, text, search }: Output, kind: string, known: Known): readonly string[] => {
  if (!file.endsWith('.json')) return [];
  const holds = (part: string): boolean =>
    leaksIn({ file, text: part, search }, known).some((leak) => leak.kind === kind);
  return placesIn(text, holds);
};

/** Leaks and their places come in the order of the file; where they do not pair up, the line has to do. */
const withPaths = (leaks: readonly Leak[], output: Output, known: Known): readonly Leak[] =>
  [...new Set(leaks.map(({ kind }) => kind))].flatMap((kind) => {
    const alike = leaks.filter((leak) => leak.kind === kind);
    const paths = pathsOf(output, kind, known);
    return alike.map((leak, index) => {
      const path = paths.length === alike.length ? paths[index] : undefined;
      return path === undefined ? leak : { ...leak, path };
    });
  });

const leaksIn = (output: Output, { secrets, numbers }: Known): Leak[] => [
  ...secretsIn(output, secrets),
  ...shapesIn(output, numbers),
];

/** Searches outputs for the secrets of the run and for the shapes of secrets and personal data. */
export const findLeaks = (outputs: readonly Output[], known: Known): Leak[] =>
  outputs
    .flatMap((output) => withPaths(leaksIn(output, known).slice(0, mostLeaks), output, known))
    .slice(0, mostLeaks);

/** A leak in one line, without what leaked. */
export const leakText = ({ file, line, path, kind }: Leak): string =>
  `${file}:${line}${path === undefined ? '' : ` ${path}`} ${kind}`;
