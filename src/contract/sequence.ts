import { implied } from './requirement.ts';

const states = 'States and transitions';

/** Requirements that one request cannot show: they hold whatever orders and reads come between. */
export const sequenceRequirements = {
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
