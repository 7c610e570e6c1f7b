import { dollarOfframp, lightningBody } from '../orders/order-body.ts';
import { probe } from '../source.ts';

/** An order of version 2, sent to version 1. */
export const version1WithOtherBody = probe('version 1 with the order of version 2', {
  mode: 'orders',
  minProfile: 'gate',
  send: async (service) => [
    await service.api.initiateLightningOfframp({
      subaccountId: service.roles.individual,
      body: dollarOfframp(service),
    }),
  ],
});

/** An order of version 1, sent to version 2. */
export const version2WithOtherBody = probe('version 2 with the order of version 1', {
  mode: 'orders',
  send: async (service) => [
    await service.api.initiateOfframp({
      subaccountId: service.roles.individual,
      body: lightningBody(service, service.roles.lightningRecipient),
    }),
  ],
});
