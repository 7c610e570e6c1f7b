// The embedded reference service: a second witness, written from the document alone. It keeps every promise, unless
// it is started with faults and a request asks for one. It imports fastify, undici's dispatcher and nothing of this project.

export type { OperationId } from './endpoints.ts';
export { memorySandbox } from './memory.ts';
export { defaultPolicies, type PartialPolicies, type Policies } from './policies.ts';
export { sandboxKeys } from './seeded-settings.ts';
export { type Sandbox, startSandbox } from './server.ts';
export type { Fault, FaultFinder, Hook, SeenRequest, ServedWorld, WireReply } from './wire.ts';
