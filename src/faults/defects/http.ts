import type { OperationId } from '#contract';
import type { WireReply } from '#sandbox';
import type { PlantedFault } from '../planted.ts';
import { against, againstAll, type Described } from '../planting.ts';
import { answering, succeeding } from '../rewriting.ts';

/** Writes the text of a reply in another way. */
const written = (operation: OperationId, write: (text: string) => string | Buffer) =>
  succeeding(operation, ({ body }) => ({ raw: write(JSON.stringify(body)) }));

const typed = (operation: OperationId, type: string | undefined) =>
  succeeding(operation, () => ({ headers: type === undefined ? {} : { 'content-type': type } }));

const html = '<!doctype html><html><head><title>Unauthorized</title></head><body></body></html>';
const markup: Partial<WireReply> = { raw: html, headers: { 'content-type': 'text/html' } };

const jsonFaults = against('http/sends-json', {
  'http/json-as-html': ['JSON is called HTML.', typed('withdrawal.read', 'text/html; charset=utf-8')],
  'http/json-as-text': ['JSON is called plain text.', typed('taxonomy.list', 'text/plain')],
  'http/json-as-script': ['JSON is called a script.', typed('conversion.read', 'text/javascript')],
  'http/json-as-bytes': ['JSON is called bytes.', typed('balances.read', 'application/octet-stream')],
  'http/json-untyped': ['JSON has no content type.', typed('business-kyc.read', undefined)],
  'http/json-cut': ['JSON ends too early.', written('conversion.list', (text) => text.slice(0, -1))],
  'http/json-with-comma': [
    'JSON has a trailing comma.',
    written('offramp.read', (text) => text.replace(/\}$/, ',}')),
  ],
  'http/json-in-single-quotes': [
    'JSON has single quotes.',
    written('onramp.initiate', (text) => text.replaceAll('"', "'")),
  ],
  'http/json-guarded': ['JSON begins with a guard.', written('offramp.list', (text) => `)]}',\n${text}`)],
  'http/json-called': [
    'JSON is the argument of a call.',
    written('individual-kyc.read', (text) => `callback(${text})`),
  ],
  'http/json-twice': ['JSON is sent twice.', written('subaccount.read', (text) => text + text)],
  'http/json-with-nan': [
    'JSON holds NaN.',
    written('lightning-offramp.initiate', (text) => text.replace(/"totalFees":[\d.]+/, '"totalFees":NaN')),
  ],
  'http/json-with-word': [
    'JSON is followed by a warning.',
    written('offramp.initiate', (text) => `${text}\nWarning: deprecated`),
  ],
  'http/utf-16': [
    'The body is in UTF-16.',
    written('conversion.read', (text) => Buffer.from(text, 'utf16le')),
  ],
  'http/refusal-called-html': [
    'A refusal in JSON is called HTML.',
    answering({ status: 404 }, { headers: { 'content-type': 'text/html' } }),
  ],
  'http/refusal-in-words': [
    'A refusal is plain text.',
    answering({ status: 400 }, { raw: 'Bad Request', headers: { 'content-type': 'text/plain' } }),
  ],
});

// Promises about an error body fall with the body, and the refusal says so.
const refusalFaults = [
  ...againstAll(['http/sends-json', 'balances.read/refuses-a-missing-key'], {
    'http/401-as-html': ['A refused key gets a page.', answering({ status: 401 }, markup)],
  }),
  ...againstAll(['http/sends-json', 'balances.read/refuses-a-restricted-key'], {
    'http/403-as-html': ['A lack of permission gets a page.', answering({ status: 403 }, markup)],
  }),
  ...againstAll(['http/sends-json', 'individual-kyc.read/refuses-an-absent-customer'], {
    'http/404-as-html': [
      'What is absent gets a page.',
      answering({ operation: 'individual-kyc.read', status: 404 }, markup),
    ],
  }),
];

const first = (member: string) => (text: string) => text.replace('{', `{${member},`);
const number = (value: string) => (text: string) => text.replace(/"usd":[\d.]+/, `"usd":${value}`);
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

const soundFaults = against('http/sends-sound-json', {
  'http/member-twice': ['A member stands twice.', written('balances.read', first('"id":"none"'))],
  'http/inner-member-twice': [
    'A member of an inner object stands twice.',
    written('offramp.read', (text) => text.replace('"from":{', '"from":{"amount":"1.00",')),
  ],
  'http/member-twice-by-escape': [
    'A member stands twice, once with an escape.',
    written('withdrawal.read', first('"\\u0069d":"none"')),
  ],
  'http/prototype-member': [
    'A member is called __proto__.',
    written('subaccount.read', first('"__proto__":{"admin":true}')),
  ],
  'http/constructor-member': [
    'A member is called constructor.',
    written('taxonomy.list', first('"constructor":{}')),
  ],
  'http/half-a-character': [
    'A text holds half of a surrogate pair.',
    written('individual-kyc.read', (text) => text.replace('"Nowhere"', '"No\\ud800where"')),
  ],
  'http/not-utf-8': [
    'A text is in Latin-1.',
    written('business-kyc.read', (text) => Buffer.from(text.replace('Nowhere', 'S\u00e3o Paulo'), 'latin1')),
  ],
  'http/other-charset': [
    'The content type names another charset.',
    typed('withdrawal.read', 'application/json; charset=iso-8859-1'),
  ],
  'http/byte-order-mark': [
    'The body begins with a byte order mark.',
    written('balances.read', (text) => `\ufeff${text}`),
  ],
  'http/too-deep': [
    'The body is nested a hundred deep.',
    written('balances.read', first(`"x":${nested(100)}`)),
  ],
  'http/too-many-members': [
    'The body has more members than anybody reads.',
    written('balances.read', first(Array.from({ length: 20_001 }, (_, at) => `"x${at}":0`).join())),
  ],
});

const numberFaults = [
  ...against('http/sends-short-numbers', {
    'http/number-too-long': [
      'A number loses digits when read.',
      written('balances.read', number('12345678901234567890')),
    ],
    'http/number-too-fine': [
      'A number has more places than a double.',
      written('balances.read', number('0.12345678901234567890123')),
    ],
  }),
  // A number that no double holds is no number to a reader.
  ...againstAll(['http/sends-short-numbers', 'balances.read/has-its-members'], {
    'http/number-too-large': ['A number is beyond any double.', written('balances.read', number('1e400'))],
  }),
];

const redirecting = (operation: OperationId, status: number, location: string): Described => [
  `A documented path answers ${status} to ${location}.`,
  succeeding(operation, { status, body: undefined, headers: { location } }),
];

const redirectFaults: readonly PlantedFault[] = [
  ...againstAll(['http/does-not-redirect', 'balances.read/answers-with-its-record'], {
    'http/redirect-within': redirecting('balances.read', 307, '/v1/ramp/banking/balances/'),
  }),
  ...againstAll(['http/does-not-redirect', 'lightning-offramp.initiate/answers-with-its-record'], {
    'http/redirect-to-the-other-version': redirecting(
      'lightning-offramp.initiate',
      308,
      '/v2/ramp/x/banking/offramp/initiate',
    ),
  }),
  ...againstAll(['http/does-not-redirect', 'offramp.list/answers-with-its-record'], {
    'http/redirect-abroad': redirecting('offramp.list', 301, 'https://other.example.com/v2/'),
  }),
  ...against('http/does-not-redirect', {
    'http/redirect-to-plain-http': redirecting('taxonomy.list', 302, 'http://plain.example.com/'),
  }),
];

/** Bodies and statuses that any reader of HTTP and JSON trips over. */
export const httpFaults: readonly PlantedFault[] = [
  ...jsonFaults,
  ...refusalFaults,
  ...soundFaults,
  ...numberFaults,
  ...redirectFaults,
];
