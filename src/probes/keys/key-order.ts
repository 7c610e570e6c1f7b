import { randomUUID } from 'node:crypto';
import { type Input, isOrder, operationIds, orderIds } from '#contract';
import { idParametersOf, type Reply } from '#evidence';
import { isKeyRefusal } from '#run';
import { enumerated } from '../drawn.ts';
import { exampleOf } from '../reads/reads.ts';
import type { Service } from '../service.ts';
import { probe } from '../source.ts';
import { afterTheFirst, isForCapitals } from './refused-keys.ts';

/** An empty key is as missing as none. A service of others sees both: its balances, and misplaced keys, are asked for without the header. */
const emptyKey = { in: 'header', value: '' } as const;

/** Bodies that would be refused for their content, were they read. A body that is no JSON may be refused before the key. */
const spoiltBodies = [
  {
    description: 'a body of wrong values',
    body: { currency: 'JPY', amount: 'none', to: { asset: 'NOTHING' } },
  },
  { description: 'a body without members', body: {} },
] as const;

const badOrders = orderIds.flatMap((operation) => spoiltBodies.map((spoilt) => ({ operation, spoilt })));

export const keylessBadBodies = afterTheFirst(
  enumerated('bad bodies without a key', {
    mode: 'wrongKeys',
    minProfile: 'gate',
    // In the gate the operations alternate; a remote service is tried only with those whose values are listed.
    cases: ({ profile, embedded }) =>
      badOrders
        .filter((_, at) => (embedded && profile === 'deep') || [0, 2, 5, 7].includes(at))
        .slice(0, embedded ? undefined : 2),
    describe: ({ spoilt }) => spoilt.description,
    oddity: () => 'a wrong type',
    ask: ({ api, roles }, { operation, spoilt: { body } }) =>
      api.as(emptyKey).call(operation, { subaccountId: roles.subaccount, body } as Input<typeof operation>),
  }),
);

/** One operation stands for all: what reads JSON reads it for each of them. */
export const keylessBadJson = probe('malformed JSON without a key', {
  mode: 'wrongKeys',
  minProfile: 'gate',
  send: async ({ api, roles }) => [
    await api
      .about({ probe: 'malformed JSON without a key', odd: 'malformed JSON' })
      .as({ in: 'none' })
      .call('deposit.simulate', { subaccountId: roles.subaccount, body: undefined }, { rawBody: '{' }),
  ],
});

const absentIds = operationIds.flatMap((operation) => idParametersOf(operation).map((name) => ({ operation, name })));

/** A service that may lock out a caller gets its invalid keys for absent ids instead. */
export const keylessAbsentIds = afterTheFirst(
  enumerated('absent ids without a key', {
    mode: 'wrongKeys',
    minProfile: 'gate',
    cases: ({ embedded, roles }) =>
      embedded
        ? [
            ...absentIds.map((absent) => ({ ...absent, id: randomUUID() as string, what: `an absent ${absent.name}` })),
            {
              operation: 'subaccount.read' as const,
              name: 'subaccountId',
              id: roles.subaccount.toUpperCase(),
              what: 'an id in capitals',
            },
          ]
        : [],
    describe: ({ what }) => what,
    oddity: () => 'a wrong key',
    isCase: (reply) => !isForCapitals(reply),
    ask: (service, { operation, name, id }) =>
      service.api.as({ in: 'none' }).call(operation, {
        ...exampleOf(service, operation),
        [name]: id,
      } as Input<typeof operation>),
  }),
);

const ways = ['HEAD', 'an encoded letter', 'a slash more', 'capitals'] as const;

/** Each operation with one of the ways; a service that may lock out gets each for the balances alone. */
const detours = operationIds
  .filter((operation) => !isOrder(operation))
  .map((operation, at) => ({ operation, way: ways[at % ways.length] ?? 'HEAD' }));

const fewDetours = ways.map((way) => ({ operation: 'balances.read' as const, way }));

/** Requests without a key, by ways to an operation that a guard may not stand before. */
export const detoursWithoutKey = afterTheFirst(
  probe('detours without a key', {
    mode: 'wrongKeys',
    minProfile: 'gate',
    send: async (service) =>
      service.each(service.embedded ? detours : fewDetours, ({ operation, way }) =>
        service.api
          .about({ probe: 'detours without a key', case: `by ${way}`, odd: 'an odd path', detour: true })
          .as(operation === 'balances.read' ? { in: 'none' } : emptyKey)
          .call(operation, exampleOf(service, operation), { detour: way }),
      ),
  }),
);

const spellings = ['X-API-KEY', 'X-Api-Key'];

/** The answer to the key in a header of another letter case, and to the same in the usual one. */
export interface Spelled {
  readonly reply: Reply;
  readonly usual: Reply;
}

/** Every operation is tried with one spelling, and the one that needs no role with both. */
const spelled = operationIds.flatMap((operation, index) =>
  (operation === 'balances.read' ? spellings : [spellings[index % spellings.length] ?? '']).map((name) => ({
    operation,
    name,
  })),
);

/** A key in a header of another spelling may count as a refused one: a remote service is asked twice. */
const spelledFor = ({ embedded }: Service) =>
  embedded ? spelled : spelled.filter(({ operation }) => operation === 'balances.read');

export const spelledKeyHeaders = probe('key headers in another letter case', {
  // A service that does not know the header takes it for a missing key.
  mode: 'wrongKeys',
  minProfile: 'gate',
  send: async (service) =>
    service.each(spelledFor(service), async ({ operation, name }): Promise<Spelled> => {
      const example = exampleOf(service, operation);
      // No order can be made of such a body, and the key comes before it.
      const input = ('body' in example ? { ...example, body: {} } : example) as Input<typeof operation>;
      const ask = (header: string) =>
        service
          .as({
            in: 'other places',
            places: [{ in: 'header', name: header }],
            value: service.keys.full,
          })
          .call(operation, input);
      const reply = await ask(name);
      const isRefused = isKeyRefusal(reply);
      // A refusal in the usual spelling has another reason.
      return { reply, usual: isRefused ? await ask('x-api-key') : reply };
    }),
});
