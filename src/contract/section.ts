import { type OperationId, operationIds, operationOf } from './operations.ts';
import type { Firmness, Requirement, Tag } from './requirement.ts';

/** Operations that a claim speaks of. */
type Scope = readonly OperationId[] | 'all';

/** A requirement whose id is known to the compiler, so that a misspelt one elsewhere does not compile. */
interface Entry<Id extends string> extends Requirement {
  readonly id: Id;
}

type Add<Subject extends string> = <const Name extends string>(
  name: Name,
  claim: string,
  /** The operations it speaks of, where they differ from those of its subject. */
  operations?: Scope,
) => Entry<`${Subject}/${Name}`>;

/** One heading of the document, and how firmly it speaks. */
type Sections<Subject extends string> = (
  tag: Tag,
  heading: string,
) => Readonly<Record<Firmness, Add<Subject>>>;

/**
 * Writes requirements by section. Ids begin with the subject: an operation, of whose endpoint the claims speak, or a
 * rule of several operations.
 */
export function sectionsOf<const Id extends OperationId>(subject: Id): Sections<Id>;
export function sectionsOf<const Rule extends string>(subject: Rule, operations: Scope): Sections<Rule>;
export function sectionsOf(subject: string, everywhere: Scope = [subject as OperationId]): Sections<string> {
  return (tag, section) => {
    const adding =
      (firmness: Firmness): Add<string> =>
      (name, claim, scope = everywhere) => {
        const operations = scope === 'all' ? operationIds : scope;
        const endpoints = operations.map((id) => operationOf(id).number);
        return { id: `${subject}/${name}`, firmness, section, operations, endpoints, tag, claim };
      };
    return {
      stated: adding('stated'),
      implied: adding('implied'),
      shown: adding('shown'),
      silent: adding('silent'),
    };
  };
}
