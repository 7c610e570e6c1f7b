// The facts of a run: observations of its replies, merged over all tests.
import { type OperationId, operationIds } from '#contract';
import type { ObservedFact, ProbedFacts, Profile, TestReport } from '#run';
import { isPassingStatus } from './answers.ts';
import { type CountedForm, type Counts, countOf } from './aspect.ts';
import { aspectOf, kindNames } from './aspects.ts';
import { anyOf, type EndpointFacts, type Facts, isAlike, type ServiceFact, serviceName, type Value } from './fact.ts';
import { limitFacts, probedFacts } from './listings.ts';
import { isHidden } from './members.ts';
import { endpointFacts, keyOf } from './written.ts';

const observationsIn = ({ observations }: TestReport): ObservedFact[] =>
  observations
    .filter(({ drawn }) => drawn === undefined)
    .map(({ operation, situation, fact }) => ({
      operation,
      aspect: 'observed',
      of: [situation],
      form: fact,
      times: 1,
    }));

interface Merging {
  readonly fact: ObservedFact;
  readonly counts: Map<string, CountedForm>;
}

const shownAs = (fact: ObservedFact, shown: ReadonlySet<string>): ObservedFact => {
  const { plain, of, form } = fact;
  if (plain === undefined || !shown.has(plain)) return fact;
  const [path = ''] = of;
  if (isHidden(fact)) return { ...fact, of: [path.replace(/hidden-[\da-f]{4}$/, () => plain)] };
  return { ...fact, form: form === 'object' ? form : 'enum', name: plain };
};

const shownTerms = (reports: readonly TestReport[]): ReadonlySet<string> => {
  const terms = reports.flatMap(({ observedTerms }) => observedTerms ?? []);
  const personal = new Set(terms.flatMap((each) => each.personal));
  return new Set(terms.flatMap(({ shown }) => shown).filter((term) => !personal.has(term)));
};

const countAll = (observed: readonly ObservedFact[]): ReadonlyMap<OperationId, ReadonlyMap<string, Merging>> => {
  const all = new Map<OperationId, Map<string, Merging>>();
  for (const fact of observed) {
    const { operation, form, name } = fact;
    const own = all.get(operation) ?? new Map<string, Merging>();
    const key = keyOf(fact);
    const { counts } = own.get(key) ?? { counts: new Map<string, CountedForm>() };
    const as = name === undefined ? form : `${form}:${name}`;
    counts.set(as, { form, name, times: (counts.get(as)?.times ?? 0) + fact.times });
    all.set(operation, own.set(key, { fact, counts }));
  }
  return all;
};

const alternatives = (counts: Counts): Value => anyOf(...[...counts.values()].map(({ form }) => form).sort());

/** A name that only some records have may be personal data, so it is not kept. */
const isKept = (operation: string, { value: { presence }, ...fact }: ServiceFact, isNamed: boolean): boolean =>
  !(isHidden(fact) || isNamed) || presence === 'req' || (presence === 'seen' && isAlike(operation, fact));

const factsIn = (operation: OperationId, merging: ReadonlyMap<string, Merging>): readonly ServiceFact[] => {
  const observed = new Map([...merging].map(([key, { counts }]) => [key, counts]));
  return [...merging.values()].flatMap(({ fact, counts }): ServiceFact[] => {
    const { aspect, of, status } = fact;
    if (status !== undefined && isPassingStatus(status) && countOf(counts) < 2) return [];
    const { merge } = aspectOf(fact);
    const value = merge ? merge(counts, observed, fact) : alternatives(counts);
    if (value === undefined) return [];
    const made = { aspect, of, status, value };
    const isNamed = fact.plain !== undefined && aspect === 'member' && of[0]?.endsWith(`.${fact.plain}`) === true;
    return isKept(operation, made, isNamed) ? [made] : [];
  });
};

/** Settings that decide how much a run sees. They are facts of the run, because they explain other facts. */
type Given = Readonly<Record<string, string>> & { readonly profile: Profile };

const settingFacts = (given: Given): readonly ServiceFact[] =>
  Object.entries(given).map(([name, text]) => ({ aspect: 'settings', of: [name], value: anyOf(text) }));

export function factsOf(reports: readonly TestReport[], probed: ProbedFacts, given?: Given): Facts {
  const shown = shownTerms(reports);
  const observed = reports.flatMap(({ observedFacts = [] }) => observedFacts.map((fact) => shownAs(fact, shown)));
  const all = countAll([...observed, ...reports.flatMap(observationsIn)]);
  const facts: Record<string, EndpointFacts> = {};
  for (const operation of operationIds) {
    const own = all.get(operation);
    if (own !== undefined)
      facts[operation] = endpointFacts([...factsIn(operation, own), ...limitFacts(probed, operation)]);
  }
  if (all.size === 0) return facts;
  const ofService: readonly ServiceFact[] = [
    { aspect: 'kinds of facts', of: [], value: anyOf(...kindNames) },
    ...probedFacts(probed),
    ...(given ? settingFacts(given) : []),
  ];
  return { ...facts, [serviceName]: endpointFacts(ofService) };
}
