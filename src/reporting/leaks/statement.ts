import { type Leak, leakText } from './scan.ts';

/** The file that stands in place of reports that were withheld. */
export const withheldFile = 'withheld.txt';

/** Names the kind and the place of each leak, so that its cause can be removed; never its value. */
export const statement = (leaks: readonly Leak[]): string =>
  [
    'The reports of this run were withheld, because they contain data that must not leave this machine. This file does not repeat it.',
    '',
    ...leaks.map(leakText),
    '',
    'None of the files named above was kept, except ledger.jsonl, the record of orders. Remove the cause, such as personal data',
    'in the reason of a waiver, and run again.',
    '',
  ].join('\n');
