/** The words of a run: its target and plan, its settings by name, and what it found. */

export {
  type AspectName,
  type FactSubject,
  type ObservedFact,
  type ObservedTerms,
  termAspects,
} from './observed-fact.ts';
export * from './outcome.ts';
export * from './plan.ts';
export * from './reason.ts';
export { shellLine, shellWord } from './shell-line.ts';
export * from './status.ts';
export * from './target.ts';
export * from './variables.ts';
