/** The contract in forms that other tools read: OpenAPI and JSON Schema. */

export { openApiDocument, recordNames, recordSchema } from './openapi.ts';
