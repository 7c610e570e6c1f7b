import { rails } from '#contract';
import { defaultPolicies, type Policies } from '#sandbox';
import { forEachWay } from '../fault.ts';
import { alternatives, keepingBack, shown, variants } from '../variation.ts';

type Judge = Policies['rails']['judge'];
type Terms = Parameters<Judge>[0];

type RailsJudge = (terms: Terms, otherwise: Judge) => string | undefined;

const isListed = (rail: string | undefined): boolean => rails.some((listed) => listed === rail);

const isPlainDollars = ({ named, currency }: Terms): boolean => !named && currency === 'USD';

const otherRails: RailsJudge = (terms, otherwise) => {
  const known = isPlainDollars(terms) && ['SEPA', 'FEDNOW', 'CHAPS', 'FPS'].includes(terms.rail ?? '');
  return otherwise(known ? { ...terms, rail: undefined } : terms);
};

/** Each of these is part of the variation that accepts all rails. */
const variations: Readonly<Record<string, RailsJudge>> = {
  'A named withdrawal that names no rail is refused.': (terms, otherwise) =>
    terms.named && terms.rail === undefined ? 'A named withdrawal must name a rail' : otherwise(terms),
  'A rail on a currency other than US dollars is accepted and means nothing.': (terms, otherwise) => {
    const ignored = !terms.named && terms.currency !== 'USD' && isListed(terms.rail);
    return otherwise(ignored ? { ...terms, rail: undefined } : terms);
  },
  'RTP is refused for a plain recipient too.': (terms, otherwise) =>
    isPlainDollars(terms) && terms.rail === 'RTP' ? 'RTP does not reach this bank' : otherwise(terms),
  'A rail is known in lower case as well.': (terms, otherwise) => {
    const upper = terms.rail?.toUpperCase();
    return otherwise(isListed(upper) ? { ...terms, rail: upper } : terms);
  },
  'A currency is known in lower case as well; a named withdrawal keeps its rules.': (terms, otherwise) =>
    otherwise({ ...terms, currency: terms.currency.toUpperCase() }),
  'Rails that the document does not show are accepted for a plain recipient.': otherRails,
  'A rail that is no rail is ignored for a plain recipient.': (terms, otherwise) => {
    const ignored = isPlainDollars(terms) && !isListed(terms.rail);
    return otherwise(ignored ? { ...terms, rail: undefined } : terms);
  },
  'A plain recipient may be paid in a currency other than its own.': (terms, otherwise) =>
    otherwise(terms.named ? terms : { ...terms, recipientCurrency: terms.currency }),
};

const judging = (...judges: readonly RailsJudge[]): { rails: { judge: Judge } } => ({
  rails: {
    judge: judges.reduceRight<Judge>(
      (otherwise, judge) => (terms) => judge(terms, otherwise),
      defaultPolicies.rails.judge,
    ),
  },
});

variants('rails', {
  'A named withdrawal must name its rail, RTP is not offered, and other rails, letter cases and currencies are taken.':
    shown(judging(...Object.values(variations))),
});

alternatives('rails', {
  ...forEachWay(variations, (judge) => (judge === otherRails ? shown(judging(judge)) : judging(judge))),
  'A plain recipient in US dollars is reached by ACH only; naming another rail is refused.': keepingBack()(
    judging((terms, otherwise) => {
      const reached = terms.rail === undefined || terms.rail === 'ACH';
      return isPlainDollars(terms) && !reached ? 'This recipient is reached by ACH' : otherwise(terms);
    }),
  ),
});
