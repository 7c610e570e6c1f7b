import { expect, test } from 'vitest';
import { placedAnew, withNewReference } from './placed-anew.ts';

const uuid = '6f1c2b1e-0d0a-4f6e-9b7a-2f5d1c3e4a5b';

test.each([uuid, uuid.toUpperCase(), `Order-${uuid.slice(0, 8)}-aB`, `order-${uuid}-${uuid}`])(
  'the reference %s is another of its form',
  (reference) => {
    const order = { from: { amount: 25 }, client_offramp_reference: reference };
    const anew = placedAnew(order) as typeof order;
    expect(anew.from).toEqual(order.from);
    expect(anew.client_offramp_reference).not.toBe(reference);
    expect(anew.client_offramp_reference).toHaveLength(reference.length);
    const isCapital = /^[^a-z]+$/.test(reference);
    expect(/^[^a-z]+$/.test(anew.client_offramp_reference)).toBe(isCapital);
  },
);

test('an order without a reference is of another amount, where it is one', () => {
  expect(placedAnew({ recipient_id: uuid, amount: 25 })).toEqual({ recipient_id: uuid, amount: 24.99 });
  for (const body of [{ amount: '25' }, { amount: 0.5 }, [25], 'text', undefined])
    expect(placedAnew(body)).toEqual(body);
});

test('a text that is no order keeps all but its reference', () => {
  const torn = `{"a":1,"client_onramp_reference":"${uuid}"`;
  const anew = withNewReference(torn);
  expect(anew).not.toBe(torn);
  expect(anew.slice(0, 34)).toBe(torn.slice(0, 34));
});
