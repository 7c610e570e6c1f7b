import { expect, test } from 'vitest';
import type { SeenRequest, WireReply } from '#sandbox';
import { watchingOrders } from './rehearsal.ts';

type Sent = readonly [status: number, reference: string];

const accepted = (): WireReply => ({ status: 201, headers: {}, body: {} });

/** The client sends orders of one content; the service answers them with these statuses. */
function sending(orders: readonly Sent[], more: { readonly losesAnswers?: true } = {}) {
  const statuses = orders.map(([status]) => status);
  const { watched, repeats, isGivenUp } = watchingOrders({
    ...more,
    reply: (reply) => ({ ...reply, status: statuses.shift() ?? 201 }),
  });
  for (const [, client_onramp_reference] of orders) {
    const body = { from: { amount: 100 }, client_onramp_reference };
    watched.reply(accepted(), { operation: 'onramp.initiate', path: '/v2', body } as SeenRequest);
  }
  return [repeats(), isGivenUp()];
}

test.each<[what: string, orders: readonly Sent[], repeats: number, isGivenUp: boolean]>([
  [
    'sends another order',
    [
      [201, 'a'],
      [201, 'b'],
    ],
    0,
    false,
  ],
  [
    'sends a kept order again',
    [
      [202, 'a'],
      [202, 'a'],
    ],
    1,
    false,
  ],
  [
    'gives a refused order up',
    [
      [201, 'a'],
      [429, 'b'],
    ],
    0,
    true,
  ],
  [
    'sends a refused order again',
    [
      [429, 'a'],
      [201, 'a'],
    ],
    0,
    false,
  ],
  [
    'sends a refused order again under another reference',
    [
      [429, 'a'],
      [201, 'b'],
    ],
    0,
    false,
  ],
])('a client that %s', (_, orders, repeats, isGivenUp) => {
  expect(sending(orders)).toEqual([repeats, isGivenUp]);
});

test('an order whose answer is lost was kept', () => {
  expect(
    sending(
      [
        [503, 'a'],
        [201, 'a'],
      ],
      { losesAnswers: true },
    ),
  ).toEqual([1, false]);
});
