import { forHtml } from '../escapes.ts';
import { findShapes } from './shapes.ts';

/** Where an output holds what it must not; never what it holds. */
export interface Leak {
  readonly file: string;
  /** `secret of the run`, or the kind of a datum known by its shape. */
  readonly kind: string;
  readonly line: number;
}

export interface Output {
  readonly file: string;
  readonly text: string;
  /** `literal`: a bundle of others' code, searched for the secrets of the run only, its encoded data included. */
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

/** Searches outputs for the secrets of the run and for the shapes of secrets and personal data. */
export const findLeaks = (
  outputs: readonly Output[],
  known: { readonly secrets: readonly string[]; readonly numbers: readonly string[] },
): Leak[] =>
  outputs
    .flatMap((output) => [...secretsIn(output, known.secrets), ...shapesIn(output, known.numbers)])
    .slice(0, mostLeaks);
