import { implied } from './requirement.ts';

const states = 'States and transitions';
const endpoints = 'Endpoints';

/** Requirements that one request cannot show: they hold whatever orders and reads come between. */
export const sequenceRequirements = {
  'deposit.simulate/holds-through-a-sequence': implied(
    'consistency',
    endpoints,
    5,
    'In any order of orders, an accepted deposit has no body, and an unlisted currency is answered 400.',
  ),
  'onramp.initiate/holds-through-a-sequence': implied(
    'consistency',
    states,
    6,
    'In any order of orders, each accepted onramp is pending, as it was asked for and with an id of its own, and an unlisted asset is answered 400.',
  ),
  'lightning-offramp.initiate/holds-through-a-sequence': implied(
    'consistency',
    states,
    10,
    'In any order of orders, each accepted lightning offramp is pending, with an id and an invoice of its own, and one without an amount is refused.',
  ),
  'offramp.list/holds-through-a-sequence': implied(
    'consistency',
    states,
    [7, 8],
    'In any order of orders and reads, each created offramp is listed once as it was made, and nothing refused is.',
  ),
  'offramp.read/holds-through-a-sequence': implied(
    'consistency',
    states,
    [7, 9],
    'In any order of orders and reads, each created offramp is read as it was made.',
  ),
  'conversion.list/holds-through-a-sequence': implied(
    'consistency',
    states,
    [12, 13],
    'In any order of orders and reads, the listing of conversions keeps its items, its total and their values.',
  ),
  'balances.read/holds-through-a-sequence': implied(
    'money',
    'What the service does',
    [4, 5, 6, 7, 10],
    'In any order of initiations, refused orders and reads, the balances stand still.',
  ),
} as const;
