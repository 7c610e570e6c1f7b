import { randomUUID } from 'node:crypto';
import {
  hasMistypedMember,
  isNoJsonObject,
  lacksMember,
  mistypedMember,
  notJson,
  withoutEachMember,
} from '#generators';
import type { Conformance, Input, Reply } from '#harness';
import { absent } from './absence.ts';
import { exampleOf } from './example.ts';
import { accepted } from './record.ts';
import { furtherBodies, type Order } from './variant.ts';

const sentBody = ({ request }: Reply): string => request.sentBody ?? '';

/** Sends orders with a member of another JSON type, and texts that are no JSON object: none may break the service. */
export const survivesMistypedMembers = async (t: Conformance, operation: Order): Promise<void> => {
  const { subaccountId, body } = exampleOf(t, operation);
  await t.forAll(mistypedMember(body), async (mistyped, t) => {
    const reply = await t.api.call(operation, { subaccountId, body: mistyped.body });
    if (hasMistypedMember(sentBody(reply), mistyped.member)) t.expect(reply).toBeHandled();
  });
  await t.forAll(notJson(body), async ({ rawBody }, t) => {
    const reply = await t.api.call(operation, { subaccountId, body: undefined }, { rawBody });
    if (isNoJsonObject(sentBody(reply))) t.expect(reply).toBeHandled();
  });
};

/** Kinds of text in which a lenient reader still finds the members of an order. */
const lenientlyRead = [
  'trailing garbage',
  'trailing comma',
  'comment',
  'single quotes',
  'names without quotes',
];

/** Texts that hold no order in any reading are refused; `strictly`, so are those that a lenient reader takes. */
export const refusesWhatIsNoJson = async (
  t: Conformance,
  operation: Order,
  { strictly = true }: { readonly strictly?: boolean } = {},
): Promise<void> => {
  await accepted(t, operation);
  const { subaccountId, body } = exampleOf(t, operation);
  await t.forAll(notJson(body), async ({ rawBody, kind }, t) => {
    if (!strictly && lenientlyRead.includes(kind)) return;
    const reply = await t.api.call(operation, { subaccountId, body: undefined }, { rawBody });
    if (isNoJsonObject(sentBody(reply))) t.expect(reply).toBeRefused();
  });
};

/** Records the status of an order with a member missing: which are required is open. */
export const observesMissingMembers = async (t: Conformance, operation: Order): Promise<void> => {
  const { subaccountId, body } = exampleOf(t, operation);
  for (const lacking of withoutEachMember(body)) {
    const reply = await t.api.call(operation, { subaccountId, body: lacking.body });
    if (lacksMember(sentBody(reply), lacking.member))
      t.observe(`without ${lacking.member}`, reply.status, { operation });
  }
};

const bodiesOf = (t: Conformance, operation: Order): readonly unknown[] =>
  t.few([exampleOf(t, operation).body, ...furtherBodies(t, operation)]);

/** Orders of every other kind than the example are refused too, once they are made impossible; by which status is open. */
export const refusesFurther = async (
  t: Conformance,
  operation: Order,
  spoilt: (body: unknown) => Input<Order>,
): Promise<void> => {
  const [, ...others] = bodiesOf(t, operation);
  const replies = await Promise.all(others.map((body) => t.api.call(operation, spoilt(body))));
  if (replies.length > 0) t.expect(replies).toBeRefused({ except: [401] });
};

/** Valid orders of every kind for a subaccount without approved verification are refused; the status is free. */
export const refusesWithoutKyc = async (t: Conformance, operation: Order): Promise<void> => {
  const subaccountId = t.roles.unverified;
  await accepted(t, operation);
  const replies = await Promise.all(
    bodiesOf(t, operation).map((body) => t.api.call(operation, { subaccountId, body })),
  );
  t.expect(replies).toBeRefused({ except: [401] });
};

/** A subaccount that does not exist has no approved verification either; by which status it is refused is open. */
export const refusesAbsentSubaccount = async (t: Conformance, operation: Order): Promise<void> => {
  await accepted(t, operation);
  t.expect(await absent(t, operation, 'subaccountId')).toBeRefused({ except: [401] });
  await refusesFurther(t, operation, (body) => ({ subaccountId: randomUUID(), body }));
};

/** Records the success status of an order. */
export const observesSuccess = async (t: Conformance, operation: Order): Promise<void> => {
  for (const { status } of await accepted(t, operation)) t.observe('success', status, { operation });
};
