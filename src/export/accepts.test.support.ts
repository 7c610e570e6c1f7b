import { Ajv2020 } from 'ajv/dist/2020.js';
import { recordNames, recordOf, recordSchema } from './openapi.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const validators = new Map(recordNames.map((name) => [name, ajv.compile(recordSchema(name))]));

export const acceptsRecord = (ours: object, body: unknown): boolean => validators.get(recordOf(ours))?.(body) === true;
