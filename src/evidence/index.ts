// The evidence of a run: replies with the reason for each request, and the facts known before the first of them.

export { isRecord } from '#schemas';
export * from './reading.ts';
export * from './reply.ts';
export { createKeys, createRoles, knownFacts, type Roles, type Setting } from './setting.ts';
export { lacking, merged, notSet, together, Untested } from './untested.ts';
