import { amountFor, lightningCode } from '#contract';
import { enumerated } from '../drawn.ts';

/** A required member that is null counts as missing. */
const lacking = (member: 'recipient_id' | 'amount') =>
  enumerated(`lightning offramps without ${member}`, {
    mode: 'moves',
    cases: ({ profile }) => (profile === 'smoke' ? ['left out'] : ['left out', 'null']),
    describe: (way) => `${member} ${way}`,
    ask: ({ api, roles, order }, way) => {
      const amount = amountFor(order, lightningCode);
      const { [member]: _gone, ...rest } = { recipient_id: roles.lightningRecipient, amount };
      const body = way === 'null' ? { ...rest, [member]: null } : rest;
      return api.initiateLightningOfframp({ subaccountId: roles.individual, body });
    },
  });

export const withoutRecipient = lacking('recipient_id');
export const withoutAmount = lacking('amount');
