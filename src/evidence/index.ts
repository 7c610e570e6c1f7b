// The evidence of a run: replies, the reason for each request, and facts known before the first request.

export { isRecord } from '#schemas';
export * from './reading.ts';
export * from './reply.ts';
export {
  createKeys,
  createRoles,
  knownFacts,
  type Roles,
  type SentSetting,
  type Setting,
  sentSetting,
} from './setting.ts';
export * from './untested.ts';
