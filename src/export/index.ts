// The contract in the forms of others: OpenAPI, JSON Schema, and a script of the valid requests.

export { curlScript } from './curl.ts';
export { type Examples, openApi } from './openapi.ts';
export { type ValidRequest, validRequests } from './requests.ts';
export { recordSchemas } from './schemas.ts';
