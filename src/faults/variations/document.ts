import { randomUUID } from 'node:crypto';
import { onFormat } from './hook.ts';
import { alternatives, variants } from './variation.ts';

const combinable = variants('documents', {
  'Documents are linked without a file ending, with a signature in the query.': onFormat(
    'document-uri',
    (uri) => `${uri.replace(/\.\w+$/, '')}?Signature=a%2Fb&Name=x.exe#page=1`,
  ),
});

const exclusive = alternatives('documents', {
  'Links to documents are signed anew for each read.': onFormat(
    'document-uri',
    (uri) => `${uri}?Signature=${randomUUID()}`,
  ),
  'The ending of a document is in capitals.': onFormat('document-uri', (uri) =>
    uri.replace(/\.\w+$/, (ending) => ending.toUpperCase()),
  ),
  'Documents are named by URIs of a store, which are no web addresses.': onFormat('document-uri', (uri) =>
    uri.replace(/^https/, 's3'),
  ),
  'Documents are named by URNs.': onFormat(
    'document-uri',
    () => 'urn:uuid:5eed0f0f-0001-4000-8000-000000000f0f',
  ),
});

export const documentVariations = [...combinable, ...exclusive];
