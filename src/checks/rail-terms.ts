import { namedRails, rails } from '#contract';
import { type Reply, type Roles, type Setting, valueAt } from '#evidence';

type RecipientKind = 'named' | 'incomplete' | 'plain' | 'local' | 'another';

/** The members of an offramp to which the rules for rails apply. */
export interface Terms {
  readonly recipient: RecipientKind;
  readonly currency: unknown;
  /** Undefined where the order names none. */
  readonly rail: unknown;
}

export type RecipientRole = Exclude<RecipientKind, 'another'>;

/** The role by which each recipient is set. */
const recipientRoles = {
  named: 'namedRecipient',
  incomplete: 'incompleteNamedRecipients',
  plain: 'usdRecipient',
  local: 'localRecipient',
} as const satisfies Readonly<Record<RecipientRole, keyof Roles>>;

const recipients = Object.keys(recipientRoles) as readonly RecipientRole[];

/** The ids of such recipients. Throws `Untested` where none is set. */
export const demandRecipients = (recipient: RecipientRole, roles: Roles): readonly string[] =>
  [roles[recipientRoles[recipient]]].flat();

const isSet = (recipient: RecipientRole, roles: Roles, id: unknown): boolean =>
  roles.has(recipientRoles[recipient]) && demandRecipients(recipient, roles).some((known) => known === id);

export const termsOf = ({ request }: Reply, { roles }: Setting): Terms => {
  const to = (member: string): unknown => valueAt(request.input.body, `to.${member}`);
  return {
    recipient: recipients.find((it) => isSet(it, roles, to('recipient_id'))) ?? 'another',
    currency: to('currency'),
    rail: to('payment_rail'),
  };
};

/** True of the orders of a kind. */
export type TermsFilter = (terms: Terms, setting: Setting) => boolean;

const isNamedInDollars: TermsFilter = ({ recipient, currency }) => recipient === 'named' && currency === 'USD';

/** A named withdrawal in US dollars over this rail. */
export const namedOver =
  (rail: string): TermsFilter =>
  (terms, setting) =>
    isNamedInDollars(terms, setting) && terms.rail === rail;

/** A named withdrawal in US dollars over a rail that is neither of its two, however it is written. */
export const namedOverAnother: TermsFilter = (terms, setting) =>
  isNamedInDollars(terms, setting) &&
  typeof terms.rail === 'string' &&
  !namedRails.some((rail) => rail === String(terms.rail).trim().toUpperCase());

/** A named withdrawal in US dollars that names no rail. */
export const namedWithoutRail: TermsFilter = (terms, setting) =>
  isNamedInDollars(terms, setting) && terms.rail === undefined;

/** A named withdrawal in a currency that no letter case makes the dollar. */
export const namedInAnotherCurrency: TermsFilter = ({ recipient, currency }) =>
  recipient === 'named' && String(currency).trim().toUpperCase() !== 'USD';

/** A named withdrawal over ACH in dollars that are written in lower case. */
export const namedInRecasedDollars: TermsFilter = ({ recipient, currency, rail }) =>
  recipient === 'named' && currency === 'usd' && rail === 'ACH';

/** An order of which the rules for rails speak: these are not for recipients that are plain or unknown. */
export const isRuledByRails = ({ recipient }: Terms): boolean => recipient !== 'plain' && recipient !== 'another';

export const toIncompleteRecipient: TermsFilter = ({ recipient }) => recipient === 'incomplete';

/** A withdrawal in US dollars to a plain recipient over a rail that the document does not list. */
export const plainOverUnlisted: TermsFilter = ({ recipient, currency, rail }) =>
  recipient === 'plain' && currency === 'USD' && rail !== undefined && !rails.some((listed) => listed === rail);

/** One of these rails in another currency than US dollars, to a recipient who is paid in it. */
export const localOver =
  (these: readonly string[]): TermsFilter =>
  ({ recipient, currency, rail }, { order }) =>
    recipient === 'local' && currency === order.localCurrency && these.some((it) => it === rail);
