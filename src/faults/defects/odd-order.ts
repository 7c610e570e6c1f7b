import { against, type Fault } from '../fault.ts';
import { amountOf, sent, type When } from '../requests.ts';
import { answering, breaking, type ReplyFilter } from '../rewriting.ts';

/** The requirement about an order that is wrong in two ways, and the members that can be odd in it. */
const orders = {
  'deposit.simulate': {
    requirement: 'deposit.simulate/refuses-an-unlisted-currency-in-any-order',
    account: 'accountNumber',
    reference: undefined,
  },
  'onramp.initiate': {
    requirement: 'onramp.initiate/refuses-an-unlisted-asset-in-any-order',
    account: 'to.destination_address',
    reference: 'client_onramp_reference',
  },
  'offramp.initiate': {
    requirement: 'rails/named-refuses-ach-in-any-order',
    account: 'from.sender_address',
    reference: 'client_offramp_reference',
  },
} as const;

type OddOperation = keyof typeof orders;

const faultsOf = (operation: OddOperation): readonly Fault[] => {
  const { requirement, account, reference } = orders[operation];
  const where = (when: When): ReplyFilter => ({ operation, when });
  return against(requirement, {
    'An order of zero is accepted before anything else in it is checked.': answering(
      where((request) => amountOf(request) === 0),
      { status: 200, body: {} },
    ),
    'An order with an empty account or address breaks the service.': breaking(
      where((request) => sent(request, account) === ''),
    ),
    ...(reference && {
      'A reference that is no UUID breaks the service.': breaking(
        where((request) => sent(request, reference) === 'no-uuid'),
      ),
    }),
  });
};

export const oddOrderFaults: readonly Fault[] = (Object.keys(orders) as OddOperation[]).flatMap(faultsOf);
