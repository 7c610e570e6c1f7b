/** The terms of a run: target, plan, settings by name, and results. */

export { creditedIn, depositEffects, isCreditedLess, isWithoutShare } from './deposit-effect.ts';
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
