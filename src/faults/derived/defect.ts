import { type OperationId, requirements } from '#contract';
import type { DriftKind, Member, ViolationKind } from '#schemas';
import { catalogue, type Fault, forEachWay } from '../fault.ts';
import { type Replacement, serverError, succeeding, withoutBody } from '../rewriting.ts';

/** A way in which one member can be wrong, in any operation. */
export interface Defect {
  readonly name: string;
  /** Completes the sentence "The member ...". */
  readonly description: string;
  /** The kind that the schema must report. */
  readonly kind: ViolationKind | DriftKind;
  readonly spoil: (value: unknown) => unknown;
}

export const ofKind =
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

/** Mistakes of serializers, by type. */
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

/** Defects of the keys of a map, which carries their promise. */
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

export const withStranger = (value: unknown): unknown => ({
  ...(value as object | undefined),
  x_internal: 1,
});

export const defectsOfType = (member: Member): readonly Defect[] => [
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
  'A valid request is answered 503 by the service itself.': {
    status: 503,
    body: { statusCode: 503, message: 'Out of order', error: 'Service Unavailable' },
  },
  'A valid request is answered 404.': {
    status: 404,
    body: { statusCode: 404, message: 'Cannot find it', error: 'Not Found' },
  },
};

export function bodyFaults(operation: OperationId): readonly Fault[] {
  const requirement = requirements.find(({ id }) => id === `${operation}/answers-with-its-record`)?.id;
  if (requirement === undefined) return [];
  return catalogue(
    operation,
    [requirement],
    forEachWay(others, (answer) => succeeding(operation, answer)),
  );
}
