import type fc from 'fast-check';
import { anyOf } from './families.ts';

export type JsonType = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object';

export const jsonTypeOf = (value: unknown): JsonType => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as JsonType;
};

// Numbers stay small and the valid value stays what it is: a service that converts moves no more than was meant.
const impostors = (value: unknown): readonly unknown[] => [
  null,
  [],
  {},
  true,
  0,
  '',
  [value],
  { value },
  false,
  1.5,
  -1,
  typeof value === 'string' ? value : JSON.stringify(value),
];

/** JSON values of another type than a valid one has, some of them wrapped around it. */
export const mistyped = (valid: unknown = 'USD'): fc.Arbitrary<unknown> =>
  anyOf(impostors(valid).filter((value) => jsonTypeOf(value) !== jsonTypeOf(valid)));
