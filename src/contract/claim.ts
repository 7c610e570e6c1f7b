/** How firmly the document speaks; decides what a difference means. */
export const firmnessMeanings = {
  stated: 'the document says it; a difference deviates and fails the gate',
  implied: 'it follows from the words, or from HTTP and JSON; a difference deviates, unless --gate stated',
  shown: 'the document only shows it; a difference drifts and is reported, and fails only with --gate shown',
  silent: 'the document leaves it open; the run records the answer and never judges it',
} as const;

export type Firmness = keyof typeof firmnessMeanings;

/** The firmest first. */
export const firmnesses = ['stated', 'implied', 'shown', 'silent'] as const satisfies readonly Firmness[];

/** The least firm kind of requirement that can fail a run. */
export const gates = ['stated', 'implied', 'shown'] as const satisfies readonly Firmness[];

/** The document promises what it states or implies. It shows examples, and on the rest it is silent. */
export const isPromise = ({ firmness }: { readonly firmness: Firmness }): boolean =>
  firmness === 'stated' || firmness === 'implied';

/** Rule groups, by which a run can be narrowed and a report ordered. */
export const tags = [
  'authentication',
  'record',
  'format',
  'error',
  'pagination',
  'rails',
  'verification',
  'money',
  'order',
  'consistency',
  'version',
  'http',
  'open',
] as const;

export type Tag = (typeof tags)[number];

/** What a service may fail to tell apart, whatever else it does. */
export type Heeded = 'keys' | 'ids' | 'rules' | 'orders' | 'pages';

/** What a claim means for those who judge by more than its words. */
interface Meaning {
  /** The answer that it asks of its own operation: where a request gets none, it is broken. */
  readonly asks?: 'success' | 'acceptance' | 'refusal' | 'survival';
  /** A service to which these make no difference breaks it; all such findings then have that one cause. */
  readonly heeds?: readonly Heeded[];
  /** One of the claims by which such a service is known. */
  readonly sign?: true;
  /** A service of others is shown one of its cases on each endpoint, by turns. */
  readonly sampled?: true;
  /** Where it is broken, one customer's data or account is open to another. */
  readonly private?: true;
  /** Says the same of each listed value of its operation, so that single ones can be left out. */
  readonly ofEachValue?: true;
  /** Orders of every kind may be placed for it, also of kinds that it does not name. */
  readonly anyOrder?: true;
}

/** A requirement as it is written; its id is known to the compiler, so that a misspelt one elsewhere does not compile. */
export interface Claim<Id extends string = string, Operation extends string = string> extends Meaning {
  readonly id: Id;
  /** The operation of whose endpoint it speaks, or the rule of several that it is part of. */
  readonly subject: string;
  readonly firmness: Firmness;
  /** Heading of the document where the words stand. */
  readonly section: string;
  readonly operations: readonly Operation[];
  readonly tag: Tag;
  readonly claim: string;
}

/** `Array.isArray` takes no list that is read only. */
const isList = (more: object): more is readonly string[] => Array.isArray(more);

type Add<Subject extends string, Own extends string> = <
  const Name extends string,
  const Operation extends string = Own,
>(
  name: Name,
  claim: string,
  /** The operations it speaks of, where they differ from those of its subject, or more. */
  more?: readonly Operation[] | (Meaning & { readonly operations?: readonly Operation[] }),
) => Claim<`${Subject}/${Name}`, Own | Operation>;

/** One heading of the document, and how firmly it speaks. */
type Sections<Subject extends string, Own extends string> = (
  tag: Tag,
  heading: string,
  /** Of all its claims. */
  meaning?: Meaning,
) => Readonly<Record<Firmness, Add<Subject, Own>>>;

/**
 * Writes requirements by section. Ids begin with the subject: an operation, of whose endpoint the claims speak, or a
 * rule of several operations.
 */
export function sectionsOf<const Id extends string>(subject: Id): Sections<Id, Id>;
export function sectionsOf<const Rule extends string, const Operation extends string>(
  subject: Rule,
  operations: readonly Operation[],
): Sections<Rule, Operation>;
export function sectionsOf(subject: string, own: readonly string[] = [subject]) {
  return (tag: Tag, section: string, ofAll?: Meaning) => {
    const adding =
      (firmness: Firmness) =>
      (
        name: string,
        claim: string,
        more: readonly string[] | (Meaning & { readonly operations?: readonly string[] }) = {},
      ): Claim => {
        const { operations = own, ...meaning } = isList(more) ? { operations: more } : more;
        const id = `${subject}/${name}`;
        return { id, subject, firmness, section, operations, tag, claim, ...ofAll, ...meaning };
      };
    return {
      stated: adding('stated'),
      implied: adding('implied'),
      shown: adding('shown'),
      silent: adding('silent'),
    };
  };
}
