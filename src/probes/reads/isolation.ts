import { randomUUID } from 'node:crypto';
import { notServed } from '#attribution';
import type { OperationId, owned } from '#contract';
import { isRecord, type Reply, untested, valueAt, writtenIdOf } from '#evidence';
import { isServerError, isSuccess } from '#run';
import { walks } from '../listings/listing.ts';
import { accepted, orderRepliesOf } from '../orders/orders.ts';
import { isPlainest } from '../orders/valid-orders.ts';
import type { Service } from '../service.ts';
import { derive, ifAllowed, noReplies, perOperation, probe, type Source } from '../source.ts';
import { absent } from './absent.ts';
import { exampleOf, repliesOf } from './reads.ts';

type OwnedId = (typeof owned)[number];

const strangersOf = ({ roles }: Service): readonly string[] => {
  const unverified = roles.has('unverified') ? roles.unverified.slice(0, 1) : [];
  const ids = [roles.business, ...unverified, ...(roles.has('unbanked') ? [roles.unbanked] : []), randomUUID()];
  // One subaccount may have several roles.
  return [...new Set(ids)].filter((id) => id.toLowerCase() !== roles.subaccount.toLowerCase());
};

export const recordOfAnother = perOperation((operation: OwnedId) =>
  probe(`${operation.replace('.read', '')} of another subaccount`, {
    mode: 'reads',
    minProfile: 'gate',
    from: [repliesOf(operation)],
    send: async (service, own) => {
      if (!own.some(isSuccess)) throw notServed(operation);
      const example = exampleOf(service, operation);
      return service.each(strangersOf(service), (subaccountId) =>
        service.api.call(operation, { ...example, subaccountId }),
      );
    },
  }),
);

/** The business subaccount reads the record of the individual one, and vice versa. */
export const othersCreatedOfframp = probe('created offramp of another subaccount', {
  mode: 'reads',
  minProfile: 'gate',
  from: [accepted('offramp.initiate')],
  send: async ({ api, roles, each }, created) => {
    const pairs = [
      [roles.individual, roles.business],
      [roles.business, roles.individual],
    ] as const;
    const inputs = pairs.flatMap(([owner, subaccountId]) => {
      const own = created.find(({ request }) => request.input.subaccountId === owner);
      return own ? [{ subaccountId, offrampId: writtenIdOf(own) }] : [];
    });
    return each(inputs, (input) => api.readOfframp(input));
  },
});

export const businessConversion = probe('conversion of the business', {
  mode: 'reads',
  minProfile: 'gate',
  from: [walks('conversion.list')],
  send: async ({ api, roles }, owners) => {
    const own = owners.find(({ owner }) => owner === roles.business);
    const [item] = own?.pages.flatMap(({ items }) => items) ?? [];
    const conversionId = valueAt(item, 'id');
    if (typeof conversionId !== 'string') throw untested('FEW_ITEMS', 'the business lists no conversion');
    return [await api.readConversion({ subaccountId: roles.individual, conversionId })];
  },
});

export const onrampAsOfframp = probe('onramp read as an offramp', {
  mode: 'reads',
  minProfile: 'gate',
  from: [orderRepliesOf('onramp.initiate', isPlainest)],
  send: async ({ api, roles }, [onramp]) => [
    await api.readOfframp({ subaccountId: roles.subaccount, offrampId: writtenIdOf(onramp) }),
  ],
});

/** Any other refusal has another reason. */
const isOfAbsence = (reply: Reply): boolean =>
  reply.status === 404 || isServerError(reply) || (isSuccess(reply) && isNothing(reply.body));

const isNothing = (body: unknown): boolean =>
  body === undefined || body === null || (isRecord(body) && Object.keys(body).length === 0);

export const businessAsIndividual = probe('individual KYC of a business', {
  mode: 'reads',
  minProfile: 'gate',
  send: async ({ api, roles }) => [await api.readIndividualKyc({ subaccountId: roles.business })],
});

export const individualAsBusiness = probe('business KYC of an individual', {
  mode: 'reads',
  minProfile: 'gate',
  send: async ({ api, roles }) => [await api.readBusinessKyc({ subaccountId: roles.individual })],
});

const seenElsewhere: Readonly<Partial<Record<OperationId, Source<readonly Reply[]>>>> = {
  'individual-kyc.read': businessAsIndividual,
  'business-kyc.read': individualAsBusiness,
};

/** Absent for every subaccount, or only for some. */
export const absences = (operation: OperationId): Source<readonly Reply[]> =>
  derive([absent(operation), ifAllowed(seenElsewhere[operation] ?? noReplies)], (plain, elsewhere) => [
    ...plain,
    ...elsewhere.filter(isOfAbsence),
  ]);
