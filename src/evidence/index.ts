// The evidence of a run: replies with the reason for each request, and the facts known before the first of them.

export { isRecord } from '#schemas';
export * from './reading.ts';
export * from './reply.ts';
export {
  createKeys,
  createRoles,
  knownFacts,
  lacking,
  merged,
  notSet,
  type Roles,
  type SentSetting,
  type Setting,
  sentSetting,
  together,
  Untested,
} from './setting.ts';
