/** The contract in forms that other tools read: OpenAPI, JSON Schema, and a script for a shell. */

export { openApiDocument } from './openapi.ts';
export { recordNames, recordSchema } from './records.ts';
export { curlScript } from './requests.ts';
