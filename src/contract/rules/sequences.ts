import { sectionsOf } from '../claim.ts';
import { orderIds } from '../operations.ts';

const states = 'States and transitions';
const name = 'holds-through-a-sequence';
const anyOrder = { anyOrder: true } as const;

/** Requirements that one request cannot show: they hold between any orders and reads. */
export const sequenceRequirements = [
  sectionsOf('deposit.simulate')('consistency', 'Endpoints', anyOrder).implied(
    name,
    'In any order of orders, an accepted deposit has no body, and an unlisted currency is answered 400.',
    { heeds: ['rules'] },
  ),
  sectionsOf('onramp.initiate')('consistency', states, anyOrder).implied(
    name,
    'In any order of orders, each accepted onramp is pending, as it was asked for and with a new id, and an unlisted asset is answered 400.',
    { heeds: ['rules', 'orders'] },
  ),
  sectionsOf('lightning-offramp.initiate')('consistency', states, anyOrder).implied(
    name,
    'In any order of orders, each accepted lightning offramp is pending, with a new id and a new invoice, and one without an amount is refused.',
    { heeds: ['rules', 'orders'] },
  ),
  sectionsOf('offramp.list')('consistency', states, anyOrder).implied(
    name,
    'In any order of orders and reads, each created offramp is listed once as it was made, and nothing refused is.',
    ['offramp.initiate', 'offramp.list'],
  ),
  sectionsOf('offramp.read')('consistency', states, anyOrder).implied(
    name,
    'In any order of orders and reads, each created offramp is read as it was made.',
    ['offramp.initiate', 'offramp.read'],
  ),
  sectionsOf('offramp.read')('consistency', states, anyOrder).implied(
    'keeps-its-terms',
    'What was fixed of an offramp is the same each time that it is listed or read, between any other requests.',
    { operations: ['offramp.list', 'offramp.read'], heeds: ['ids'] },
  ),
  sectionsOf('conversion.list')('consistency', states, anyOrder).implied(
    name,
    'In any order of orders and reads, each conversion that is listed keeps its values, and until an onramp comes the listing keeps its items and its total.',
    ['conversion.list', 'conversion.read'],
  ),
  sectionsOf('conversion.list')('consistency', states, anyOrder).shown(
    'holds-its-items-after-an-onramp',
    'After an onramp the listing of conversions holds what it held, and its total counts what has come.',
    ['conversion.list', 'onramp.initiate'],
  ),
  sectionsOf('balances.read')('money', 'What the service does', anyOrder).implied(
    name,
    'In any order of initiations, refused orders and reads, the balances stand still.',
    ['balances.read', ...orderIds],
  ),
];
