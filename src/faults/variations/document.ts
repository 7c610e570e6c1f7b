import { onFormat, sharing } from './hook.ts';

const oneForm = 'one form of a URI excludes another';

export const documentVariations = sharing(
  { operations: ['individual-kyc.read', 'business-kyc.read'], replies: 'successes' },
  {
    'documents/behind-signed-links': {
      sentence: 'Documents are linked without a file ending, with a signature in the query.',
      reply: onFormat(
        'document-uri',
        (uri) => `${uri.replace(/\.\w+$/, '')}?Signature=a%2Fb&Name=x.exe#page=1`,
      ),
    },
    'documents/with-endings-in-capitals': {
      sentence: 'The ending of a document is in capitals.',
      alone: oneForm,
      reply: onFormat('document-uri', (uri) => uri.replace(/\.\w+$/, (ending) => ending.toUpperCase())),
    },
    'documents/in-a-store': {
      sentence: 'Documents are named by URIs of a store, which are no web addresses.',
      alone: oneForm,
      reply: onFormat('document-uri', (uri) => uri.replace(/^https/, 's3')),
    },
    'documents/as-names': {
      sentence: 'Documents are named by URNs.',
      alone: oneForm,
      reply: onFormat('document-uri', () => 'urn:uuid:5eed0f0f-0001-4000-8000-000000000f0f'),
    },
  },
);
