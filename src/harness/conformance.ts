import type { Api, Credential } from '#client';
import type { OperationId, OrderMaterial, ProbedFacts } from '#contract';
import type { Expect } from './expect.ts';
import type { ForSequences } from './model.ts';
import type { ForAll } from './property.ts';
import type { Roles } from './roles.ts';

/** What a test works with. */
export interface Conformance {
  /** One method per operation, with the full key. */
  readonly api: Api;
  /** The same operations with another credential. */
  readonly as: (credential: Credential) => Api;
  readonly keys: {
    readonly full: string;
    readonly restricted: string;
    /** Valid keys besides the full one, as many as there are. */
    readonly others: readonly string[];
  };
  readonly expect: Expect;
  readonly forAll: ForAll;
  readonly forSequences: ForSequences;
  readonly roles: Roles;
  readonly order: OrderMaterial;
  readonly facts: ProbedFacts;
  /** Whether nothing else acts on the account, so that what is there can be counted. */
  readonly quiet: boolean;
  /** Makes the test untested unless nothing else acts on the account. */
  readonly demandQuiet: () => void;
  /** Whether one example of an operation stands for all its records: the first look for a fault, which mostly shows it. */
  readonly brief: boolean;
  /** These cases; the first of them alone beside a variation, where only a false alarm could show. */
  readonly few: <T>(cases: readonly T[]) => readonly T[];
  /** Of these operations those that this run is about: all of them, save beside a fault or variation that leaves some untouched. */
  readonly among: <Id extends OperationId>(operations: readonly Id[]) => readonly Id[];
  /** Does once what several tests judge: the first call makes it, with what it is given, and the others get the same. */
  readonly recall: <T>(name: string, make: (t: Conformance) => Promise<T>) => Promise<T>;
  /** Records a fact that the document leaves open. */
  readonly observe: (situation: string, fact: string | number, of: Observed) => void;
  /** Ends the test as untested: the claim cannot be put to this service. */
  readonly cannot: (reason: string) => never;
}

interface Observed {
  readonly operation: OperationId;
  /** Another run need not meet it, so that no baseline is to hold it. */
  readonly byChance?: boolean;
}
