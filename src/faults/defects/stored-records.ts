import type { RequirementId } from '#contract';
import { defaultPolicies, type PartialPolicies } from '#sandbox';
import { against, type Fault } from '../fault.ts';
import { answering, breaking, changing, otherId } from '../rewriting.ts';

const defaults = defaultPolicies;

/** Chooses the record that is shown, of all and of the one that would be right. */
type Choose = <R extends { readonly id: string }>(
  all: readonly { readonly owner: string; readonly record: R }[],
  wanted: { readonly id: string; readonly subaccountId: string },
  own: R | undefined,
) => R | undefined;

interface Stored {
  readonly operation: 'offramp.read' | 'withdrawal.read' | 'conversion.read';
  readonly noun: string;
  readonly one: string;
  readonly absent: RequirementId;
  readonly finding: (choose: Choose) => PartialPolicies;
}

interface ListedRecord extends Stored {
  readonly agrees: RequirementId;
}

const offramps: ListedRecord = {
  operation: 'offramp.read',
  noun: 'offramp',
  one: 'An offramp',
  absent: 'offramp.read/hides-what-is-absent',
  agrees: 'offramp.read/agrees-with-the-listing',
  finding: (choose) => ({
    offramp: {
      find: (store, wanted) => choose(store.offramps, wanted, defaults.offramp.find(store, wanted)),
    },
  }),
};

const withdrawals: Stored = {
  operation: 'withdrawal.read',
  noun: 'withdrawal',
  one: 'A withdrawal',
  absent: 'withdrawal.read/refuses-an-absent-withdrawal',
  finding: (choose) => ({
    withdrawal: { find: (all, wanted) => choose(all, wanted, defaults.withdrawal.find(all, wanted)) },
  }),
};

const conversions: ListedRecord = {
  operation: 'conversion.read',
  noun: 'conversion',
  one: 'A conversion',
  absent: 'conversion.read/hides-what-is-absent',
  agrees: 'conversion.read/agrees-with-the-listing',
  finding: (choose) => ({
    conversion: { find: (all, wanted) => choose(all, wanted, defaults.conversion.find(all, wanted)) },
  }),
};

const ofAll = ({ operation, noun, one, absent, finding }: Stored) => [
  ...against(`${operation}/returns-the-one-asked-for`, {
    'The id is an internal one.': changing(operation)('id', otherId),
    [`Another ${noun} is returned for any id.`]: finding(
      (all, { id }) => all.find(({ record }) => record.id !== id)?.record,
    ),
  }),
  ...against(absent, {
    [`An absent ${noun} is answered with the first one.`]: finding((all, _wanted, own) => own ?? all[0]?.record),
  }),
  ...against(`${operation}/keeps-to-its-subaccount`, {
    [`${one} is served under any subaccount.`]: finding(
      (all, { id }) => all.find(({ record }) => record.id === id)?.record,
    ),
    [`${one} is served under a subaccount that has none, or that does not exist.`]: finding(
      (all, { id, subaccountId }, own) =>
        own ??
        (all.some(({ owner }) => owner === subaccountId)
          ? undefined
          : all.find(({ record }) => record.id === id)?.record),
    ),
    [`${one} of another subaccount breaks the service.`]: breaking({ operation, status: 404 }),
  }),
];

const ofListed = ({ operation, noun, absent, agrees, finding }: ListedRecord) => [
  ...against(absent, {
    [`An absent ${noun} is answered 200 with null.`]: answering(
      { operation, status: 404 },
      { status: 200, body: null },
    ),
    [`An absent ${noun} breaks the service.`]: breaking({ operation, status: 404 }),
  }),
  ...against(agrees, {
    // A check of the first items alone would miss this.
    [`The oldest ${noun} is listed but cannot be read.`]: finding(([oldest], _wanted, own) =>
      own === oldest?.record ? undefined : own,
    ),
  }),
];

export const faults: readonly Fault[] = [
  ...[offramps, withdrawals, conversions].flatMap(ofAll),
  ...[offramps, conversions].flatMap(ofListed),
];
