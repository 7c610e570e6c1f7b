import { sandboxKeys, type WireReply } from '#sandbox';
import { against, type Fault } from '../fault.ts';
import { isSeeded, keyOf, sent } from '../requests.ts';
import { answering } from '../rewriting.ts';

/** The handler of such a request fails and closes the connection. */
const closed: Partial<WireReply> = { destroy: true };

const page: Partial<WireReply> = {
  status: 403,
  headers: { server: 'haproxy', 'content-type': 'text/html' },
  raw: '<html><body><h1>403 Forbidden</h1>\nRequest forbidden by administrative rules.\n</body></html>',
};

/** Defects that a gateway before a right service could seem to explain. */
export const faults: readonly Fault[] = [
  ...against(['offramp.initiate/survives-mistyped-members'], {
    'A currency of null closes the connection.': answering(
      { operation: 'offramp.initiate', when: (request) => sent(request, 'to.currency') === null },
      closed,
    ),
  }),
  ...against('onramp.initiate/refuses-an-unlisted-asset', {
    'An asset that is not listed closes the connection.': answering(
      {
        operation: 'onramp.initiate',
        when: (request) => !['USDT', 'USDC', 'BTC_LIGHTNING'].includes(String(sent(request, 'to.asset'))),
      },
      closed,
    ),
  }),
  ...against('offramp.initiate/refuses-an-unknown-recipient', {
    'A recipient that nobody has closes the connection.': answering(
      {
        operation: 'offramp.initiate',
        when: (request) => !isSeeded(String(sent(request, 'to.recipient_id'))),
      },
      closed,
    ),
  }),
  ...against('conversion.list/refuses-a-restricted-key', {
    'A key without permission closes the connection.': answering(
      { operation: 'conversion.list', when: (request) => keyOf(request) === sandboxKeys.restricted },
      closed,
    ),
  }),
  ...against('rails/named-takes-wire', {
    'An order over a wire gets the page of a gateway.': answering(
      { operation: 'offramp.initiate', when: (request) => sent(request, 'to.payment_rail') === 'WIRE' },
      page,
    ),
  }),
];
