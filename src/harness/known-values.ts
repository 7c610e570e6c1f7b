import { type OrderMaterial, type RoleIds, roleOf, roleVariables, type Target } from '#contract';
import { isRecord } from '#evidence';
import { isUuid } from '#schemas';
import type { Known } from './shell.ts';

/** The part of a target whose values must not stand in a report. */
export type Holder = Pick<Target, 'keys' | 'roles' | 'order' | 'network'>;

const materialVariables = {
  depositAccountNumber: 'RAMP_DEPOSIT_ACCOUNT_NUMBER',
  unverifiedAccountNumber: 'RAMP_UNVERIFIED_ACCOUNT_NUMBER',
  onrampAddress: 'RAMP_ONRAMP_ADDRESS',
  lightningAddress: 'RAMP_LIGHTNING_ADDRESS',
  offrampSenderAddress: 'RAMP_OFFRAMP_SENDER_ADDRESS',
} as const satisfies Partial<Record<keyof OrderMaterial, string>>;

const expansionOf = (variable: string, at: number, of: number): string =>
  of === 1 ? `$${variable}` : `$(echo "$${variable}" | cut -d, -f${at + 1})`;

const idsOf = (roles: RoleIds): readonly Known[] =>
  Object.entries(roleVariables).flatMap(([role, variable]) => {
    const ids = [roles[role as keyof RoleIds] ?? []].flat();
    // Of those that were discovered any one does.
    const several = role === 'offramps' || role === 'conversions' ? 1 : ids.length;
    return ids.map((value, at) => ({ value, shell: expansionOf(variable, at, several) }));
  });

/** A default stands in the documentation, and a user who has not set the variable has no value for it. */
const accountsOf = (order: OrderMaterial): readonly Known[] =>
  Object.entries(materialVariables).flatMap(([member, variable]) => {
    const value = order[member as keyof typeof materialVariables];
    return value === undefined || order.guessed.includes(variable) ? [] : [{ value, shell: `$${variable}` }];
  });

/** Records of the service that no setting names: any other of the kind does. */
export const variableFor = (parameter: string): string => roleVariables[roleOf(parameter)];

const isReference = (name: string): boolean => name.endsWith('reference');

/** A service may remember a reference, so that each time is given another. */
export const referencesIn = (body: unknown): readonly Known[] =>
  Object.entries(isRecord(body) ? body : {}).flatMap(([name, value]) =>
    isReference(name) && typeof value === 'string' && isUuid(value)
      ? [{ value, shell: 'c0ffee00-0000-4000-8000-00$(date +%s)' }]
      : [],
  );

export const withoutReferences = (body: unknown): unknown =>
  isRecord(body) ? Object.fromEntries(Object.entries(body).filter(([name]) => !isReference(name))) : body;

export const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

export const settingsOf = ({ roles, order }: Holder): readonly Known[] => [
  ...idsOf(roles),
  ...accountsOf(order),
];
