/** The contract in forms that other tools read: OpenAPI and JSON Schema. */

export { openApiDocument } from './openapi.ts';
export { recordNames, recordSchema } from './records.ts';
