// Finds parts of a key in other spellings, because a service chooses the ids that reports show.
import { writtenForms } from '#lib';
import { mark } from './redaction.ts';

const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const start = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - start + 13) % 26) + start);
  });

const digits = 'abcdefghijklmnopqrstuvwxyz234567';

/** The secret in base32 (RFC 4648) at each offset within a group, without the digits that the neighbours share. */
const inBase32 = (secret: string): readonly string[] =>
  [0, 1, 2, 3, 4].map((before) => {
    const bits = [...Buffer.concat([Buffer.alloc(before), Buffer.from(secret)])]
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join('');
    const all = (bits.match(/.{5}/g) ?? []).map((five) => digits[Number.parseInt(five, 2)]).join('');
    return all.slice(Math.ceil((before * 8) / 5));
  });

const backwards = (text: string): string => [...text].reverse().join('');

/** Letters and digits in lower case: every spelling keeps them. */
const bare = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Letters; a shorter part of a key may match by chance. */
const run = 8;

const runsOf = (secret: string): ReadonlySet<string> => {
  const forms = [...writtenForms(secret), rot13(secret), ...inBase32(secret)].map(bare);
  const runs = new Set<string>();
  for (const form of [...forms, ...forms.map(backwards)])
    for (let at = 0; at + run <= form.length; at += 1) runs.add(form.slice(at, at + run));
  return runs;
};

const known = new Map<string, ReadonlySet<string>>();

const knownRuns = (secret: string): ReadonlySet<string> => {
  const runs = known.get(secret) ?? runsOf(secret);
  if (known.size < 100) known.set(secret, runs);
  return runs;
};

function holdsPart(text: string, secrets: readonly string[]): boolean {
  const letters = bare(text);
  return secrets.some((secret) => {
    const runs = knownRuns(secret);
    for (let at = 0; at + run <= letters.length; at += 1) if (runs.has(letters.slice(at, at + run))) return true;
    return false;
  });
}

/** Headers with the id of an exchange: those of the service first, then those of gateways. */
export const requestIds: readonly string[] = [
  'x-request-id',
  'request-id',
  'x-correlation-id',
  'x-trace-id',
  'traceparent',
  'x-amzn-requestid',
  'x-amzn-trace-id',
  'x-ms-request-id',
  'x-cloud-trace-context',
  'x-vercel-id',
  'cf-ray',
];

/** The headers without request ids that contain a part of a secret. */
export function withoutParts(
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const unsafe = requestIds.filter((name) => Object.hasOwn(headers, name) && holdsPart(headers[name] ?? '', secrets));
  return unsafe.length === 0
    ? headers
    : { ...headers, ...Object.fromEntries(unsafe.map((name) => [name, mark(headers[name])])) };
}
