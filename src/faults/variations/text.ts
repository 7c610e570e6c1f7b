import { randomUUID } from 'node:crypto';
import type { WireReply } from '#sandbox';
import type { Hook } from '../rewriting.ts';
import { alternatives, chained, onFormat, onMembers, type Variation, variants } from '../variation.ts';

const [first, last] = ['Zoë 👩🏽‍💼', 'O’Connor‑Łukasz'];

const texts = variants('texts', {
  'Texts hold characters beyond ASCII, as they are.': chained([
    onMembers('subaccount.read', { '$.firstName': first, '$.lastName': last }),
    onMembers('individual-kyc.read', { '$.first_name': first, '$.last_name': last }),
  ]),
});

const isJson = ({ headers }: WireReply): boolean => /json/i.test(headers['content-type'] ?? '');

/** Writes a JSON body in another way; its value stays the same. */
const rewritten =
  (write: (text: string) => string): Hook =>
  (reply) => {
    if (reply.body === undefined || !isJson(reply)) return;
    const text = reply.raw === undefined ? JSON.stringify(reply.body) : String(reply.raw);
    reply.raw = write(text);
  };

const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Writes each string, or each number, of a JSON text in another way. */
const eachToken =
  (kind: 'string' | 'number', write: (token: string, at: number) => string) =>
  (text: string): string =>
    text.replace(token, (found, at: number) =>
      found.startsWith('"') === (kind === 'string') ? write(found, at) : found,
    );

const escaped = (string: string): string =>
  `"${string
    .slice(1, -1)
    .replace(/[@-]|[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/(?<!\\)\//g, '\\/')}"`;

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, reversed(member)])
      .reverse(),
  );
}

/** Writes a number with an exponent, or with a fraction of zero. */
function otherwise(number: string, at: number): string {
  if (/[eE]/.test(number)) return number;
  if (at % 2 === 0 && !number.includes('.')) return `${number}.0`;
  const exponential = Number(number).toExponential();
  return Number(exponential) === Number(number) ? exponential : number;
}

const json = variants(
  'json',
  {
    'The members of every object come in another order.': rewritten((text) =>
      JSON.stringify(reversed(JSON.parse(text))),
    ),
    'JSON is indented, with white space around it.': rewritten(
      (text) => `\r\n${JSON.stringify(JSON.parse(text), null, '\t')}\n`,
    ),
    'Characters in strings are written as escapes, also where none is needed.': rewritten(eachToken('string', escaped)),
    'Numbers are written as 10.0 or 1e+1.': rewritten(eachToken('number', otherwise)),
  },
  { phase: 'text' },
);

/** Texts that a right service may leave empty, one of two names among them. */
const empty = variants('texts', {
  'One name, the network of a method, the name of the business and descriptions are empty.': chained([
    onMembers('individual-kyc.read', { '$.last_name': '' }),
    onMembers('taxonomy.list', { '$[].network_name': '' }),
    onMembers('balances.read', { '$.businessName': '' }),
    onMembers('business-kyc.read', { '$.description': '' }),
    onMembers('onramp.initiate', {
      '$.from.payment_instructions.method': 'bank_transfer',
      '$.from.payment_instructions.qr_code': '',
    }),
    onMembers('subaccount.read', {
      '$.capabilities.currencies{*}.requiredActions[].description': (text) => text && '',
    }),
  ]),
});

const links = variants(
  'documents',
  {
    'Documents are linked without a file ending, with a signature in the query.': onFormat(
      'document-uri',
      (uri) => `${uri.replace(/\.\w+$/, '')}?Signature=a%2Fb&Name=x.exe#page=1`,
    ),
  },
  { phase: 'form' },
);

const otherLinks = alternatives('documents', {
  'Links to documents are signed anew for each read.': onFormat(
    'document-uri',
    (uri) => `${uri}?Signature=${randomUUID()}`,
  ),
  'The ending of a document is in capitals.': onFormat('document-uri', (uri) =>
    uri.replace(/\.\w+$/, (ending) => ending.toUpperCase()),
  ),
  'Documents are named by URIs of a store, which are no web addresses.': onFormat('document-uri', (uri) =>
    uri.replace(/^https/, 's3'),
  ),
  'Documents are named by URNs.': onFormat('document-uri', () => 'urn:uuid:5eed0f0f-0001-4000-8000-000000000f0f'),
});

export const variations: readonly Variation[] = [...links, ...otherLinks, ...texts, ...empty, ...json];
