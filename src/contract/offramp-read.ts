import { implied, shown, silent, stated } from './requirement.ts';

const record = 'Resources: Offramp (version 2)';
const list = 'Endpoints: 8. List offramps';
const read = 'Endpoints: 9. Get offramp';

export const offrampReadRequirements = {
  'offramp.list/lists-settlements': stated('record', list, 8, 'Each listed offramp carries its settlement.'),
  'offramp.list/settles-what-is-not-pending': shown(
    'consistency',
    record,
    8,
    'A pending offramp has no withdrawal yet; a paid or completed one has.',
  ),
  'offramp.list/answer-for-an-absent-subaccount': silent(
    'open',
    'Errors',
    8,
    'Which answer the listing of an absent subaccount gets is open.',
  ),
  'offramp.list/never-serves-a-malformed-id': implied(
    'error',
    list,
    8,
    'An id that is no UUID is refused or lists nothing, and breaks nothing.',
  ),
  'offramp.read/returns-the-one-asked-for': implied(
    'consistency',
    read,
    9,
    'The id of the record is the id in the path.',
  ),
  'offramp.read/carries-its-settlement': stated(
    'record',
    read,
    9,
    'An offramp that is read carries its settlement.',
  ),
  'offramp.read/agrees-with-the-listing': implied(
    'consistency',
    read,
    [8, 9],
    'What the listing of offramps shows can be read, and agrees with its item there.',
  ),
  'offramp.read/hides-what-is-absent': implied(
    'error',
    read,
    9,
    'An offramp that does not exist is never answered with a record.',
  ),
  'offramp.read/keeps-to-its-subaccount': implied(
    'consistency',
    read,
    9,
    'An offramp is not served under the path of another subaccount.',
  ),
  'offramp.read/never-serves-a-malformed-id': implied(
    'error',
    read,
    9,
    'An id that is no UUID is refused, and breaks nothing.',
  ),
  'offramp.read/keeps-onramps-apart': implied(
    'consistency',
    read,
    [6, 9],
    'The id of an onramp is not served as an offramp.',
  ),
  'offramp.read/is-settled-after-its-creation': shown(
    'consistency',
    record,
    9,
    'The estimated settlement is not before the creation.',
  ),
  'offramp.read/answer-for-an-absent-offramp': silent(
    'open',
    'Errors',
    9,
    'Which status an absent offramp gets is open.',
  ),
} as const;
