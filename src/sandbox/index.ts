// The embedded reference service, written from the document alone. It keeps every promise unless a fault changes it.

export type { OperationId } from './endpoints.ts';
export { memorySandbox, replyAsShipped } from './memory.ts';
export { defaultPolicies, type PartialPolicies, type Policies } from './policies.ts';
export { sandboxKeys } from './seeded-settings.ts';
export { type Sandbox, startSandbox } from './server.ts';
export type { Fault, FaultFinder, Hook, SeenRequest, ServedWorld, WireReply } from './wire.ts';
