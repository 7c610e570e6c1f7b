import { headingOf } from '../operations.ts';
import { sectionsOf } from '../section.ts';

const listSection = sectionsOf('offramp.list');
const readSection = sectionsOf('offramp.read');

const listed = listSection('record', headingOf('offramp.list'));
const listedState = listSection('consistency', 'Resources: Offramp (version 2)');
const read = readSection('record', headingOf('offramp.read'));
const reading = readSection('consistency', headingOf('offramp.read'));
const settlement = readSection('consistency', 'Resources: Offramp (version 2)');

export const offrampReadRequirements = [
  listed.stated('lists-settlements', 'Each listed offramp carries its settlement.'),
  listedState.shown(
    'settles-what-is-not-pending',
    'A pending offramp has no withdrawal yet; a paid or completed one has.',
  ),
  read.stated('carries-its-settlement', 'An offramp that is read carries its settlement.'),
  reading.implied('keeps-onramps-apart', 'The id of an onramp is not served as an offramp.', [
    'onramp.initiate',
    'offramp.read',
  ]),
  settlement.shown('is-settled-after-its-creation', 'The estimated settlement is not before the creation.'),
];
