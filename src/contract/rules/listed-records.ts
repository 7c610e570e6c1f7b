import { sectionsOf } from '../claim.ts';
import { headingOf } from '../operation.ts';
import { operationOf } from '../operations.ts';

/** Records that are listed and read one by one share these claims. */
const listedRecord = <const Noun extends 'offramp' | 'conversion'>(noun: Noun) => {
  const list = `${noun}.list` as const;
  const read = `${noun}.read` as const;
  const section = sectionsOf(read);
  return [
    section('consistency', headingOf(operationOf(read))).implied(
      'agrees-with-the-listing',
      `What the listing of ${noun}s shows can be read, and agrees with its item there.`,
      [list, read],
    ),
    section('error', headingOf(operationOf(read))).implied(
      'hides-what-is-absent',
      `An absent ${noun} is never answered with a record.`,
      { heeds: ['ids'], sign: true },
    ),
    section('open', 'Errors').silent(`answer-for-an-absent-${noun}`, `Which status an absent ${noun} gets is open.`),
    sectionsOf(list)('open', 'Errors').silent(
      'answer-for-an-absent-subaccount',
      'Which answer the listing of an absent subaccount gets is open.',
    ),
  ];
};

export const listedRecordRequirements = [...listedRecord('offramp'), ...listedRecord('conversion')];
