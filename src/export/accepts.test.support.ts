import { Ajv2020 } from 'ajv/dist/2020.js';
import { type OperationId, operationOf } from '#contract';
import { recordNames, recordOf, recordSchema } from './records.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const validators = new Map(recordNames.map((name) => [name, ajv.compile(recordSchema(name))]));

export const schemaOf = (operation: OperationId) => {
  const { success } = operationOf(operation);
  if (success === null) throw new Error(`${operation} answers without a record`);
  return success;
};

/** True where the exported schema of an operation's record takes the body. */
export const acceptsRecord = (operation: OperationId, body: unknown): boolean =>
  validators.get(recordOf(schemaOf(operation)))?.(body) === true;
