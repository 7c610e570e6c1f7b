import type { CheckOutcome } from '#harness';

/** A requirement keeps this many faults, although fewer may show the same cases. */
const minFaults = 5;

export type CasesOfFaults = ReadonlyMap<string, ReadonlySet<string>>;

/** The probes and cases in which a check noticed a fault. */
export const casesOf = ({ findings }: CheckOutcome): ReadonlySet<string> =>
  new Set(
    findings.map(({ shownBy }) => {
      const { probe, case: name = '' } = shownBy?.request.purpose ?? { probe: 'no reply' };
      return `${probe}: ${name}`;
    }),
  );

/**
 * Faults that a requirement can spare: others show all their cases, and a check that notices one of these others by its
 * cases notices them too.
 */
export const surplusOf = (noticed: CasesOfFaults): readonly string[] => {
  const kept = new Map(noticed);
  for (const [id, cases] of noticed) {
    const others = [...kept].filter(([other]) => other !== id).map(([, its]) => its);
    const isImplied = others.some((its) => [...its].every((one) => cases.has(one)));
    const isShown = [...cases].every((one) => others.some((its) => its.has(one)));
    if (others.length >= minFaults && isImplied && isShown) kept.delete(id);
  }
  return [...noticed.keys()].filter((id) => !kept.has(id));
};
