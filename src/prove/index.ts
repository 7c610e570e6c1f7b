// Proves that every check can fail, and that no allowed variation makes a check fail. Probes and checks cannot see that
// they run in a proof.

export type { Proof } from './proof.ts';
export type { ProofScope } from './prove.ts';
export { type Planned, type Proved, prove } from './prove.ts';
