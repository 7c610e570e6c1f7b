import { isOrder, type OperationId, operationIds, operationOf, requirementOfViolation, requirements } from '#contract';
import { type DriftKind, type Format, type Member, membersOf, type ViolationKind } from '#schemas';
import { catalogue, common, type Fault, forEachWay } from './fault.ts';
import {
  forget,
  type Hook,
  type MemberPlace,
  placesAt,
  put,
  type Replacement,
  serverError,
  succeeded,
  succeeding,
  withoutBody,
} from './rewriting.ts';

interface Defect {
  readonly name: string;
  /** Completes the sentence "The member ...". */
  readonly description: string;
  /** The kind that the schema must report. */
  readonly kind: ViolationKind | DriftKind;
  readonly spoil: (value: unknown) => unknown;
}

const ofKind =
  (kind: Defect['kind']) =>
  (name: string, description: string, spoil: Defect['spoil']): Defect => ({ name, description, kind, spoil });

const isPlace = ({ path }: Member): boolean => !path.endsWith('[]') && !path.endsWith('{*}');

function missing(member: Member): readonly Defect[] {
  if (!isPlace(member) || member.optional) return [];
  const kind = member.nullable ? 'omitted-nullable' : 'missing';
  return [ofKind(kind)('missing', 'is left out', () => undefined)];
}

const nothing = ({ nullable, type }: Member): readonly Defect[] =>
  nullable || type === 'any' ? [] : [ofKind('null')('null', 'is null', () => null)];

const mistyped = ofKind('type');

const otherTypes: Readonly<Record<Member['type'], readonly Defect[]>> = {
  string: [
    mistyped('as-number', 'is a number', (value) => (Number.isFinite(Number(value ?? 'x')) ? Number(value) : 7)),
    mistyped('in-array', 'is wrapped in an array', (value) => [value ?? 'text']),
  ],
  number: [mistyped('as-text', 'is a number in quotes', (value) => String(value ?? 1))],
  boolean: [
    mistyped('as-text', 'is a boolean in quotes', (value) => String(value ?? true)),
    mistyped('as-number', 'is 0 or 1', (value) => (value === true ? 1 : 0)),
  ],
  object: [
    mistyped('as-text', 'is JSON in a text', (value) => JSON.stringify(value ?? {})),
    mistyped('in-array', 'is wrapped in an array', (value) => [value ?? {}]),
  ],
  array: [
    mistyped('as-object', 'is an object by index', (value) => ({
      ...(value as readonly unknown[] | undefined),
    })),
    mistyped('as-text', 'is joined into a text', (value) => JSON.stringify(value ?? [])),
  ],
  map: [
    mistyped('as-array', 'is an array of pairs', (value) => Object.entries(value ?? {})),
    mistyped('as-text', 'is JSON in a text', (value) => JSON.stringify(value ?? {})),
  ],
  any: [],
};

const unlisted = ofKind('unlisted');

const sets = ({ known = [], closed, type }: Member): readonly Defect[] => {
  if (type !== 'string' || known.length === 0 || closed === undefined) return [];
  if (!closed) return [unlisted('unlisted', 'holds a value that does not occur', () => 'x-unlisted')];
  const outside = ofKind('set');
  return [
    outside('outside-set', 'holds a value outside its set', () => 'x-unlisted'),
    outside('recased', 'holds its value in another letter case', (value) => {
      const held = typeof value === 'string' && value !== '' ? value : (known[0] ?? '');
      return held === held.toUpperCase() ? held.toLowerCase() : held.toUpperCase();
    }),
    outside('empty', 'is an empty text', () => ''),
  ];
};

const rename = (change: (key: string) => string) => (value: unknown) =>
  Object.fromEntries(Object.entries(value ?? {}).map(([key, held], at) => [at === 0 ? change(key) : key, held]));

/** The promise about a map is about its keys. */
const keys = ({ type, known = [], closed, format }: Member): readonly Defect[] => {
  if (type !== 'map') return [];
  const inCapitals = rename((key) => key.toUpperCase());
  return [
    ...(format === 'lower-case-code'
      ? [ofKind('currency-case')('key-in-capitals', 'has a key in capitals', inCapitals)]
      : []),
    ...(known.length > 0 && closed === false
      ? [
          unlisted(
            'unlisted-key',
            'has a key that does not occur',
            rename(() => 'xts'),
          ),
        ]
      : []),
  ];
};

const strangers = ({ type }: Member): readonly Defect[] =>
  type === 'object' ? [ofKind('unknown-member')('unknown-member', 'has a further member', withStranger)] : [];

const withStranger = (value: unknown): unknown => ({
  ...(value as object | undefined),
  x_internal: 1,
});

const defectsOfType = (member: Member): readonly Defect[] => [
  ...missing(member),
  ...nothing(member),
  ...otherTypes[member.type],
  ...sets(member),
  ...keys(member),
  ...strangers(member),
];

const html = '<!doctype html><html><head><title>Welcome</title></head><body>Welcome</body></html>';

const others: Readonly<Record<string, Replacement>> = {
  'An array is sent for an object, or an object for an array.': ({ body }) => ({
    body: Array.isArray(body) ? { data: body } : [body],
  }),
  'The record is sent as JSON in a text.': ({ body }) => ({ body: JSON.stringify(body) }),
  'A number is sent for the record.': { body: 1 },
  'Null is sent for the record.': { body: null },
  'Success has no body.': { body: undefined, headers: {} },
  'Success is 204 without a body.': withoutBody(204),
  'A page of HTML is sent for the record.': {
    raw: html,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  },
  'A valid request is answered 500.': serverError,
  'A valid request is answered 404.': {
    status: 404,
    body: { statusCode: 404, message: 'Cannot find it', error: 'Not Found' },
  },
};

const ownReasons: Readonly<Record<string, string>> = {
  'A valid request is answered 404.':
    'a service may miss what an order needs, and a path is known by one that cannot exist',
  'A valid request is answered 503 by the service itself.': 'a service may be closed for a while',
};

/** Keeps no order: otherwise a correct client would find the order by its reference, and report no error. */
const keepingNothing =
  (operation: OperationId, answer: Hook): Hook =>
  (reply, request) => {
    if (request.operation === operation && succeeded(reply)) forget(request);
    return answer(reply, request);
  };

function bodyFaults(operation: OperationId): readonly Fault[] {
  const requirement = requirements.find(({ id }) => id === `${operation}/answers-with-its-record`)?.id;
  if (requirement === undefined) return [];
  const answered = (ways: Readonly<Record<string, Replacement>>) =>
    catalogue(
      operation,
      [requirement],
      forEachWay(ways, (answer) => {
        const change = succeeding(operation, answer);
        return answer === serverError ? common(keepingNothing(operation, change)) : change;
      }),
    );
  const closed = {
    'A valid request is answered 503 by the service itself.': {
      status: 503,
      body: { statusCode: 503, message: 'Out of order', error: 'Service Unavailable' },
    },
  };
  return answered({ ...others, ...closed }).map((fault) => {
    const why = ownReasons[fault.sentence];
    const isOfOrder = isOrder(operation) || fault.sentence in closed;
    return why !== undefined && isOfOrder ? { ...fault, keptBack: why } : fault;
  });
}

const defectOf =
  (kind: Defect['kind'], sample: string) =>
  (name: string, description: string, change: (text: string) => unknown): Defect =>
    ofKind(kind)(name, description, (value) => change(typeof value === 'string' && value !== '' ? value : sample));

const identifier = defectOf('identifier', '2f1f7a52-6d0c-4b1e-9a30-5c8d7e6f1a2b');
const nil = defectOf('nil-identifier', '');

const identifiers = [
  identifier('prefixed', 'is a prefixed id', (text) => `id_${text.replaceAll('-', '').slice(0, 16)}`),
  identifier('bare', 'is a UUID without hyphens', (text) => text.replaceAll('-', '')),
  identifier('serial', 'is a serial number in a text', () => '10042'),
  identifier('blank', 'is an empty text', () => ''),
  nil('nil', 'is the nil UUID', () => '00000000-0000-0000-0000-000000000000'),
];

const timestamp = defectOf('timestamp', '2025-03-01T08:30:00.125Z');
const day = '2025-02-30';

const timestamps = [
  timestamp('milliseconds-lost', 'has no milliseconds', (text) => text.replace(/\.\d+(?=Z)/, '')),
  timestamp('offset', 'has an offset of two hours', (text) => text.replace('Z', '+02:00')),
  timestamp('no-zone', 'has no zone', (text) => text.replace('Z', '')),
  timestamp('spaced', 'has a space for the T', (text) => text.replace('T', ' ')),
  timestamp('epoch', 'is an epoch number in a text', () => '1740817800125'),
  timestamp('impossible-day', 'is of a day that does not exist', (text) => day + text.slice(10)),
  timestamp('impossible-hour', 'is of an hour that does not exist', (text) => text.replace(/T\d\d/, 'T25')),
  timestamp('date-only', 'is a date', (text) => text.slice(0, 10)),
  timestamp('worded', 'is in the form of HTTP', (text) => new Date(text).toUTCString()),
];

const date = defectOf('date', '1990-02-28');

const dates = [
  date('day-first', 'has the day first', (text) => text.split('-').toReversed().join('-')),
  date('slashed', 'has slashes', (text) => text.replaceAll('-', '/')),
  date('date-time', 'is a date-time', (text) => `${text}T00:00:00.000Z`),
  date('impossible-day', 'is a day that does not exist', () => day),
  date('short', 'has no leading zeros', (text) => text.replaceAll('-0', '-')),
];

const decimal = defectOf('decimal', '1234.50000000');

const decimals = [
  decimal('separated', 'has thousands separators', (text) => `1,${text.padStart(6, '0')}`),
  decimal('exponent', 'has an exponent', (text) => `${text}e+0`),
  decimal('blank', 'is an empty text', () => ''),
  decimal('comma', 'has a decimal comma', (text) => (text.includes('.') ? text.replace('.', ',') : `${text},00`)),
  decimal('currency-sign', 'has a currency sign', (text) => `$${text}`),
  decimal('plus', 'has a plus sign', (text) => `+${text}`),
  decimal('not-a-number', 'is NaN', () => 'NaN'),
  decimal('unit', 'has a unit', (text) => `${text} USD`),
  decimal('spaced', 'has a space before it', (text) => ` ${text}`),
];

const place = defectOf('places', '1.00000000');

const places = [
  place('places-lost', 'has one place fewer than promised', (text) => text.slice(0, -1)),
  place('places-added', 'has one place more than promised', (text) => `${text}0`),
  place('places-trimmed', 'has no trailing zeros', (text) => String(Number(text))),
];

const uri = defectOf('uri', 'https://files.example.com/a.pdf');

const uris = [
  uri('bare-name', 'is a bare file name', (text) => text.split('/').at(-1)),
  uri('relative', 'is a path without host', (text) => text.replace(/^https?:\/\/[^/]+/, '')),
  uri('blank', 'is an empty text', () => ''),
];

const extension = defectOf('document-format', 'https://files.example.com/a.pdf');

const documentUris = [
  ...uris,
  extension('program', 'ends in .exe', (text) => text.replace(/\.[a-z]+$/, '.exe')),
  extension('other-format', 'ends in .docx', (text) => text.replace(/\.[a-z]+$/, '.docx')),
];

const country = defectOf('country', 'USA');
const unassigned = (code: string) =>
  defectOf('unassigned-country', 'USA')('unassigned', 'is assigned to no country', () => code);
const userAssigned = (code: string) =>
  defectOf('user-assigned-country', 'USA')('user-assigned', 'is left to its users', () => code);
const countryCase = defectOf('country-case', 'USA');
const inLowerCase = countryCase('in-lower-case', 'is in lower case', (text) => text.toLowerCase());
const named = country('named', 'is the name of a country', () => 'United States');

const countries = {
  'country-2': [
    inLowerCase,
    named,
    unassigned('QQ'),
    userAssigned('XK'),
    country('three-letters', 'has three letters', () => 'USA'),
    country('blank', 'is an empty text', () => ''),
  ],
  'country-3': [
    inLowerCase,
    named,
    unassigned('ZZZ'),
    userAssigned('XKX'),
    country('two-letters', 'has two letters', () => 'US'),
    country('numeric', 'is the number of a country', () => '840'),
  ],
} as const;

const phone = defectOf('phone', '+15555550101');

const phones = [
  phone('no-plus', 'has no plus', (text) => text.replace('+', '')),
  phone('national', 'is national', () => '(555) 555-0101'),
  phone('spaced', 'has spaces', (text) => `${text.slice(0, 2)} ${text.slice(2)}`),
  phone('too-long', 'has more than fifteen digits', (text) => text.padEnd(17, '0')),
];

const email = defectOf('email', 'someone@example.com');

const byFormat: Readonly<Partial<Record<Format, readonly Defect[]>>> = {
  uuid: identifiers,
  timestamp: timestamps,
  date: dates,
  decimal: decimals,
  uri: uris,
  'document-uri': documentUris,
  ...countries,
  'lower-case-code': [
    defectOf('currency-case', 'usd')('in-capitals', 'is in capitals', (text) => text.toUpperCase()),
    defectOf('currency-case', 'usd')('worded', 'is a name of two words', () => 'money 1'),
  ],
  e164: phones,
  email: [email('no-at', 'has no @', (text) => text.replace('@', '.')), email('blank', 'is an empty text', () => '')],
  integer: [ofKind('integer')('fraction', 'has a fraction', (value) => Number(value) + 0.5)],
};

/** The format of a map applies to its keys. The type of the keys decides the defects. */
function defectsOfFormat({ type, format, places: promised }: Member): readonly Defect[] {
  if (type === 'map' || format === undefined) return [];
  return [...(byFormat[format] ?? []), ...(promised === undefined ? [] : places)];
}

const spots = ['first', 'middle', 'last'] as const;
type PickedSpot = (typeof spots)[number];

const placeAt = (places: readonly MemberPlace[], spot: PickedSpot): MemberPlace | undefined =>
  places[{ first: 0, middle: Math.floor(places.length / 2), last: places.length - 1 }[spot]];

const spoiling =
  (operation: OperationId, path: string, spot: PickedSpot, { spoil }: Defect): Hook =>
  (reply, request) => {
    if (request.operation !== operation || !succeeded(reply)) return;
    const place = placeAt(placesAt(reply.body, path), spot);
    if (place) put(place, spoil(place.holder[place.key]));
  };

const isEssential = (path: string): boolean =>
  /^\$\.((data|from|to)\.)?(status|amount|net_?amount|balances|kyc)$/i.test(path);

/** Members that are wrong in every position, because a check of the first item would miss the others. */
const isImportant = (path: string): boolean => /^\$\.data\[\]\.(id|status|rate|.*amount|to\.net_amount)$/i.test(path);

const hasSpots = (path: string): boolean => /\[\]|\{\*\}/.test(path);

/** Positions rotate, so that each kind of defect occurs in each of them. */
const spotsOf = (path: string, turn: number): readonly PickedSpot[] => {
  if (!hasSpots(path)) return ['first'];
  return isImportant(path) ? spots : [spots[turn % spots.length] ?? 'first'];
};

function faultsOfMember(operation: OperationId, member: Member, turn: number): readonly Fault[] {
  const { path } = member;
  return [...defectsOfType(member), ...defectsOfFormat(member)].flatMap((defect, at) =>
    spotsOf(path, turn + at).map((spot) => ({
      id: `${operation}/${path.replace(/^\$\.?/, '')}/${defect.name}${hasSpots(path) ? `@${spot}` : ''}`,
      sentence: `${path} ${defect.description}${hasSpots(path) ? `, in the ${spot} place` : ''}.`,
      requirements: [requirementOfViolation(operation, path, defect.kind)],
      reply: spoiling(operation, path, spot, defect),
      derived: { operation, defect: defect.name },
      ...(defect.name === 'missing' && isEssential(path) ? { isCommon: true } : {}),
    })),
  );
}

const isBareArray = (operation: OperationId): boolean => {
  const { success } = operationOf(operation);
  return success !== null && membersOf(success).some(({ path }) => path === '$[]');
};

/** The record itself is no member, so no other defect adds a member to it. */
const rootStranger = (operation: OperationId): readonly Fault[] =>
  isBareArray(operation)
    ? []
    : [
        {
          id: `${operation}/unknown-member`,
          sentence: 'The body has a further member.',
          requirements: ['records/have-no-member-beyond-the-document'],
          reply: succeeding(operation, ({ body }) => ({ body: withStranger(body) })),
          derived: { operation, defect: 'a further member' },
        },
      ];

function faultsOfOperation(operation: OperationId): readonly Fault[] {
  const { success } = operationOf(operation);
  if (success === null) return [];
  return [
    ...membersOf(success).flatMap((member, turn) => faultsOfMember(operation, member, turn)),
    ...rootStranger(operation),
    ...bodyFaults(operation).map((fault) => ({
      ...fault,
      derived: { operation, defect: fault.sentence },
    })),
  ];
}

export const derivedFaults: readonly Fault[] = operationIds.flatMap(faultsOfOperation);
