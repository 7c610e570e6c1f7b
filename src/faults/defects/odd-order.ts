import type { SeenRequest } from '#sandbox';
import { isRecord } from '../places.ts';
import type { PlantedFault } from '../planted.ts';
import { againstAll } from '../planting.ts';
import { answering, serverError } from '../rewriting.ts';

const requirements = {
  'deposit.simulate': 'deposit.simulate/refuses-an-unlisted-currency-in-any-order',
  'onramp.initiate': 'onramp.initiate/refuses-an-unlisted-asset-in-any-order',
  'offramp.initiate': 'rails/named-refuses-ach-in-any-order',
} as const;

type Order = keyof typeof requirements;

/** The value of a member, at the top of a body or one level below. */
const memberOf = (body: unknown, name: string): unknown => {
  if (!isRecord(body)) return undefined;
  const holder = [body, ...Object.values(body).filter(isRecord)].find((it) => name in it);
  return holder?.[name];
};

type Names = Readonly<Record<Order, string>>;

const accounts: Names = {
  'deposit.simulate': 'accountNumber',
  'onramp.initiate': 'destination_address',
  'offramp.initiate': 'sender_address',
};

const references: Readonly<Partial<Names>> = {
  'onramp.initiate': 'client_onramp_reference',
  'offramp.initiate': 'client_offramp_reference',
};

/** Orders with a member that is odd in a way. */
const holding =
  (operation: Order, name: string, isOdd: (value: unknown) => boolean) =>
  (request: SeenRequest): boolean =>
    request.operation === operation && isOdd(memberOf(request.body, name));

const breaking = (when: (request: SeenRequest) => boolean) => ({ reply: answering({ when }, serverError) });

const taking = (operation: Order, when: (request: SeenRequest) => boolean) => ({
  reply: answering({ operation, when }, () => ({ status: 200, body: {} })),
});

const faultsOf = (operation: Order): readonly PlantedFault[] => {
  const { [operation]: requirement } = requirements;
  const { [operation]: account } = accounts;
  const { [operation]: reference } = references;
  return againstAll([requirement], {
    [`${operation}/odd/nothing-is-taken`]: [
      'An order of zero is accepted before anything else in it is checked.',
      taking(
        operation,
        holding(operation, 'amount', (value) => value === 0),
      ),
    ],
    [`${operation}/odd/no-account-breaks-it`]: [
      'An order with an empty account or address breaks the service.',
      breaking(holding(operation, account, (value) => value === '')),
    ],
    ...(reference === undefined
      ? {}
      : {
          [`${operation}/odd/reference-breaks-it`]: [
            'A reference that is no UUID breaks the service.',
            breaking(holding(operation, reference, (value) => value === 'no-uuid')),
          ] as const,
        }),
  });
};

/** Defects that show only in an order that is wrong in two ways. */
export const oddOrderFaults: readonly PlantedFault[] = (Object.keys(requirements) as Order[]).flatMap(
  faultsOf,
);
