import type { DriftKind, Member, ViolationKind } from '#schemas';

/** A way in which one member can be wrong, whatever its operation. */
export interface Defect {
  readonly name: string;
  /** Completes the sentence "The member ...". */
  readonly description: string;
  /** The kind that the schema must report. */
  readonly kind: ViolationKind | DriftKind;
  readonly spoil: (value: unknown) => unknown;
}

const text = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && value !== '' ? value : otherwise;

const isPlace = ({ path }: Member): boolean => !path.endsWith('[]') && !path.endsWith('{*}');

function missing(member: Member): readonly Defect[] {
  if (!isPlace(member) || member.optional) return [];
  const kind = member.nullable ? 'omitted-nullable' : 'missing';
  return [{ name: 'missing', description: 'is left out', kind, spoil: () => undefined }];
}

function nothing({ nullable, type }: Member): readonly Defect[] {
  if (nullable || type === 'any') return [];
  return [{ name: 'null', description: 'is null', kind: 'null', spoil: () => null }];
}

const mistyped = (name: string, description: string, spoil: Defect['spoil']): Defect => ({
  name,
  description,
  kind: 'type',
  spoil,
});

/** Mistakes of serializers, by type. */
const otherTypes: Readonly<Record<Member['type'], readonly Defect[]>> = {
  string: [
    mistyped('as-number', 'is a number', (value) =>
      Number.isFinite(Number(value ?? 'x')) ? Number(value) : 7,
    ),
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

const sets = ({ known = [], closed, type }: Member): readonly Defect[] => {
  if (type !== 'string' || known.length === 0 || closed === undefined) return [];
  if (!closed)
    return [
      {
        name: 'unlisted',
        description: 'holds a value that does not occur',
        kind: 'unlisted',
        spoil: () => 'x-unlisted',
      },
    ];
  const recased = (value: unknown) => {
    const held = text(value, known[0] ?? '');
    return held === held.toUpperCase() ? held.toLowerCase() : held.toUpperCase();
  };
  return [
    {
      name: 'outside-set',
      description: 'holds a value outside its set',
      kind: 'set',
      spoil: () => 'x-unlisted',
    },
    { name: 'recased', description: 'holds its value in another letter case', kind: 'set', spoil: recased },
    { name: 'empty', description: 'is an empty text', kind: 'set', spoil: () => '' },
  ];
};

/** Defects of the keys of a map, which carries their promise. */
const keys = ({ type, known = [], closed, format }: Member): readonly Defect[] => {
  if (type !== 'map') return [];
  const rename = (change: (key: string) => string) => (value: unknown) =>
    Object.fromEntries(
      Object.entries(value ?? {}).map(([key, held], at) => [at === 0 ? change(key) : key, held]),
    );
  const found: Defect[] = [];
  if (format === 'lower-case-code')
    found.push({
      name: 'key-in-capitals',
      description: 'has a key in capitals',
      kind: 'currency-case',
      spoil: rename((key) => key.toUpperCase()),
    });
  if (known.length > 0 && closed === false)
    found.push({
      name: 'unlisted-key',
      description: 'has a key that does not occur',
      kind: 'unlisted',
      spoil: rename(() => 'xts'),
    });
  return found;
};

const strangers = ({ type }: Member): readonly Defect[] =>
  type === 'object'
    ? [
        {
          name: 'unknown-member',
          description: 'has a further member',
          kind: 'unknown-member',
          spoil: withStranger,
        },
      ]
    : [];

export const withStranger = (value: unknown): unknown => ({
  ...(value as object | undefined),
  x_internal: 1,
});

/** Defects that any member of a type can have, whatever its format. */
export const defectsOfType = (member: Member): readonly Defect[] => [
  ...missing(member),
  ...nothing(member),
  ...otherTypes[member.type],
  ...sets(member),
  ...keys(member),
  ...strangers(member),
];
