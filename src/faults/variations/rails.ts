import { rails } from '#contract';
import { defaultPolicies, type Policies } from '#sandbox';
import type { Variation } from '../planted.ts';
import { oneFor, sharing } from './hook.ts';

type Judge = Policies['rails']['judge'];
type Terms = Parameters<Judge>[0];

/** Judges the terms, or hands them on, perhaps changed. */
type RailsJudge = (terms: Terms, otherwise: Judge) => string | undefined;

const isListed = (rail: string | undefined): boolean => rails.some((listed) => listed === rail);

const isPlainDollars = ({ named, currency }: Terms): boolean => !named && currency === 'USD';

const freedoms = {
  'named-without-a-rail-is-refused': {
    sentence: 'A named withdrawal that names no rail is refused.',
    replies: 'successes',
    judge: (terms, otherwise) =>
      terms.named && terms.rail === undefined ? 'A named withdrawal must name a rail' : otherwise(terms),
  },
  'rail-on-another-currency-is-ignored': {
    sentence: 'A rail on a currency other than US dollars is accepted and means nothing.',
    replies: [400],
    judge: (terms, otherwise) => {
      const ignored = !terms.named && terms.currency !== 'USD' && isListed(terms.rail);
      return otherwise(ignored ? { ...terms, rail: undefined } : terms);
    },
  },
  'rtp-is-out-of-service': {
    sentence: 'RTP is refused for a plain recipient too.',
    replies: 'successes',
    judge: (terms, otherwise) =>
      isPlainDollars(terms) && terms.rail === 'RTP' ? 'RTP does not reach this bank' : otherwise(terms),
  },
  'rails-in-any-case': {
    sentence: 'A rail is known in lower case as well.',
    replies: [400],
    judge: (terms, otherwise) => {
      const upper = terms.rail?.toUpperCase();
      return otherwise(isListed(upper) ? { ...terms, rail: upper } : terms);
    },
  },
  'currencies-in-any-case': {
    sentence: 'A currency is known in lower case as well; a named withdrawal keeps its rules.',
    replies: [400],
    judge: (terms, otherwise) => otherwise({ ...terms, currency: terms.currency.toUpperCase() }),
  },
  'unlisted-rails-are-known': {
    sentence: 'Rails that the document does not show are accepted for a plain recipient.',
    replies: [400],
    judge: (terms, otherwise) => {
      const known = isPlainDollars(terms) && ['SEPA', 'FEDNOW', 'CHAPS', 'FPS'].includes(terms.rail ?? '');
      return otherwise(known ? { ...terms, rail: undefined } : terms);
    },
  },
  'nonsense-is-ignored': {
    sentence: 'A rail that is no rail is ignored for a plain recipient.',
    replies: [400],
    judge: (terms, otherwise) => {
      const ignored = isPlainDollars(terms) && !isListed(terms.rail);
      return otherwise(ignored ? { ...terms, rail: undefined } : terms);
    },
  },
  'any-currency-to-any-recipient': {
    sentence: 'A plain recipient may be paid in a currency other than its own.',
    replies: [400],
    judge: (terms, otherwise) =>
      otherwise(terms.named ? terms : { ...terms, recipientCurrency: terms.currency }),
  },
} as const satisfies Readonly<
  Record<string, Pick<Variation, 'sentence' | 'replies'> & { judge: RailsJudge }>
>;

const judging = (...judges: readonly RailsJudge[]): { rails: { judge: Judge } } => ({
  rails: {
    judge: judges.reduceRight<Judge>(
      (otherwise, judge) => (terms) => judge(terms, otherwise),
      defaultPolicies.rails.judge,
    ),
  },
});

export const railVariations = sharing(
  { operations: ['offramp.initiate'] },
  {
    ...oneFor(Object.entries(freedoms), ([name, { sentence, replies, judge }]) => [
      `rails/${name}`,
      { sentence, replies, alone: 'it is part of rails/together', policies: judging(judge) },
    ]),
    'rails/together': {
      sentence: 'All freedoms about rails and currencies at once.',
      policies: judging(...Object.values(freedoms).map(({ judge }) => judge)),
    },
    'rails/plain-dollars-by-ach-only': {
      sentence: 'A plain recipient in US dollars is reached by ACH only; naming another rail is refused.',
      alone: 'one rail only excludes the others',
      policies: judging((terms, otherwise) => {
        const reached = terms.rail === undefined || terms.rail === 'ACH';
        return isPlainDollars(terms) && !reached ? 'This recipient is reached by ACH' : otherwise(terms);
      }),
    },
  },
);
