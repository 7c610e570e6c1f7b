import fc from 'fast-check';
import { type Input, type OperationId, operationIds } from '#contract';
import type { Credential, Reply } from '#evidence';
import { alteredKey, alteredKeys, isAlteredKey } from '#generators';
import { enumerated } from './drawn.ts';
import { exampleOf } from './reads.ts';
import type { Service } from './service.ts';
import type { Probe } from './source.ts';

interface Presented {
  readonly credential: Credential;
  readonly description: string;
  /** A key that no caller has, or in a place where a gateway looks for another. */
  readonly odd?: true;
}

const forEachOperation = <T>(make: (operation: OperationId) => T) => {
  const made = new Map(operationIds.map((operation) => [operation, make(operation)]));
  return (operation: OperationId): T => made.get(operation) ?? make(operation);
};

const presenting = (
  what: string,
  keys: (service: Service, operation: OperationId) => readonly Presented[],
  least: 'smoke' | 'gate' = 'smoke',
) =>
  forEachOperation((operation) =>
    enumerated(`${operation} with ${what}`, {
      mode: 'late',
      least,
      cases: (service) => keys(service, operation),
      describe: ({ description }) => description,
      isOdd: ({ odd = false }) => odd,
      // A valid request: nothing but its key stands against it.
      ask: (service, { credential }) =>
        service.api.as(credential).call(operation, exampleOf(service, operation) as Input<typeof operation>),
    }),
  );

const inHeader = (value: string): Credential => ({ in: 'header', value });

const missing: readonly Presented[] = [
  { credential: { in: 'none' }, description: 'no key' },
  { credential: inHeader(''), description: 'an empty key' },
];

/** Each operation without a key. */
export const withoutKey = presenting('a missing key', ({ profile }) =>
  profile === 'smoke' ? missing.slice(0, 1) : missing,
);

/** The ways of altering a key by which services differ most: every operation is tried with them. */
const mostRevealing = 5;

/** The remaining ways rotate over every third operation: how keys are compared rarely depends on the operation. */
const rotated = <T>(remaining: readonly T[], operation: OperationId): readonly T[] => {
  const step = operationIds.indexOf(operation) / 3;
  return Number.isInteger(step) && remaining.length > 0
    ? remaining.slice(step % remaining.length).slice(0, 1)
    : [];
};

const drawnKeys = ({ keys, seed }: Service): readonly Presented[] =>
  fc
    .sample(alteredKey(keys.full, ...keys.others), { seed, numRuns: 40 })
    .filter((value) => isAlteredKey(value, keys.full, ...keys.others))
    .map((value) => ({
      credential: inHeader(value),
      description: 'a drawn alteration of the key',
      odd: true,
    }));

/** Each operation with keys near the valid one. */
export const withAlteredKey = presenting('an altered key', (service, operation) => {
  const { keys, profile } = service;
  const every = alteredKeys(keys.full, ...keys.others).map(({ value, description }) => ({
    credential: inHeader(value),
    description,
    odd: true as const,
  }));
  if (profile === 'smoke') return every.slice(0, 1);
  if (profile === 'deep') return [...every, ...drawnKeys(service)];
  return [...every.slice(0, mostRevealing), ...rotated(every.slice(mostRevealing), operation)];
});

/** Each operation with the key in places where the document does not look for it. */
export const withMisplacedKey = presenting(
  'a misplaced key',
  ({ keys: { full: value }, profile }) => [
    {
      credential: { in: 'misplaced', value },
      description: 'the key in the query, in a cookie and as a bearer token',
      odd: true,
    },
    ...(profile === 'deep'
      ? (['query', 'cookie', 'bearer'] as const).map((place) => ({
          credential: { in: place, value },
          description: `the key in the ${place}`,
          odd: true as const,
        }))
      : []),
  ],
  'gate',
);

/** Each operation with a valid key that lacks permission. */
export const withRestrictedKey = presenting('a restricted key', ({ keys }) => [
  { credential: inHeader(keys.restricted), description: 'the restricted key' },
]);

/** What sends refused keys of one kind, on every operation. */
export const keyRefusals: readonly Probe<readonly Reply[]>[] = operationIds.flatMap((operation) => [
  withoutKey(operation),
  withAlteredKey(operation),
  withRestrictedKey(operation),
]);

const ids = new Set([...keyRefusals, ...operationIds.map(withMisplacedKey)].map(({ id }) => id));

/** Whether a reply answers a key that is to be refused. */
export const isOfRefusedKey = ({ request }: Reply): boolean => ids.has(request.purpose.probe);
