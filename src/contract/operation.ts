import type { ZodType } from 'zod';

export const subaccountRoles = ['individual', 'business', 'unverified', 'unbanked'] as const;

export type SubaccountRole = (typeof subaccountRoles)[number];

export type Method = 'GET' | 'POST';

/** Kinds of values that the document writes in one form in every record. */
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

/** A refusal of something that is not there, with a message that the document shows. */
export interface Absence {
  /** Kind of the thing; a message is of its kind by the idea, not by the letter. */
  readonly of: 'subaccount' | 'customer' | 'business' | 'withdrawal' | 'bank account';
  /** Name of the requirement that it is answered 404. */
  readonly claim: string;
  /** The thing that a request names although it is not there: the id in its path, a recipient, or the account of a subaccount. */
  readonly by: 'id' | 'recipient' | 'unbanked subaccount';
  /** Members of the body besides `message`. */
  readonly body: 'short-error' | 'full-error' | 'bank-account-error' | 'absent-bank-account';
  /** The member `error`, where the document gives it. */
  readonly error?: string;
}

/** A member of an order whose values the document lists. */
export interface DocumentedChoice {
  readonly path: string;
  readonly values: readonly string[];
  /** A value outside the list, and the name of the requirement that it is answered 400, where the document says so. */
  readonly unlisted?: string;
  readonly claim?: string;
}

export interface OrderFacts {
  readonly noun: string;
  /** The setting that says what its amount is in; null where the recipient decides. */
  readonly unit: 'depositCurrency' | 'onrampCurrency' | 'offrampAsset' | null;
  /** Members that say what an amount is in, or by which rail it goes; the first takes precedence. */
  readonly codes: readonly string[];
  readonly listed?: DocumentedChoice;
  /** Members that no rule fixes. */
  readonly free: readonly string[];
}

/** Entries of a list or a map that a record holds, with requirements of their own: none is kept by a record without entries. */
export interface Part {
  readonly noun: string;
  /** Such as `$.documents[]` or `$.capabilities.assets{*}`. */
  readonly at: string;
  /** How firmly the document speaks of their members. */
  readonly members: 'stated' | 'implied';
  /** Kinds of values with requirements apart from those of the record. */
  readonly also?: readonly ('sets' | 'formats')[];
}

/** One endpoint of the document: everything that the client, the suites and the faults derive from. */
export interface Operation {
  /** The noun of the endpoint, and the verb of the call. */
  readonly id: `${string}.${string}`;
  /** Number of the endpoint in the document's table. */
  readonly number: number;
  /** Heading of the endpoint in the document, without its number. */
  readonly heading: string;
  /** The document's group of operations; it puts the taxonomy into none. */
  readonly group: string;
  readonly method: Method;
  /** Path template as the document writes it, parameters in braces. */
  readonly path: string;
  /** Name of the client's method, a verb of the document and the noun. */
  readonly call: string;
  readonly purpose: string;
  /** Schema of a successful body; `null` where the document says that success has no body. */
  readonly success: ZodType | null;
  /** Name of the record in an export, where it is none of the noun's own. */
  readonly record?: string;
  readonly request?: ZodType;
  /** Kinds of values in a successful body; written out because requirement ids follow from them. */
  readonly values: readonly ValueKind[];
  /** True where an order reaches money: such calls need the money guard's consent. */
  readonly movesMoney: boolean;
  /** Whether the document only shows that its country codes are of ISO 3166-1; elsewhere it names the standard. */
  readonly countries?: 'shown';
  /** True where it is open what is offered: once one thing is served, 404 for another is no matter. */
  readonly openOffer?: true;
  /** False where a reply speaks of nobody, so that reports may show its values. */
  readonly personal: boolean;
  /** Texts of a success that say nothing when they are empty: names, codes, means and destinations of payment. */
  readonly texts: readonly string[];
  /** Texts that a right service may leave empty. */
  readonly emptyTexts?: readonly string[];
  /** Path of the list or map that holds all there is to judge; empty for the body itself. */
  readonly contents?: string;
  readonly parts?: readonly Part[];
  /** Members that a record has before its verification has come to its end, which fills the others. */
  readonly bare?: readonly string[];
  /** Members that another read of the same record may show otherwise, by path; reads of an operation without it are not compared. */
  readonly varying?: { readonly always: readonly string[]; readonly untilSettled?: readonly string[] };
  /** Subaccounts that a right service answers with a record; absent: the individual. */
  readonly subaccounts?: readonly SubaccountRole[];
  /** Subaccounts that may have a record too, of another form. */
  readonly further?: readonly SubaccountRole[];
  /** The section on the record, where it has amounts, rates or fees; its listing shows them too. */
  readonly amountsIn?: string;
  /** Refusal of an absent thing, where the document describes its body. */
  readonly absence?: Absence;
  readonly order?: OrderFacts;
  /** The read that shows what an order creates, by the id of its record. */
  readonly creates?: string;
  /** Names of the requirements that members with one documented value have of their own, by path. */
  readonly literals?: Readonly<Record<string, string>>;
  /** Where an answer has a page of items: what reads one of them, and the member that counts them. */
  readonly page?: { readonly reads: string; readonly counts: 'count' | 'total' };
}

type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

/** The input of an operation: its path parameters, a query, a body. */
export type InputOf<O extends Operation> = { readonly [Name in ParameterOf<O['path']>]: string } & {
  /** A parameter with several values stands there as often. */
  readonly query?: Readonly<Record<string, string | number | readonly number[]>>;
} & (O['method'] extends 'POST' ? { readonly body: unknown } : { readonly body?: never });
