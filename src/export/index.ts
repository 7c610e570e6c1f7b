/** The contract in other formats: OpenAPI and JSON Schema. */

export { openApiDocument, recordNames, recordSchema } from './openapi.ts';
