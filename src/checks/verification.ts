import type { View } from '#evidence';
import { isApproved } from '#schemas';
import type { Rule } from './rule.ts';

/** Any field may be left out or null, the purpose of a document too. */
const saysItsPurpose = (document: View): boolean => document.has('purpose') && !document.is('purpose', null);

/** The documents of an approved person prove where that person lives. */
export const provesItsAddress: Rule = {
  where: 'documents',
  promised: 'a proof of address once approved',
  holds: (record) => {
    const documents = record.items('documents');
    record.unless(!isApproved(record.value('')) || !documents.every(saysItsPurpose));
    return documents.some((document) => document.is('purpose', 'PROOF_OF_ADDRESS'));
  },
};
