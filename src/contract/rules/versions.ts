import { sectionsOf } from '../claim.ts';

const section = sectionsOf('versions', ['offramp.initiate', 'lightning-offramp.initiate']);
const version = section('version', 'Versioning');

/** Two versions of the offramp initiation live side by side. */
export const versionRequirements = [
  version.stated(
    'keep-the-lightning-envelope',
    'Version 1 of the offramp initiation answers with its envelope, not with the record of version 2.',
    ['lightning-offramp.initiate'],
  ),
  version.stated(
    'keep-the-offramp-record',
    'Version 2 of the offramp initiation answers with its record, not with the envelope of version 1.',
    ['offramp.initiate'],
  ),
  version.stated('refuse-the-other-body-in-v1', 'The body of version 2 is refused by version 1.', {
    operations: ['lightning-offramp.initiate'],
    heeds: ['rules'],
  }),
  version.implied('refuse-the-other-body-in-v2', 'The body of version 1 is refused by version 2.', {
    operations: ['offramp.initiate'],
    heeds: ['rules'],
  }),
  version.shown('answer-a-bad-recipient-alike', 'Both versions answer an unknown recipient with the same status.'),
];
