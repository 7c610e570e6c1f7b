import { operationIds, operationOf } from '#contract';

const variables: Readonly<Record<string, string>> = {
  subaccountId: 'RAMP_INDIVIDUAL_SUBACCOUNT_ID',
  withdrawalId: 'RAMP_WITHDRAWAL_ID',
  offrampId: 'RAMP_OFFRAMP_ID',
  conversionId: 'RAMP_CONVERSION_ID',
  currency: 'RAMP_LOCAL_RECIPIENT_CURRENCY',
};

const variableFor = (operation: string, parameter: string): string =>
  operation === 'business-kyc.read' ? 'RAMP_BUSINESS_SUBACCOUNT_ID' : (variables[parameter] ?? parameter);

/**
 * A line for a shell that asks the same endpoint by hand: the settings by their variables, never a value. None where
 * the request moves money.
 */
export const curlOf = (operation: string): string | undefined => {
  const id = operationIds.find((known) => known === operation);
  if (id === undefined || operationOf(id).movesMoney) return undefined;
  const path = operationOf(id).path.replace(/\{(\w+)\}/g, (_, name: string) => `$${variableFor(id, name)}`);
  return `curl -sS -H "x-api-key: $RAMP_API_KEY" "$RAMP_BASE_URL${path}"`;
};
