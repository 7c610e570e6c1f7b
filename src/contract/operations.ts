import { balancesOperations } from './balances.ts';
import { businessKycOperations } from './business-kyc.ts';
import { conversionOperations } from './conversion.ts';
import { depositOperations } from './deposit.ts';
import { individualKycOperations } from './individual-kyc.ts';
import { lightningOfframpOperations } from './lightning-offramp.ts';
import { offrampOperations } from './offramp.ts';
import { onrampOperations } from './onramp.ts';
import type { InputOf, Operation } from './operation.ts';
import { subaccountOperations } from './subaccount.ts';
import { taxonomyOperations } from './taxonomy.ts';
import { withdrawalOperations } from './withdrawal.ts';

/** The document's table of endpoints. */
export const operations = {
  ...subaccountOperations,
  ...individualKycOperations,
  ...businessKycOperations,
  ...balancesOperations,
  ...depositOperations,
  ...onrampOperations,
  ...offrampOperations,
  ...lightningOfframpOperations,
  ...withdrawalOperations,
  ...conversionOperations,
  ...taxonomyOperations,
} as const satisfies Readonly<Record<string, Operation>>;

export type Operations = typeof operations;
export type OperationId = keyof Operations;
export type Input<Id extends OperationId> = InputOf<Operations[Id]>;

/** Ids in the order of the document's table. */
export const operationIds = Object.keys(operations) as readonly OperationId[];

/** The same table without the literal types, for code that walks all of it. */
export const operationOf = (id: OperationId): Operation => operations[id];
