import { type OperationId, orders } from '../operations.ts';
import type { Tag } from '../requirement.ts';
import { sectionsOf } from '../section.ts';

const states = 'States and transitions';

interface Sequence<Id extends OperationId> {
  readonly operation: Id;
  readonly tag?: Tag;
  readonly section?: string;
  /** Where the claim speaks of more than its own operation. */
  readonly operations?: readonly OperationId[];
  readonly claim: string;
}

const sequence = <const Id extends OperationId>({
  operation,
  tag = 'consistency',
  section = states,
  operations = [operation],
  claim,
}: Sequence<Id>) =>
  sectionsOf(operation)(tag, section).implied('holds-through-a-sequence', claim, operations);

/** Requirements that one request cannot show: they hold whatever orders and reads come between. */
export const sequenceRequirements = [
  sequence({
    operation: 'deposit.simulate',
    section: 'Endpoints',
    claim:
      'In any order of orders, an accepted deposit has no body, and an unlisted currency is answered 400.',
  }),
  sequence({
    operation: 'onramp.initiate',
    claim:
      'In any order of orders, each accepted onramp is pending, as it was asked for and with an id of its own, and an unlisted asset is answered 400.',
  }),
  sequence({
    operation: 'lightning-offramp.initiate',
    claim:
      'In any order of orders, each accepted lightning offramp is pending, with an id and an invoice of its own, and one without an amount is refused.',
  }),
  sequence({
    operation: 'offramp.list',
    operations: ['offramp.initiate', 'offramp.list'],
    claim:
      'In any order of orders and reads, each created offramp is listed once as it was made, and nothing refused is.',
  }),
  sequence({
    operation: 'offramp.read',
    operations: ['offramp.initiate', 'offramp.read'],
    claim: 'In any order of orders and reads, each created offramp is read as it was made.',
  }),
  sectionsOf('offramp.read')('consistency', states).implied(
    'keeps-its-terms',
    'What was fixed of an offramp is the same each time that it is listed or read, whatever comes between.',
    ['offramp.list', 'offramp.read'],
  ),
  sequence({
    operation: 'conversion.list',
    operations: ['conversion.list', 'conversion.read'],
    claim:
      'In any order of orders and reads, each conversion that is listed keeps its values, and until an onramp comes the listing keeps its items and its total.',
  }),
  sectionsOf('conversion.list')('consistency', states).shown(
    'holds-its-items-after-an-onramp',
    'After an onramp the listing of conversions holds what it held, and its total counts what has come.',
    ['conversion.list', 'onramp.initiate'],
  ),
  sequence({
    operation: 'balances.read',
    tag: 'money',
    section: 'What the service does',
    operations: ['balances.read', ...orders],
    claim: 'In any order of initiations, refused orders and reads, the balances stand still.',
  }),
];

export const isSequence = ({ id }: { readonly id: string }): boolean =>
  sequenceRequirements.some((it) => it.id === id);
