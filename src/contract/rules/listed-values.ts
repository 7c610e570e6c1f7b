import { sectionsOf } from '../claim.ts';
import { headingOf } from '../operation.ts';
import { type OperationId, operationOf } from '../operations.ts';

/** A member whose values the document lists: each is accepted, any other is refused by naming them all. */
const listedValue = <const Id extends OperationId, const One extends string, const Many extends string>(
  operation: Id,
  { one, many, count }: { one: One; many: Many; count: string },
) => {
  const section = sectionsOf(operation);
  const endpoint = headingOf(operationOf(operation));
  const errors = section('error', 'Errors');
  return [
    section('order', endpoint).stated(
      `accepts-each-listed-${one}`,
      `Each of the ${count} listed ${many} is accepted as a value.`,
      { asks: 'acceptance' },
    ),
    errors.stated(
      `refuses-an-unlisted-${one}`,
      `Any other ${one} is answered 400 Bad Request, with a full error body.`,
      { asks: 'refusal', heeds: ['rules'], sign: true },
    ),
    errors.implied(
      `refuses-an-unlisted-${one}-in-any-order`,
      `Any other ${one} is refused, and breaks nothing, however odd the rest of the order is.`,
      { asks: 'refusal', heeds: ['rules'] },
    ),
    errors.stated(`names-the-listed-${many}`, `The message that refuses an unlisted ${one} names all allowed values.`),
    errors.shown(
      `names-the-listed-${many}-for-an-empty-one`,
      `The message that refuses an empty ${one} names all allowed values too.`,
    ),
    section('open', endpoint).silent(
      `recased-${one}`,
      `Whether a listed ${one} in another letter case or with spaces is accepted is open.`,
    ),
  ];
};

export const listedValueRequirements = [
  ...listedValue('deposit.simulate', {
    one: 'currency',
    many: 'currencies',
    count: 'twelve',
  }),
  ...listedValue('onramp.initiate', { one: 'asset', many: 'assets', count: 'three' }),
];
