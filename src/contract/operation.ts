import type { ZodType } from 'zod';

export const subaccountRoles = ['individual', 'business', 'unverified', 'unbanked'] as const;

export type SubaccountRole = (typeof subaccountRoles)[number];

export type Method = 'GET' | 'POST';

/** Kinds of values that have one form in every record of the document. */
export type ValueKind =
  | 'identifiers'
  | 'timestamps'
  | 'dates'
  | 'amounts'
  | 'sets'
  | 'uris'
  | 'countries'
  | 'lowerCaseCodes'
  | 'emails'
  | 'documents';

/** The refusal of an absent record, with the document's message. */
export interface Absence {
  /** The kind of the absent record. A message matches by its meaning, not by its letters. */
  readonly of: 'subaccount' | 'customer' | 'business' | 'withdrawal' | 'bank account';
  /** The name of the requirement for the 404. */
  readonly claim: string;
  /** How a request names the absent record: the id in its path, a recipient, or the account of a subaccount. */
  readonly by: 'id' | 'recipient' | 'unbanked subaccount';
  /** The members of the body, in addition to `message`. */
  readonly body: 'short-error' | 'full-error' | 'bank-account-error' | 'absent-bank-account';
  readonly error?: string;
}

/** A member of an order for which the document lists the values. */
export interface DocumentedChoice {
  readonly path: string;
  readonly values: readonly string[];
  /** An unlisted value, and the name of the requirement for its 400, if stated. */
  readonly unlisted?: string;
  readonly claim?: string;
}

export interface OrderFacts {
  readonly noun: string;
  /** The setting for the unit of the amount; null if the recipient decides. */
  readonly unit: 'depositCurrency' | 'onrampCurrency' | 'offrampAsset' | null;
  /** Members with the unit of the amount or its rail. The first has precedence. */
  readonly codes: readonly string[];
  readonly listed?: DocumentedChoice;
  /** Members without a rule. */
  readonly free: readonly string[];
}

/** A list or map with requirements of its own. If the record has no entries, they have nothing to judge. */
export interface Part {
  readonly noun: string;
  /** `$.documents[]` or `$.capabilities.assets{*}`. */
  readonly at: string;
  /** The level of the entries' members in the document. */
  readonly members: 'stated' | 'implied';
  /** Kinds of values with requirements separate from those of the record. */
  readonly also?: readonly ('sets' | 'formats')[];
}

/** One endpoint of the document. Client, suites and faults derive everything from it. */
export interface Operation {
  /** The noun of the endpoint, and the verb of the call. */
  readonly id: `${string}.${string}`;
  readonly number: number;
  /** The heading in the document, without its number. */
  readonly heading: string;
  /** The group in the document; the taxonomy has none. */
  readonly group: string;
  readonly method: Method;
  readonly path: string;
  /** The name of the client's method: a verb of the document and the noun. */
  readonly call: string;
  readonly purpose: string;
  /** The schema of a successful body; `null` if the document says that a success has no body. */
  readonly success: ZodType | null;
  /** The name of the record in an export, if it is not the noun. */
  readonly record?: string;
  readonly request?: ZodType;
  /** Kinds of values in a successful body. Requirement ids follow from them. */
  readonly values: readonly ValueKind[];
  /** True for orders. The money guard checks them. */
  readonly movesMoney: boolean;
  /** Set if the document only shows ISO 3166-1 for its country codes; elsewhere it names the standard. */
  readonly countries?: 'shown';
  /** True if a service chooses its offer. After one code was served, a 404 for another is allowed. */
  readonly openOffer?: true;
  /** False if a reply has no personal data, so that reports may show its values. */
  readonly personal: boolean;
  /** Texts of a success that must not be empty: names, codes, and how or where to pay. */
  readonly texts: readonly string[];
  /** Texts that a correct service may leave empty. */
  readonly emptyTexts?: readonly string[];
  /** The path of the list or map that contains everything to judge; empty for the body itself. */
  readonly contents?: string;
  readonly parts?: readonly Part[];
  /** Members of a record before its verification ends and fills the others. */
  readonly bare?: readonly string[];
  /**
   * Paths of members that may differ between reads of one record. Without this list, the reads of an operation are not
   * compared.
   */
  readonly varying?: { readonly always: readonly string[]; readonly untilSettled?: readonly string[] };
  /** Subaccounts for which a correct service answers with a record; by default the individual. */
  readonly subaccounts?: readonly SubaccountRole[];
  /** Subaccounts whose record may have another form. */
  readonly further?: readonly SubaccountRole[];
  /** The section about the record, if it has amounts, rates or fees; its listing shows them too. */
  readonly amountsIn?: string;
  /** The refusal of an absent record, if the document describes its body. */
  readonly absence?: Absence;
  readonly order?: OrderFacts;
  /** The operation that reads a created record by its id. */
  readonly creates?: string;
  /** Names of requirements for members with one documented value, by path. */
  readonly literals?: Readonly<Record<string, string>>;
  /** For an answer with a page: the operation that reads an item, and the member with the number of items. */
  readonly page?: { readonly reads: string; readonly counts: 'count' | 'total' };
}

type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

export type InputOf<O extends Operation> = { readonly [Name in ParameterOf<O['path']>]: string } & {
  /** A parameter with several values is repeated. */
  readonly query?: Readonly<Record<string, string | number | readonly number[]>>;
} & (O['method'] extends 'POST' ? { readonly body: unknown } : { readonly body?: never });
