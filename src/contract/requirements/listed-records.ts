import { headingOf, type OperationId } from '../operations.ts';
import { sectionsOf } from '../section.ts';

interface ListedRecord<List extends OperationId, Read extends OperationId, Noun extends string> {
  readonly list: List;
  readonly read: Read;
  readonly noun: Noun;
  readonly article: 'A' | 'An';
}

/** Records that are listed and read one by one share these claims. */
const listedRecord = <
  const List extends OperationId,
  const Read extends OperationId,
  const Noun extends string,
>({
  list,
  read,
  noun,
  article,
}: ListedRecord<List, Read, Noun>) => {
  const section = sectionsOf(read);
  const endpoint = headingOf(read);
  return [
    section('consistency', endpoint).implied(
      'agrees-with-the-listing',
      `What the listing of ${noun}s shows can be read, and agrees with its item there.`,
      [list, read],
    ),
    section('error', endpoint).implied(
      'hides-what-is-absent',
      `${article} ${noun} that does not exist is never answered with a record.`,
    ),
    section('open', 'Errors').silent(
      `answer-for-an-absent-${noun}`,
      `Which status an absent ${noun} gets is open.`,
    ),
    sectionsOf(list)('open', 'Errors').silent(
      'answer-for-an-absent-subaccount',
      'Which answer the listing of an absent subaccount gets is open.',
    ),
  ];
};

export const listedRecordRequirements = [
  ...listedRecord({ list: 'offramp.list', read: 'offramp.read', noun: 'offramp', article: 'An' }),
  ...listedRecord({ list: 'conversion.list', read: 'conversion.read', noun: 'conversion', article: 'A' }),
];
