export type JsonType = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object';

export const jsonTypeOf = (value: unknown): JsonType => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as JsonType;
};

// Numbers stay small and the valid value stays what it is: a service that converts moves no more than was meant.
const impostors = (value: unknown): readonly unknown[] => [
  '',
  null,
  [],
  {},
  true,
  0,
  [value],
  { value },
  false,
  1.5,
  -1,
  typeof value === 'string' ? value : JSON.stringify(value),
];

/** Substitutes for a valid value: JSON values of another type, some of them wrapped around it. */
export const impostorsOf = (valid: unknown): readonly unknown[] =>
  impostors(valid).filter((value) => jsonTypeOf(value) !== jsonTypeOf(valid));

const wrapped = (value: object): boolean => Object.keys(value).length > 0;

/** Describes the substitute for a valid value, without the valid value that it may hold. */
export const describeMistyped = (value: unknown): string => {
  const type = jsonTypeOf(value);
  if (type === 'array' || type === 'object')
    return wrapped(value as object) ? `the valid value in an ${type}` : `an empty ${type}`;
  if (type === 'string') return value === '' ? 'the empty text' : 'the valid value as text';
  return JSON.stringify(value);
};
