import { type IdentifyingField, identifyingFields, type Recipient } from './recipient.ts';

/** The terms to which the rules for USD and named withdrawals apply. */
interface RailTerms {
  readonly named: boolean;
  /** Identifying fields that a named recipient lacks. */
  readonly lacks: readonly IdentifyingField[];
  readonly currency: string;
  readonly recipientCurrency: string;
  readonly rail: string | undefined;
}

const railsOfUsd = ['ACH', 'WIRE', 'SWIFT', 'RTP', 'SAME_DAY_ACH'];
const railsOfNamed = ['WIRE', 'SWIFT'];

function judgeNamed({ lacks, currency, rail }: RailTerms): string | undefined {
  if (currency !== 'USD') return 'Named withdrawals support USD only';
  if (lacks.length > 0) return `Named withdrawals need a business recipient with ${lacks.join(', ')}`;
  // Without a rail a named withdrawal goes by WIRE: the document leaves this open.
  if (rail !== undefined && !railsOfNamed.includes(rail)) return 'Named withdrawals support WIRE and SWIFT only';
  return undefined;
}

function judgePlain({ currency, recipientCurrency, rail }: RailTerms): string | undefined {
  if (currency !== recipientCurrency) return `The recipient takes ${recipientCurrency}`;
  if (rail === undefined) return undefined;
  if (currency !== 'USD') return 'to.payment_rail is for USD offramps only';
  return undefined;
}

export const rails = {
  /** Any of the four identifying fields makes a withdrawal a named one; all of them make it a complete one. */
  isNamed: (recipient: Recipient): boolean => identifyingFields.some((field) => recipient[field] !== undefined),
  lacks: (recipient: Recipient): readonly IdentifyingField[] =>
    identifyingFields.filter((field) => recipient[field] === undefined),
  /** Why the withdrawal is refused; undefined where it is not. */
  judge: (terms: RailTerms): string | undefined => {
    const { rail, named } = terms;
    if (rail !== undefined && !railsOfUsd.includes(rail)) {
      return `to.payment_rail must be one of: ${railsOfUsd.join(', ')}`;
    }
    return named ? judgeNamed(terms) : judgePlain(terms);
  },
};
