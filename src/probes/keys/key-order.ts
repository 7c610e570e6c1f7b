import { randomUUID } from 'node:crypto';
import { type Input, isOrder, operationIds, orderIds } from '#contract';
import { idParametersOf, type Reply } from '#evidence';
import { isKeyRefusal } from '#run';
import { enumerated } from '../drawn.ts';
import { exampleOf } from '../reads/reads.ts';
import type { Service } from '../service.ts';
import { probe } from '../source.ts';
import { afterTheFirst, isForCapitals } from './refused-keys.ts';

/**
 * An empty key counts as missing. A remote service gets it in place of a misplaced key; its balances are read without
 * the header.
 */
const emptyKey = { in: 'header', value: '' } as const;

/**
 * Bodies that a service would refuse after a check of the key. A service may refuse malformed JSON before it checks the
 * key.
 */
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
    // In the gate the operations alternate. A remote service gets only the operations with listed values.
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

/** One operation is enough, because a service parses the JSON of all operations alike. */
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

/** A service that may lock out a caller gets its invalid keys with absent ids instead. */
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

/** A service that may lock out a caller gets each detour for the balances only. */
const detours = operationIds
  .filter((operation) => !isOrder(operation))
  .map((operation, at) => ({ operation, way: ways[at % ways.length] ?? 'HEAD' }));

const fewDetours = ways.map((way) => ({ operation: 'balances.read' as const, way }));

/** Requests without a key on other paths to an operation, where the check of the key may be missing. */
export const detoursWithoutKey = afterTheFirst(
  probe('detours without a key', {
    mode: 'wrongKeys',
    minProfile: 'gate',
    send: async (service) =>
      service.each(service.embedded ? detours : fewDetours, ({ operation, way }) =>
        service.api
          .about({ probe: 'detours without a key', case: `by ${way}`, odd: 'an unusual path', detour: true })
          .as(operation === 'balances.read' ? { in: 'none' } : emptyKey)
          .call(operation, exampleOf(service, operation), { detour: way }),
      ),
  }),
);

const spellings = ['X-API-KEY', 'X-Api-Key'];

/** Answers to the key in a header with other letter case, and in the usual header. */
export interface Spelled {
  readonly reply: Reply;
  readonly usual: Reply;
}

const spelled = operationIds.flatMap((operation, index) =>
  (operation === 'balances.read' ? spellings : [spellings[index % spellings.length] ?? '']).map((name) => ({
    operation,
    name,
  })),
);

/** A remote service gets two requests, because it may count the key in another spelling as refused. */
const spelledFor = ({ embedded }: Service) =>
  embedded ? spelled : spelled.filter(({ operation }) => operation === 'balances.read');

export const spelledKeyHeaders = probe('key headers in another letter case', {
  // A service that does not know the header sees a missing key.
  mode: 'wrongKeys',
  minProfile: 'gate',
  send: async (service) =>
    service.each(spelledFor(service), async ({ operation, name }): Promise<Spelled> => {
      const example = exampleOf(service, operation);
      // The body is empty, so that it can create no order. The key is checked first.
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
      // If the usual spelling is refused too, the refusal has another reason.
      return { reply, usual: isRefused ? await ask('x-api-key') : reply };
    }),
});
