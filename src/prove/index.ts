// Proof that every check can fail, and that no allowed variation makes one fail. Probes and checks cannot see that
// they are being proved.

export type { Proof } from './proof.ts';
export type { ProofScope } from './prove.ts';
export { type Planned, type Proved, prove } from './prove.ts';
