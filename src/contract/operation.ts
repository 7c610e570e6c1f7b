import type { ZodType } from 'zod';

export const subaccountRoles = ['individual', 'business', 'unverified', 'unbanked'] as const;

export type SubaccountRole = (typeof subaccountRoles)[number];

export type Method = 'GET' | 'POST';

/** Kinds of values with one form in every record of the document. */
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

/** The refusal of an absent thing, with the document's message. */
export interface Absence {
  /** Kind of the thing; a message matches by idea, not by letter. */
  readonly of: 'subaccount' | 'customer' | 'business' | 'withdrawal' | 'bank account';
  /** Name of the requirement for the 404. */
  readonly claim: string;
  /** The absent thing in a request: the id in its path, a recipient, or the account of a subaccount. */
  readonly by: 'id' | 'recipient' | 'unbanked subaccount';
  /** Members of the body besides `message`. */
  readonly body: 'short-error' | 'full-error' | 'bank-account-error' | 'absent-bank-account';
  readonly error?: string;
}

/** A member of an order with a list of values in the document. */
export interface DocumentedChoice {
  readonly path: string;
  readonly values: readonly string[];
  /** An unlisted value, and the name of the requirement for its 400, if stated. */
  readonly unlisted?: string;
  readonly claim?: string;
}

export interface OrderFacts {
  readonly noun: string;
  /** The setting with the unit of the amount; null where the recipient decides. */
  readonly unit: 'depositCurrency' | 'onrampCurrency' | 'offrampAsset' | null;
  /** Members with the unit of the amount or its rail; the first takes precedence. */
  readonly codes: readonly string[];
  readonly listed?: DocumentedChoice;
  /** Members without a rule. */
  readonly free: readonly string[];
}

/** Entries of a list or map with requirements of their own; a record without entries keeps none of them. */
export interface Part {
  readonly noun: string;
  /** Such as `$.documents[]` or `$.capabilities.assets{*}`. */
  readonly at: string;
  /** Level of their members in the document. */
  readonly members: 'stated' | 'implied';
  /** Kinds of values with requirements apart from the record's. */
  readonly also?: readonly ('sets' | 'formats')[];
}

/** One endpoint of the document, from which client, suites and faults derive everything. */
export interface Operation {
  /** Noun of the endpoint, and verb of the call. */
  readonly id: `${string}.${string}`;
  readonly number: number;
  /** Heading in the document, without its number. */
  readonly heading: string;
  /** Group in the document; the taxonomy has none. */
  readonly group: string;
  readonly method: Method;
  readonly path: string;
  /** Name of the client's method: a verb of the document and the noun. */
  readonly call: string;
  readonly purpose: string;
  /** Schema of a successful body; `null` where the document says that success has no body. */
  readonly success: ZodType | null;
  /** Name of the record in an export, where it is not the noun. */
  readonly record?: string;
  readonly request?: ZodType;
  /** Kinds of values in a successful body; listed because requirement ids follow from them. */
  readonly values: readonly ValueKind[];
  /** True where an order moves money, so that the money guard must agree. */
  readonly movesMoney: boolean;
  /** The document only shows ISO 3166-1 for its country codes; elsewhere it names the standard. */
  readonly countries?: 'shown';
  /** True where the offer is open: once something is served, a 404 for another code is allowed. */
  readonly openOffer?: true;
  /** False where a reply is about nobody, so that reports may show its values. */
  readonly personal: boolean;
  /** Texts of a success that must not be empty: names, codes, means and destinations of payment. */
  readonly texts: readonly string[];
  /** Texts that a right service may leave empty. */
  readonly emptyTexts?: readonly string[];
  /** Path of the list or map with everything to judge; empty for the body itself. */
  readonly contents?: string;
  readonly parts?: readonly Part[];
  /** Members of a record before the end of its verification, which fills the others. */
  readonly bare?: readonly string[];
  /**
   * Paths of members that may differ between reads of one record. Reads of an operation without this list are not compared.
   */
  readonly varying?: { readonly always: readonly string[]; readonly untilSettled?: readonly string[] };
  /** Subaccounts for which a right service answers with a record; absent: the individual. */
  readonly subaccounts?: readonly SubaccountRole[];
  /** Subaccounts that may have a record of another form. */
  readonly further?: readonly SubaccountRole[];
  /** Section about the record, where it has amounts, rates or fees; its listing shows them too. */
  readonly amountsIn?: string;
  /** Refusal of an absent thing, where the document describes its body. */
  readonly absence?: Absence;
  readonly order?: OrderFacts;
  /** The read of a created record, by its id. */
  readonly creates?: string;
  /** Requirement names for members with one documented value, by path. */
  readonly literals?: Readonly<Record<string, string>>;
  /** For an answer with a page: the read of an item, and the member with the number of items. */
  readonly page?: { readonly reads: string; readonly counts: 'count' | 'total' };
}

type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

export type InputOf<O extends Operation> = { readonly [Name in ParameterOf<O['path']>]: string } & {
  /** A parameter with several values is repeated. */
  readonly query?: Readonly<Record<string, string | number | readonly number[]>>;
} & (O['method'] extends 'POST' ? { readonly body: unknown } : { readonly body?: never });
