import { rails } from '#contract';
import { defaultPolicies, type Policies } from '#sandbox';

type Rules = Policies['rails'];
export type Terms = Parameters<Rules['judge']>[0];

const right = defaultPolicies.rails;

/** Refuses or accepts some terms otherwise than promised. */
const judging = (when: (terms: Terms) => boolean, verdict: string | undefined) => ({
  policies: { rails: { judge: (terms: Terms) => (when(terms) ? verdict : right.judge(terms)) } },
});

export const refusing = (when: (terms: Terms) => boolean) => judging(when, 'This rail is not available');
export const accepting = (when: (terms: Terms) => boolean) => judging(when, undefined);

export const isPlainDollars = ({ named, currency }: Terms): boolean => !named && currency === 'USD';

export const isUnknown = ({ rail }: Terms): boolean =>
  rail !== undefined && !rails.some((known) => known === rail);
