// Differences between two runs themselves, and the facts that each can move.
import { type OperationId, operationIds, orderIds } from '#contract';
import { orderVariables, profiles, roleVariables } from '#run';
import type { FactPair, Material } from './aspect.ts';
import { aspectOf } from './aspects.ts';
import { type EndpointFacts, type FactPart, type Facts, serviceName, type Value, without } from './fact.ts';
import { textOf } from './written.ts';

/** A setting, permission or depth in which two runs differ. */
export interface RunDifference {
  /** `RAMP_AMOUNT`, `profile`, `--only`. */
  readonly name: string;
  /** Undefined if it was not set. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** The run that could see more; undefined if each run could see something else. */
  readonly wider?: 'before' | 'after' | undefined;
  /** The affected endpoints, if the name does not show them. */
  readonly at?: readonly string[] | undefined;
}

const depth = ['profile', '--only', 'interrupted', 'without a result'] as const;

/** Where an order is visible: where it is placed, where it is read, and in the balances. */
const showingOrders: readonly OperationId[] = [...orderIds, 'balances.read', 'offramp.list', 'offramp.read'];
const offramps: readonly OperationId[] = ['offramp.initiate', 'offramp.list', 'offramp.read'];
const paidOut: readonly OperationId[] = [...offramps, 'lightning-offramp.initiate'];
const notOfOne: readonly OperationId[] = ['balances.read', 'taxonomy.list'];

interface Reach {
  readonly at: readonly string[];
  readonly material?: Material;
}

const except = (...ids: readonly OperationId[]): readonly string[] => [
  serviceName,
  ...operationIds.filter((id) => !ids.includes(id)),
];

const roleReach: { readonly [Role in keyof typeof roleVariables]: readonly string[] } = {
  individual: except(...notOfOne, 'business-kyc.read'),
  business: except(...notOfOne, 'individual-kyc.read'),
  unverified: ['subaccount.read', 'individual-kyc.read', 'business-kyc.read', ...orderIds],
  unbanked: ['subaccount.read', ...orderIds],
  unverifiedRecipient: paidOut,
  usdRecipient: paidOut,
  localRecipient: offramps,
  namedRecipient: offramps,
  incompleteNamedRecipients: ['offramp.initiate'],
  lightningRecipient: ['lightning-offramp.initiate'],
  withdrawal: ['withdrawal.read'],
  offramps: ['offramp.read'],
  conversions: ['conversion.read'],
};

const onramps: Reach = { at: ['onramp.initiate'], material: 'order' };
const ofOfframps: Reach = { at: offramps, material: 'order' };
const deposits: Reach = { at: ['deposit.simulate', 'balances.read'], material: 'order' };

const orderReach: { readonly [Member in keyof typeof orderVariables]: Reach } = {
  onrampCurrency: { at: ['onramp.initiate', ...deposits.at], material: 'order' },
  onrampChain: onramps,
  onrampAddress: onramps,
  lightningChain: onramps,
  lightningAddress: onramps,
  depositAccountNumber: deposits,
  unverifiedAccountNumber: deposits,
  offrampChain: ofOfframps,
  offrampAsset: ofOfframps,
  offrampSenderAddress: ofOfframps,
  localCurrency: ofOfframps,
  amount: { at: showingOrders, material: 'amount' },
  amounts: { at: showingOrders, material: 'amount' },
  taxonomyCurrencies: { at: ['taxonomy.list'], material: 'currencies' },
};

const everywhere: Reach = { at: [serviceName, ...operationIds] };

const reaches: ReadonlyMap<string, Reach> = new Map<string, Reach>([
  ...depth.map((name) => [name, everywhere] as const),
  ...Object.entries(roleVariables).map(
    ([role, variable]) => [variable, { at: roleReach[role as keyof typeof roleReach] }] as const,
  ),
  ...Object.entries(orderVariables).map(
    ([member, { variable }]) => [variable, orderReach[member as keyof typeof orderReach]] as const,
  ),
  ['money', { at: showingOrders }],
  ['GET only', { at: showingOrders }],
  ['quiet account', { at: showingOrders, material: 'quiet account' }],
]);

export const reachOf = (name: string): readonly string[] => (reaches.get(name) ?? everywhere).at;

const isPartOf = (one: FactPart, all: readonly FactPart[]): boolean =>
  all.some((other) => other.form === one.form && without(one.names ?? [], other.names ?? []).length === 0);

const isWithin = (narrow: Value | undefined, wide: Value | undefined): boolean => {
  if (narrow === undefined || wide === undefined) return narrow === undefined;
  const isRarer = narrow.presence === 'opt' && wide.presence !== 'opt';
  return !isRarer && narrow.parts.every((part) => isPartOf(part, wide.parts));
};

const isOrderEndpoint = (endpoint: string): boolean => orderIds.some((id) => id === endpoint);

/** A shorter run places only some orders, shifted by the seed, so it may place an order that a longer run does not. */
const isByTurns = ({ name }: RunDifference, { endpoint, before, after }: FactPair, wider: 'before' | 'after') =>
  name === 'profile' && isOrderEndpoint(endpoint) && (wider === 'before' ? before : after) === undefined;

const isMovedBy = (pair: FactPair, difference: RunDifference): boolean => {
  const reach = reaches.get(difference.name) ?? everywhere;
  if (!(difference.at ?? reach.at).includes(pair.endpoint)) return false;
  const { before, after, fact } = pair;
  const { wider } = difference;
  // The number of observed amounts decides the most decimal places.
  if (fact.aspect === 'places' && depth.some((name) => name === difference.name)) return true;
  if (wider !== undefined) {
    const [narrow, wide] = wider === 'after' ? [before, after] : [after, before];
    const isOfDepth = depth.some((name) => name === difference.name);
    if (isOfDepth && aspectOf(fact).isWhole) return narrow === undefined;
    return isWithin(narrow, wide) || isByTurns(difference, pair, wider);
  }
  return reach.material !== undefined && (aspectOf(fact).movedBy?.(pair) ?? []).includes(reach.material);
};

export const movedBy = (pair: FactPair, differences: readonly RunDifference[]): readonly RunDifference[] =>
  differences.filter((difference) => isMovedBy(pair, difference));

/** One run could see less, at these endpoints or everywhere. */
export const lessIn = (name: string, side: 'before' | 'after', at?: readonly string[]): RunDifference => ({
  name,
  [side]: 'yes',
  wider: side === 'before' ? 'after' : 'before',
  ...(at && { at }),
});

const settingsIn = (service: EndpointFacts | undefined): ReadonlyMap<string, string> =>
  new Map(
    [...(service?.values() ?? [])]
      .filter(({ aspect }) => aspect === 'settings')
      .map(({ of: [name = ''], value, aspect }) => [name, textOf(value, aspect)]),
  );

const depths: readonly string[] = profiles;

const widerOf = (name: string, before: string | undefined, after: string | undefined): RunDifference['wider'] => {
  if (name === 'profile') return depths.indexOf(before ?? '') > depths.indexOf(after ?? '') ? 'before' : 'after';
  if (name === orderVariables.taxonomyCurrencies.variable) {
    const [old, now] = [before, after].map((text) => text?.split(', ') ?? []);
    if (without(old ?? [], now ?? []).length === 0) return 'after';
    return without(now ?? [], old ?? []).length === 0 ? 'before' : undefined;
  }
  // Without amounts of their own, all orders have the amount of `RAMP_AMOUNT`.
  if (name === orderVariables.amounts.variable) return undefined;
  if (before === undefined) return 'after';
  return after === undefined ? 'before' : undefined;
};

const differenceOf = (name: string, before: string | undefined, after: string | undefined): readonly RunDifference[] =>
  before === after ? [] : [{ name, before, after, wider: widerOf(name, before, after) }];

/** None for a run without settings. */
export const settingDifferences = (old: Facts, now: Facts): readonly RunDifference[] => {
  const [before, after] = [settingsIn(old[serviceName]), settingsIn(now[serviceName])];
  if (before.size === 0 || after.size === 0) return [];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) =>
    differenceOf(name, before.get(name), after.get(name)),
  );
};
