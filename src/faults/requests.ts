import { defaultPolicies, type PartialPolicies, type Policies, type SeenRequest } from '#sandbox';
import { isRecord, isUuid } from '#schemas';

export { isUuid };

export type When = (request: SeenRequest) => boolean;

/** The key of a request; empty if it has none. */
export const keyOf = ({ headers }: SeenRequest): string => String(headers['x-api-key'] ?? '');

/** The sent value at a dotted path: `amount`, `to.payment_rail`. */
export const sent = ({ body }: SeenRequest, path: string): unknown =>
  path.split('.').reduce<unknown>((holder, name) => (isRecord(holder) ? holder[name] : undefined), body);

export const amountOf = (request: SeenRequest): unknown => sent(request, 'amount') ?? sent(request, 'from.amount');

export const isInCents: When = (request) => {
  const amount = amountOf(request);
  return typeof amount === 'number' && !Number.isInteger(amount);
};

/** True if the sent value at a dotted path is `value`: `currency`, `to.payment_rail`. */
export const has =
  (path: string, value: string): When =>
  (request) =>
    sent(request, path) === value;

export const isAsset = (asset: string): When => has('to.asset', asset);

export const isOver = (rail: string): When => has('to.payment_rail', rail);

/** The second seeded subaccount is a business. */
export const isOfBusiness: When = ({ params }) => (params.subaccountId ?? '').startsWith('5eed0a02');

type Find = Policies['recipient']['find'];

/** Only some subaccounts find these recipients. */
export const owning = (
  isFound: (recipient: Parameters<Find>[0][number], isOfTheBusiness: boolean) => boolean,
): PartialPolicies => ({
  recipient: {
    find: (all, id, subaccountId) =>
      defaultPolicies.recipient.find(
        all.filter((one) => isFound(one, subaccountId.startsWith('5eed0a02'))),
        id,
        subaccountId,
      ),
  },
});

export const isOfUnverified: When = ({ params }) => /^5eed0a0[35]/.test(params.subaccountId ?? '');

export const isOfNobody: When = ({ params }) => !isSeeded(params.subaccountId);

export const isToNamed: When = (request) => String(sent(request, 'to.recipient_id')).startsWith('5eed0c04');

export const isSeeded = (id = ''): boolean => id.startsWith('5eed');

/** How often this happened before on the same sandbox, for faults that change their behaviour. */
export function timesBefore({ world }: SeenRequest, what: string): number {
  const before = Number(world.memory.get(what) ?? 0);
  world.memory.set(what, before + 1);
  return before;
}
