import type { ZodType } from 'zod';

/** Subaccounts by the part they play. */
export const subaccountRoles = ['individual', 'business', 'unverified', 'unbanked'] as const;

export type SubaccountRole = (typeof subaccountRoles)[number];

export type Method = 'GET' | 'POST';

/** Kinds of values that the document writes in one form, whatever the record. */
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

/** One endpoint of the document: everything that the client, the suites and the faults derive from. */
export interface Operation {
  /** Its noun, and the verb of the call. */
  readonly id: `${string}.${'read' | 'list' | 'initiate' | 'simulate'}`;
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
  /** Schema of the request body, where there is one. */
  readonly request?: ZodType;
  /** Kinds of values in a successful body; written out because requirement ids follow from them. */
  readonly values: readonly ValueKind[];
  /** True where an order reaches money: such calls need the money guard's consent. */
  readonly movesMoney: boolean;
  /** False where a reply speaks of nobody, so that reports may show its values. */
  readonly personal: boolean;
  /** Texts of a success that say nothing when they are empty: names, codes, means and destinations of payment. */
  readonly texts: readonly string[];
  /** Subaccounts that a right service answers with a record; absent: the individual. */
  readonly subaccounts?: readonly SubaccountRole[];
  /** Subaccounts that may have a record too, of another form. */
  readonly further?: readonly SubaccountRole[];
  /** Where an answer has a page of items: what reads one of them, and the member that counts them. */
  readonly page?: { readonly reads: string; readonly counts: 'count' | 'total' };
}

type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

/** The input of an operation: its path parameters, a query, a body. */
export type InputOf<O extends Operation> = { readonly [Name in ParameterOf<O['path']>]: string } & {
  readonly query?: Readonly<Record<string, string | number>>;
} & (O['method'] extends 'POST' ? { readonly body: unknown } : { readonly body?: never });

/** The section of the document on an endpoint, or on a part of it. */
export const headingOf = ({ number, heading }: Operation, part?: string): string =>
  `Endpoints: ${number}. ${part ?? heading}`;
