import { Untested, writtenIdOf } from '#evidence';
import { accepted, orderRepliesOf } from '../orders/orders.ts';
import { perOperation, probe } from '../source.ts';
import { exampleOf, repliesOf } from './reads.ts';

type OwnedId = 'withdrawal.read' | 'conversion.read' | 'offramp.read';

/** The first configured record of the individual, asked for by the business. */
export const recordOfAnother = perOperation((operation: OwnedId) =>
  probe(`${operation.replace('.read', '')} of another subaccount`, {
    mode: 'reads',
    least: 'gate',
    from: [repliesOf(operation)],
    send: async (service, own) => {
      if (!own.some(({ status }) => status < 300))
        throw new Untested(`${operation} was not answered with a record`, 'service');
      const { business } = service.roles;
      return [
        await service.api.call(operation, { ...exampleOf(service, operation), subaccountId: business }),
      ];
    },
  }),
);

/** One that was just created. */
export const createdOfframpOfAnother = probe('created offramp of another subaccount', {
  mode: 'reads',
  least: 'gate',
  from: [accepted('offramp.initiate')],
  send: async ({ api, roles }, [created]) => [
    await api.readOfframp({ subaccountId: roles.business, offrampId: writtenIdOf(created) }),
  ],
});

/** An onramp, asked for as if it were an offramp. */
export const onrampAsOfframp = probe('onramp read as an offramp', {
  mode: 'reads',
  least: 'gate',
  from: [orderRepliesOf('onramp.initiate', (kind) => kind === 'plain')],
  send: async ({ api, roles }, [onramp]) => [
    await api.readOfframp({ subaccountId: roles.individual, offrampId: writtenIdOf(onramp) }),
  ],
});

/** Verification of the other kind of subaccount. */
export const businessAsIndividual = probe('individual KYC of a business', {
  mode: 'reads',
  least: 'gate',
  send: async ({ api, roles }) => [await api.readIndividualKyc({ subaccountId: roles.business })],
});

export const individualAsBusiness = probe('business KYC of an individual', {
  mode: 'reads',
  least: 'gate',
  send: async ({ api, roles }) => [await api.readBusinessKyc({ subaccountId: roles.individual })],
});
