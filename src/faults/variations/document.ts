import { randomUUID } from 'node:crypto';
import { onFormat } from './hook.ts';
import { variants } from './variation.ts';

const oneForm = 'one form of a URI excludes another';

export const documentVariations = variants('documents', {
  'Links to documents are signed anew for each read.': {
    excludes: oneForm,
    reply: onFormat('document-uri', (uri) => `${uri}?Signature=${randomUUID()}`),
  },
  'Documents are linked without a file ending, with a signature in the query.': onFormat(
    'document-uri',
    (uri) => `${uri.replace(/\.\w+$/, '')}?Signature=a%2Fb&Name=x.exe#page=1`,
  ),
  'The ending of a document is in capitals.': {
    excludes: oneForm,
    reply: onFormat('document-uri', (uri) => uri.replace(/\.\w+$/, (ending) => ending.toUpperCase())),
  },
  'Documents are named by URIs of a store, which are no web addresses.': {
    excludes: oneForm,
    reply: onFormat('document-uri', (uri) => uri.replace(/^https/, 's3')),
  },
  'Documents are named by URNs.': {
    excludes: oneForm,
    reply: onFormat('document-uri', () => 'urn:uuid:5eed0f0f-0001-4000-8000-000000000f0f'),
  },
});
