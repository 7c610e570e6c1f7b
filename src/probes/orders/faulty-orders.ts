import type { Profile } from '#contract';
import type { Reply } from '#evidence';
import {
  emptied,
  type FaultyBody,
  isNoJsonObject,
  lenientlyRead,
  mistypedMembers,
  type NoJsonKind,
  noJson,
  noJsonKinds,
  withoutEachMember,
} from '#generators';
import { enumerated } from '../drawn.ts';
import type { Service } from '../service.ts';
import { derive, type Probe, probe, type Source } from '../source.ts';
import { offrampBody } from './order-body.ts';
import { forEachOrder } from './per-order.ts';
import { type OrderId, orderIds, plainOrder } from './valid-orders.ts';

type Bodies = (service: Service, valid: unknown) => readonly FaultyBody[];

const faultyOrders = (operation: OrderId, what: string, bodies: Bodies): Probe<readonly Reply[]> =>
  enumerated(`${operation} ${what}`, {
    mode: 'moves',
    least: 'gate',
    cases: (service) => bodies(service, plainOrder(service, operation).body),
    describe: ({ description }) => description,
    isOdd: () => true,
    ask: ({ api, roles }, { body }) => api.call(operation, { subaccountId: roles.individual, body }),
  });

/** Impostors of each member. */
const mostImpostors: Readonly<Record<Profile, number>> = {
  smoke: 1,
  gate: 1,
  deep: Number.POSITIVE_INFINITY,
};

/** The plainest order has no rail. */
const overWire = (service: Service) =>
  offrampBody(service, { recipient: service.roles.usdRecipient, currency: 'USD', rail: 'WIRE' });

/** Valid orders in which one member is of another JSON type, each member in turn. */
export const mistypedOrders = forEachOrder((operation) =>
  faultyOrders(operation, 'with a mistyped member', (service, valid) => {
    const most = mostImpostors[service.profile];
    const rails = operation === 'offramp.initiate' ? mistypedMembers(overWire(service), most) : [];
    return [...mistypedMembers(valid, most), ...rails.filter(({ member }) => member === 'to.payment_rail')];
  }),
);

/** Valid orders without one of their members, each member in turn, and without any in one of their objects. */
export const incompleteOrders = forEachOrder((operation) =>
  faultyOrders(operation, 'without a member', (_service, valid) => [
    ...withoutEachMember(valid),
    ...emptied(valid),
  ]),
);

/** The answer to a text that is no JSON object. */
export interface AnsweredText {
  readonly kind: NoJsonKind;
  readonly reply: Reply;
}

/** The positions at which texts are spoilt: the first of them in every profile. */
const places = [11, 40, 3];

/** Texts that a reader may well take for an order, and none at all. */
const likeliest: readonly NoJsonKind[] = ['array', 'string', 'trailing garbage', 'trailing comma', 'empty'];

/** The former and one of the latter, another one for each operation. */
const kindsOf = ({ profile }: Service, operation: OrderId): readonly NoJsonKind[] => {
  if (profile === 'smoke') return likeliest.slice(0, 1);
  if (profile === 'deep') return noJsonKinds;
  const others = noJsonKinds.filter((kind) => !likeliest.includes(kind));
  const own = others.filter((_, at) => at === orderIds.indexOf(operation));
  return [...likeliest, ...own];
};

const sendTexts = (operation: OrderId): Probe<readonly AnsweredText[]> => {
  const id = `${operation} with a text that is no JSON object`;
  return probe(id, {
    mode: 'moves',
    // The document states the refusal of such a text for the lightning offramp alone.
    least: operation === 'lightning-offramp.initiate' ? 'smoke' : 'gate',
    send: async (service) => {
      const { subaccountId, body } = plainOrder(service, operation);
      const tried = service.profile === 'deep' ? places : places.slice(0, 1);
      const cases = kindsOf(service, operation).flatMap((kind) => tried.map((place) => ({ kind, place })));
      const answered = await service.each(cases, async ({ kind, place }): Promise<AnsweredText> => {
        const { rawBody } = noJson(body, kind, place);
        const purpose = { probe: id, case: `a body that is no JSON object: ${kind}`, odd: true } as const;
        const api = service.api.about(purpose);
        return { kind, reply: await api.call(operation, { subaccountId, body: undefined }, { rawBody }) };
      });
      return answered.filter(({ reply }) => isNoJsonObject(reply.request.sentBody ?? ''));
    },
  });
};

/** Orders whose body is a text that is no JSON object. */
export const spoiltTexts = forEachOrder(sendTexts);

/** The answers to texts in which not even a lenient reader finds an order. */
export const unreadableTexts = forEachOrder(
  (operation): Source<readonly Reply[]> =>
    derive([spoiltTexts(operation)], (answered) =>
      answered.filter(({ kind }) => !lenientlyRead.includes(kind)).map(({ reply }) => reply),
    ),
);

/** The answers to all of them. */
export const textsThatAreNoJson = forEachOrder(
  (operation): Source<readonly Reply[]> =>
    derive([spoiltTexts(operation)], (answered) => answered.map(({ reply }) => reply)),
);
