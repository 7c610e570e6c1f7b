import { type Leak, leakText } from './scan.ts';

/** What is left in place of reports that were withheld. */
export const withheldFile = 'withheld.txt';

/** Says what was found where, so that its cause can be mended; never what it was. */
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
