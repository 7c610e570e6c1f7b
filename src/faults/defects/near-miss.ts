import type { SeenRequest } from '#sandbox';
import { against, type Fault } from '../fault.ts';
import { sent, timesBefore, type When } from '../requests.ts';
import { breaking, changing, rewriting } from '../rewriting.ts';

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** A look-up that does not compare the last character. */
const beginsAlike = (one: string, other: string): boolean => isSame(one.slice(0, -1), other.slice(0, -1));

type Owned<Kept> = readonly { readonly owner: string; readonly record: Kept & { readonly id: string } }[];

const byBeginning = <Kept>(
  all: Owned<Kept>,
  { subaccountId, id }: { readonly subaccountId: string; readonly id: string },
): Owned<Kept>[number]['record'] | undefined =>
  all.find(({ owner, record }) => isSame(owner, subaccountId) && beginsAlike(record.id, id))?.record;

const lookUps = [
  ...against('individual-kyc.read/refuses-an-absent-customer', {
    'A person is looked up by the beginning of the id.': {
      individualKyc: { find: (all, id) => all.find(({ owner }) => beginsAlike(owner, id)) },
    },
  }),
  ...against('conversion.read/hides-what-is-absent', {
    'A conversion is looked up by the beginning of its id.': { conversion: { find: byBeginning } },
  }),
];

const offramp = changing('offramp.initiate');

const idByAmount = (id: string, { request }: { readonly request: Parameters<typeof sent>[0] }): unknown => {
  const { memory } = request.world;
  const like = `offramp of ${JSON.stringify([request.params.subaccountId, sent(request, 'from'), sent(request, 'to')])}`;
  const first = memory.get(like) ?? id;
  memory.set(like, first);
  return first;
};

const orders = [
  ...against('offramp.initiate/gives-each-order-its-own-id', {
    'An order that is like another in all but its reference gets its id.': offramp('id', idByAmount),
  }),
  ...against('offramp.initiate/echoes-the-amount', {
    'An amount is cut to two places.': offramp('from.amount', (it) => Number(it).toFixed(2)),
  }),
  ...against('offramp.initiate/echoes-the-reference', {
    'A reference of digits loses its zeros at the beginning.': offramp('client_offramp_reference', (it) =>
      it.replace(/^0+(?=\d+$)/, ''),
    ),
  }),
];

const isRepeated: When = (request) =>
  timesBefore(request, `reference ${JSON.stringify(sent(request, `client_${nounOf(request)}_reference`))}`) > 0;

const nounOf = ({ operation }: SeenRequest): string => String(operation).split('.', 1).join();

const repeated = (['onramp.initiate', 'offramp.initiate'] as const).flatMap((operation) =>
  against(`${operation}/survives-a-repeated-reference`, {
    'A reference that is there already breaks the service.': breaking({
      operation,
      status: 'success',
      when: isRepeated,
    }),
  }),
);

const kinds = [
  ...against('offramp.read/has-its-members', {
    'A failed offramp has no settlement where it is read.': rewriting(
      'offramp.read',
      '$.settlement',
      (value, { holder }) => (holder.status === 'failed' ? null : value),
    ),
  }),
];

/** Values that are taken for others from which they differ in one place, and a kind of record that is unlike all others. */
export const faults: readonly Fault[] = [...lookUps, ...orders, ...repeated, ...kinds];
