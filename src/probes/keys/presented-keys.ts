import { type Input, isListing, type OperationId, operationIds } from '#contract';
import type { Credential } from '#evidence';
import { enumerated } from '../drawn.ts';
import { exampleOf } from '../reads/reads.ts';
import { perOperation, type Service } from '../source.ts';
import { unlessLockedOut } from './lock-out.ts';
import type { OtherRequest } from './other-requests.ts';

export interface Presented {
  readonly credential: Credential;
  readonly description: string;
  /** A key that no caller has, or in a place where a gateway expects another. */
  readonly odd?: true;
  /** Asks a listing for a page: a service may guard one way to it, and not the other. */
  readonly paged?: boolean;
  /** Asks for something else than the plain request does. */
  readonly input?: OtherRequest[1];
}

export type PresentedKeys = (service: Service, operation: OperationId) => readonly Presented[];

export const presentingTo = (
  operation: OperationId,
  what: string,
  keys: PresentedKeys,
  minProfile: 'smoke' | 'gate' = 'smoke',
) =>
  enumerated(`${operation} with ${what}`, {
    mode: 'wrongKeys',
    minProfile,
    cases: (service) => keys(service, operation),
    describe: ({ description }) => description,
    isOdd: ({ odd = false }) => odd,
    // A valid request: nothing but its key stands against it.
    ask: (service, { credential, paged = false, input: other = {} }) => {
      const example = { ...exampleOf(service, operation), ...other };
      const { firstPage: page, greatestLimit: limit } = service.facts;
      const input = paged && isListing(operation) ? { ...example, query: { page, limit } } : example;
      return service.api.as(credential).call(operation, input as Input<typeof operation>);
    },
  });

export const presenting = (what: string, keys: PresentedKeys, minProfile: 'smoke' | 'gate' = 'smoke') =>
  perOperation((operation: OperationId) =>
    unlessLockedOut(presentingTo(operation, what, keys, minProfile), firstRefused),
  );

export const inHeader = (value: string): Credential => ({ in: 'header', value });

const missing: readonly Presented[] = [
  { credential: { in: 'none' }, description: 'no key' },
  { credential: inHeader(''), description: 'an empty key' },
];

/** A remote service may lock out who sends many refused keys, so that it gets one of a kind for each operation. */
export const mayLockOut = ({ embedded }: Service): boolean => !embedded;

/** One element for each operation, by turns; with `every`, so many operations in a row get the same one. */
export const turnOf = <T>(all: readonly T[], operation: OperationId, every = 1): readonly T[] => {
  const turn = Math.floor(operationIds.indexOf(operation) / every) % Math.max(1, all.length);
  return all.slice(turn, turn + 1);
};

export const missingKeys: PresentedKeys = (service, operation) => {
  if (service.profile === 'smoke') return missing.slice(0, 1);
  return mayLockOut(service) ? turnOf(missing, operation) : missing;
};

/** The very first request without a right key: by it a service that changes its mind is known. */
export const firstRefused = presentingTo('balances.read', 'a missing key', missingKeys);
