import { type RequirementId, requirements } from '#contract';
import { faults, variations } from '#faults';
import type { ProofScope } from '#prove';
import type { Settings } from '#target';
import { reportsFolder } from '../call.ts';
import { type CallOf, Refused } from '../command.ts';
import type { proveOptions } from '../settings/options.ts';
import { isSelectable, selectRequirements } from '../settings/selection.ts';
import type { Interruption } from '../terminal/interruption.ts';
import { notA } from '../terminal/printable.ts';

export type ProofCall = CallOf<typeof proveOptions>;

export interface CalledProof {
  readonly call: ProofCall;
  readonly choices: ProofChoices;
  readonly settings: Settings;
  readonly interruption: Interruption;
}

export interface ProofChoices {
  readonly scope: ProofScope;
  readonly seed: number;
  readonly directory: string;
}

const catalogued = new Map([...faults, ...variations].map((it) => [it.id, it]));

/** Requirements that must notice a fault; all of them must pass with a variation. */
const concerned = (id: string): readonly RequirementId[] =>
  faults.find((fault) => fault.id === id)?.requirements ?? requirements.map((requirement) => requirement.id);

const refusalOf = (text: string): Refused => {
  const names = [...catalogued.keys(), ...requirements.map(({ id }) => id)];
  return new Refused(`--only ${notA(text, 'endpoint, requirement, tag, fault or variation', names)}`);
};

export const scopeOf = (texts: readonly string[]): ProofScope => {
  if (texts.length === 0) return { requirements: new Set(requirements.map(({ id }) => id)) };
  const ids = texts.filter((text) => catalogued.has(text));
  const others = texts.filter((text) => !catalogued.has(text));
  const unknown = others.find((text) => !isSelectable(text));
  if (unknown !== undefined) throw refusalOf(unknown);
  const asked = others.length > 0 ? selectRequirements(others) : new Set(ids.flatMap(concerned));
  return { requirements: asked, ...(ids.length > 0 ? { catalogued: new Set(ids) } : {}) };
};

export const proofChoices = (call: ProofCall): ProofChoices => {
  const { options, typed } = call;
  // Not that of runs, which the configuration file may have drawn anew each time.
  const seed = typed.has('seed') ? options.seed : undefined;
  if (seed !== undefined && !/^\d{1,9}$/.test(seed)) throw new Refused('--seed must be a whole number, such as 42');
  return {
    scope: scopeOf(options.only),
    // The same cases each time: whether a proof holds must not be left to chance.
    seed: Number(seed ?? 1),
    directory: reportsFolder(call),
  };
};
