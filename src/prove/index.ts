// Shows that every check can fail, and that a service that takes a variation which the document allows raises none. It hands probes
// and checks a transport and a world; neither can see that they are being proved.

export type { Proof } from './proof.ts';
export type { ProofScope } from './prove.ts';
export { type Planned, type Proved, prove } from './prove.ts';
