import { type Reply, Untested, writtenIdOf } from '#evidence';
import { accepted, orderRepliesOf } from '../orders/orders.ts';
import { type Probe, probe } from '../source.ts';
import { repliesOf } from './reads.ts';

const readable = (replies: readonly Reply[], operation: string): void => {
  if (!replies.some(({ status }) => status < 300))
    throw new Untested(`${operation} was not answered with a record`, 'service');
};

/** The individual's withdrawal, asked for by the business. */
export const withdrawalOfAnother: Probe<Reply> = probe('withdrawal of another subaccount', {
  mode: 'reads',
  least: 'gate',
  from: [repliesOf('withdrawal.read')],
  send: async ({ api, roles }, own) => {
    readable(own, 'withdrawal.read');
    return api.readWithdrawal({ subaccountId: roles.business, withdrawalId: roles.withdrawal });
  },
});

export const conversionOfAnother: Probe<Reply> = probe('conversion of another subaccount', {
  mode: 'reads',
  least: 'gate',
  from: [repliesOf('conversion.read')],
  send: async ({ api, roles }, own) => {
    readable(own, 'conversion.read');
    const [conversionId = ''] = roles.conversions;
    return api.readConversion({ subaccountId: roles.business, conversionId });
  },
});

/** A configured offramp of the individual, asked for by the business. */
export const offrampOfAnother: Probe<Reply> = probe('offramp of another subaccount', {
  mode: 'reads',
  least: 'gate',
  from: [repliesOf('offramp.read')],
  send: async ({ api, roles }, own) => {
    readable(own, 'offramp.read');
    const [offrampId = ''] = roles.offramps;
    return api.readOfframp({ subaccountId: roles.business, offrampId });
  },
});

/** One that was just created. */
export const createdOfframpOfAnother: Probe<Reply> = probe('created offramp of another subaccount', {
  mode: 'reads',
  least: 'gate',
  from: [accepted('offramp.initiate')],
  send: async ({ api, roles }, [created]) =>
    api.readOfframp({ subaccountId: roles.business, offrampId: writtenIdOf(created) }),
});

/** An onramp, asked for as if it were an offramp. */
export const onrampAsOfframp: Probe<Reply> = probe('onramp read as an offramp', {
  mode: 'reads',
  least: 'gate',
  from: [orderRepliesOf('onramp.initiate', (kind) => kind === 'plain')],
  send: async ({ api, roles }, [onramp]) =>
    api.readOfframp({ subaccountId: roles.individual, offrampId: writtenIdOf(onramp) }),
});

/** Verification of the other kind of subaccount. */
export const businessAsIndividual: Probe<Reply> = probe('individual KYC of a business', {
  mode: 'reads',
  least: 'gate',
  send: async ({ api, roles }) => api.readIndividualKyc({ subaccountId: roles.business }),
});

export const individualAsBusiness: Probe<Reply> = probe('business KYC of an individual', {
  mode: 'reads',
  least: 'gate',
  send: async ({ api, roles }) => api.readBusinessKyc({ subaccountId: roles.individual }),
});
