import { randomUUID } from 'node:crypto';
import { notServed } from '#attribution';
import { isSuccess, type owned } from '#contract';
import { writtenIdOf } from '#evidence';
import { accepted, orderRepliesOf } from '../orders/orders.ts';
import type { Service } from '../service.ts';
import { perOperation, probe } from '../source.ts';
import { exampleOf, repliesOf } from './reads.ts';

type OwnedId = (typeof owned)[number];

/** Subaccounts that own nothing of the individual's: the other configured ones, and one that does not exist. */
const strangersOf = ({ roles }: Service): readonly string[] => {
  const unverified = roles.has('unverified') ? roles.unverified.slice(0, 1) : [];
  const ids = [
    roles.business,
    ...unverified,
    ...(roles.has('unbanked') ? [roles.unbanked] : []),
    randomUUID(),
  ];
  // One subaccount may play several parts.
  return [...new Set(ids)].filter((id) => id.toLowerCase() !== roles.individual.toLowerCase());
};

/** The first configured record of the individual, asked for by every other subaccount. */
export const recordOfAnother = perOperation((operation: OwnedId) =>
  probe(`${operation.replace('.read', '')} of another subaccount`, {
    mode: 'reads',
    minProfile: 'gate',
    from: [repliesOf(operation)],
    send: async (service, own) => {
      if (!own.some(isSuccess)) throw notServed(operation);
      const example = exampleOf(service, operation);
      return service.each(strangersOf(service), (subaccountId) =>
        service.api.call(operation, { ...example, subaccountId }),
      );
    },
  }),
);

/** Offramps that were just created: the individual's, asked for by the business, and the other way round. */
export const createdOfframpOfAnother = probe('created offramp of another subaccount', {
  mode: 'reads',
  minProfile: 'gate',
  from: [accepted('offramp.initiate')],
  send: async ({ api, roles, each }, created) => {
    const pairs = [
      [roles.individual, roles.business],
      [roles.business, roles.individual],
    ] as const;
    const asked = pairs.flatMap(([owner, subaccountId]) => {
      const own = created.find(({ request }) => request.input.subaccountId === owner);
      return own ? [{ subaccountId, offrampId: writtenIdOf(own) }] : [];
    });
    return each(asked, (input) => api.readOfframp(input));
  },
});

/** An onramp, asked for as if it were an offramp. */
export const onrampAsOfframp = probe('onramp read as an offramp', {
  mode: 'reads',
  minProfile: 'gate',
  from: [orderRepliesOf('onramp.initiate', (kind) => kind === 'plain')],
  send: async ({ api, roles }, [onramp]) => [
    await api.readOfframp({ subaccountId: roles.individual, offrampId: writtenIdOf(onramp) }),
  ],
});

/** Verification of the other kind of subaccount. */
export const businessAsIndividual = probe('individual KYC of a business', {
  mode: 'reads',
  minProfile: 'gate',
  send: async ({ api, roles }) => [await api.readIndividualKyc({ subaccountId: roles.business })],
});

export const individualAsBusiness = probe('business KYC of an individual', {
  mode: 'reads',
  minProfile: 'gate',
  send: async ({ api, roles }) => [await api.readBusinessKyc({ subaccountId: roles.individual })],
});
