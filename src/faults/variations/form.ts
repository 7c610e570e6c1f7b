import { randomBytes, randomUUID } from 'node:crypto';
import { answering, type OperationId, operationIds, operationOf } from '#contract';
import { defaultPolicies, type WireReply } from '#sandbox';
import { type Member, membersOf } from '#schemas';
import { isSeeded } from '../requests.ts';
import { type Hook, hourMs, isRecord, shifted } from '../rewriting.ts';
import {
  alternatives,
  chained,
  circumstance,
  onFormat,
  onMembers,
  onPlaces,
  onRefusal,
  onSuccess,
  promised,
  saying,
  shown,
  under,
  variants,
} from '../variation.ts';

/** The document allows null here, but not a missing member. */
const isNullable = ({ path, nullable, optional }: Member): boolean =>
  nullable && !optional && !path.endsWith('[]') && !path.endsWith('{*}');

const records: readonly OperationId[] = answering.filter((id) => {
  const { success } = operationOf(id);
  return success !== null && !membersOf(success).some(({ path }) => /^\$(\[\]|\.data$)/.test(path));
});

const further = {
  updated: '2025-06-01',
  version: 3,
  live: false,
  links: { self: '/records/1' },
  labels: ['a', 'b'],
  note: null,
  details: { history: [{ at: 1, by: 'system' }] },
};

const extended = (value: unknown): unknown => (isRecord(value) ? { ...value, ...further } : value);

const errorBodies = 'Resources: Error body';

const onBodies = (more: Readonly<Record<string, unknown>>): Hook =>
  onSuccess(operationIds, (body, { operation }) => {
    if (operation === undefined || operationOf(operation).success === null) return;
    if (isRecord(body)) Object.assign(body, more);
  });

variants(
  'members',
  {
    'Every object of a reply carries members that the document does not name, nested ones too.': chained([
      onPlaces(({ type }) => type === 'object', extended),
      onBodies(further),
    ]),
    'Successful bodies carry statusCode, error, path and timestamp as error bodies do.': onBodies({
      statusCode: 200,
      error: null,
      path: '/v1',
      timestamp: '2025-06-01T00:00:00.000Z',
      errors: [],
    }),
    'Records carry members named as those of envelopes: success, message, data, total, limit.': onSuccess(
      records,
      (body) => {
        if (isRecord(body)) Object.assign(body, { success: true, message: 'OK', data: null, total: 1, limit: 1 });
      },
    ),
  },
  { phase: 'form' },
);

variants(
  'members',
  {
    'Every error body carries a request id, a trace id, a code and details.': onRefusal((body) => {
      Object.assign(body, {
        requestId: 'req-000000000017',
        traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
        code: 'E1017',
        success: false,
        data: null,
        details: [],
        help: null,
      });
    }),
    'Errors that the document shows with error and message alone carry statusCode, timestamp and path too.': saying(
      'carry only error and message',
    )(
      onRefusal((body, reply, { path }) => {
        body.statusCode ??= reply.status;
        body.timestamp ??= new Date().toISOString();
        body.path ??= path;
      }),
    ),
    'The path of an error body lacks its version, as behind a gateway.': onRefusal((body) => {
      if (typeof body.path === 'string') body.path = body.path.replace(/^\/v\d/, '');
    }),
  },
  { phase: 'form', heading: errorBodies },
);

alternatives('members', {
  'Members that may be null are left out.': shown(onPlaces(isNullable, undefined)),
  'Members that may be null are left out where they are null.': shown(
    onPlaces(isNullable, (value) => (value === null ? undefined : value)),
  ),
});

alternatives(
  'members',
  {
    'Every error body carries the ids of its trace and span.': onRefusal((body) => {
      Object.assign(body, {
        trace: { id: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7', sampled: true },
      });
    }),
    'Error bodies leave the path out, which is optional.': promised(
      onRefusal((body) => {
        delete body.path;
      }),
    ),
    'The path of an error body has a prefix, as behind a gateway.': onRefusal((body) => {
      if (typeof body.path === 'string') body.path = `/partner-api${body.path}`;
    }),
  },
  { heading: errorBodies },
);

const [first, last] = ['Zoë 👩🏽‍💼', 'O’Connor‑Łukasz'];

variants('texts', {
  'Texts hold characters beyond ASCII, unescaped.': chained([
    onMembers('subaccount.read', { '$.firstName': first, '$.lastName': last }),
    onMembers('individual-kyc.read', { '$.first_name': first, '$.last_name': last }),
    onMembers('business-kyc.read', { '$.trade_name': 'Müller & Söhne — 東京' }),
  ]),
});

const isJson = ({ headers }: WireReply): boolean => /json/i.test(headers['content-type'] ?? '');

const rewritten =
  (write: (text: string) => string): Hook =>
  (reply) => {
    if (reply.body === undefined || !isJson(reply)) return;
    const text = reply.raw === undefined ? JSON.stringify(reply.body) : String(reply.raw);
    reply.raw = write(text);
  };

const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

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

function otherwise(number: string, at: number): string {
  if (/[eE]/.test(number)) return number;
  if (at % 2 === 0 && !number.includes('.')) return `${number}.0`;
  const exponential = Number(number).toExponential();
  return Number(exponential) === Number(number) ? exponential : number;
}

variants(
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
  // JSON has many texts for one value (RFC 8259).
  { phase: 'text', basis: 'promised' },
);

/** Texts that a correct service may leave empty, such as one of two names. */
variants('texts', {
  'Texts are empty: a last name, the network of a method, the name of the business, descriptions.': chained([
    onMembers('individual-kyc.read', { '$.last_name': '' }),
    onMembers('taxonomy.list', { '$[].network_name': '' }),
    onMembers('balances.read', { '$.businessName': '' }),
    onMembers('business-kyc.read', { '$.description': '', '$.ultimate_beneficial_owners[].title': '' }),
    onMembers('subaccount.read', {
      '$.capabilities.currencies{*}.requiredActions[].description': (text) => text && '',
    }),
  ]),
});

variants(
  'documents',
  {
    'Documents are linked without a file ending, with a signature in the query.': onFormat(
      'document-uri',
      (uri) => `${uri.replace(/\.\w+$/, '')}?Signature=a%2Fb&Name=x.exe#page=1`,
    ),
  },
  { phase: 'form' },
);

alternatives('documents', {
  'Links to documents are signed anew for each read.': onFormat(
    'document-uri',
    (uri) => `${uri}?Signature=${randomUUID()}`,
  ),
  'The ending of a document is in capitals.': onFormat('document-uri', (uri) =>
    uri.replace(/\.\w+$/, (ending) => ending.toUpperCase()),
  ),
  'Documents are named by URIs of a store, such as s3://.': onFormat('document-uri', (uri) =>
    uri.replace(/^https/, 's3'),
  ),
  'Documents are named by URNs.': onFormat('document-uri', () => 'urn:uuid:5eed0f0f-0001-4000-8000-000000000f0f'),
});

/** One hour ahead, in headers and error bodies. A policy does the same for created records. */
const aheadOfTime: Hook = chained([
  (reply) => {
    reply.headers.date = new Date(Date.now() + hourMs).toUTCString();
  },
  onRefusal((body) => {
    if (typeof body.timestamp === 'string') body.timestamp = shifted(hourMs)(body.timestamp);
  }),
]);

variants('clock', {
  'The clock of the service is an hour ahead, in Date and in all that is created.': [
    { creation: { createdAt: shifted(hourMs) } },
    aheadOfTime,
  ],
});

alternatives('clock', {
  'Replies have no Date header.': under('What the service does')((reply) => {
    reply.undated = true;
  }),
  'The Date header is two minutes behind what the service creates.': (reply) => {
    reply.headers.date = new Date(Date.now() - 120_000).toUTCString();
  },
  'What the service creates is dated three minutes behind its Date header.': {
    creation: { createdAt: shifted(-180_000) },
  },
});

const written = (write: (timestamp: string) => string): Hook =>
  chained([
    onFormat('timestamp', write),
    onRefusal((body) => {
      if (typeof body.timestamp === 'string') body.timestamp = write(body.timestamp);
    }),
  ]);

/** The document says three digits, so a correct client may read no more. */
const withMoreDigits = (write: (timestamp: string) => string) =>
  circumstance(saying('with milliseconds')(written(write)));

variants(
  'timestamps',
  {
    'Points in time have six digits of a second.': withMoreDigits((timestamp) => timestamp.replace(/Z$/, '417Z')),
  },
  { phase: 'form' },
);

alternatives('timestamps', {
  'Points in time have nine digits of a second.': withMoreDigits((timestamp) => timestamp.replace(/Z$/, '417093Z')),
  'UTC is written +00:00 instead of Z.': promised(written((timestamp) => timestamp.replace(/Z$/, '+00:00'))),
  'Points in time have six digits of a second, and UTC is written +00:00.': withMoreDigits((timestamp) =>
    timestamp.replace(/Z$/, '000+00:00'),
  ),
});

const grouped = (digits: string): string => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** A UUID of version 7 (RFC 9562): a time and random bits. */
function timeOrdered(): string {
  const random = randomBytes(10).toString('hex');
  const instant = Date.now().toString(16).padStart(12, '0');
  return grouped(`${instant}7${random.slice(0, 3)}8${random.slice(3, 6)}${random.slice(6, 18)}`);
}

const inUpperCase = onFormat('uuid', (id) => id.toUpperCase());

variants(
  'identifiers',
  {
    'What is created gets a UUID of version 7.': { creation: { newId: timeOrdered } },
    'Identifiers are written in upper case; a path may hold them in any.': inUpperCase,
  },
  { phase: 'form' },
);

alternatives('identifiers', {
  // By RFC 9562 the letter case of a UUID has no meaning, so a correct client may send it in its own.
  'An offramp gets an id in upper case, and is found by it in no other letter case.': circumstance([
    {
      offramp: {
        find: (store, wanted) =>
          // Ids in the settings of a run are in lower case.
          isSeeded(wanted.id) || wanted.id === wanted.id.toUpperCase()
            ? defaultPolicies.offramp.find(store, wanted)
            : undefined,
      },
    },
    (reply, request) => (request.operation?.startsWith('offramp.') ? inUpperCase(reply, request) : undefined),
  ]),
});
