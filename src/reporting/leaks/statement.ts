import { type Leak, leakText } from './scan.ts';

/** What is left in place of reports that were withheld. */
export const withheldFile = 'withheld.txt';

/** Says what was found where, so that its cause can be mended; never what it was. */
export const statement = (leaks: readonly Leak[]): string =>
  [
    'The reports of this run were withheld, because they hold what must not leave this machine. It is not repeated here.',
    '',
    ...leaks.map(leakText),
    '',
    'Every file named above was not written or was removed, save ledger.jsonl, the record of orders. Mend the cause, such as',
    'a datum in the reason of a waiver, and run again.',
    '',
  ].join('\n');
