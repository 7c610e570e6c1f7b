import { writtenForms } from '#lib';

const knownForms = new Map<string, readonly string[]>();

/** One key is sent with most requests. */
const formsOf = (secret: string): readonly string[] => {
  const forms = knownForms.get(secret) ?? writtenForms(secret);
  if (knownForms.size < 100) knownForms.set(secret, forms);
  return forms;
};

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  equals: '=',
  gt: '>',
  lt: '<',
  plus: '+',
  quot: '"',
  sol: '/',
};

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

/** A text as a browser reads it: percent signs and entities undone once. */
const unescaped = (text: string): string =>
  text
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
    .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (_, hex?: string, digits?: string) =>
      character(hex === undefined ? Number(digits) : Number.parseInt(hex, 16)),
    )
    .replace(/&([a-z]{2,6});/gi, (whole, name: string) => entities[name.toLowerCase()] ?? whole);

/** Tells whether a text holds one of the secrets, however it is written. */
export function echoFinder(secrets: readonly string[]): (text: string) => boolean {
  const forms = secrets.flatMap(formsOf);
  const holds = (text: string) => forms.some((form) => text.includes(form));
  return (text) => holds(text) || (/[%&]/.test(text) && holds(unescaped(text)));
}

/** Names of headers come in any letter case. */
export const namesSecret = (name: string, secrets: readonly string[]): boolean =>
  secrets.some((secret) => name.includes(secret.toLowerCase()));
