import { lasting, operationOf } from '#contract';
import { against, type Fault, forEachValue } from '../fault.ts';
import { timesBefore } from '../requests.ts';
import { type Hook, type NewValue, placesOf, rewriting, succeeding } from '../rewriting.ts';

type Lasting = (typeof lasting)[number];

const another = (value: string, times: number): string =>
  value.endsWith('Z')
    ? new Date(Date.parse(value) + times * 1_000).toISOString()
    : `${value.slice(0, -1)}${(times + 4) % 10}`;

const eachTime = (read: Lasting, path: string): Hook =>
  rewriting(read, path, (value, { request }) => {
    const times = timesBefore(request, `reads of ${request.path}`);
    return times === 0 || typeof value !== 'string' ? value : another(value, times);
  });

/** Texts of the record itself that no event changes; a link may be signed anew for each reader. */
const lastingTexts = (read: Lasting): readonly string[] => {
  const { always = [], untilSettled = [] } = operationOf(read).varying ?? {};
  return placesOf(
    read,
    ({ path, type, format }) =>
      type === 'string' &&
      !format?.endsWith('uri') &&
      /^\$(\[\])?\.\w+$/.test(path) &&
      ![...always, ...untilSettled].includes(path),
  );
};

const ofEach = lasting.flatMap((read) =>
  against(
    `${read}/repeats-itself`,
    forEachValue(lastingTexts(read), (path) => [
      `The ${path.replace(/^.*\./, '')} changes with each read.`,
      eachTime(read, path),
    ]),
  ),
);

/** From the second read of a path on, a list or map has lost what it held. */
const emptied = (read: Lasting, path: string, nothing: NewValue): Hook =>
  rewriting(read, path, (value, { request }) =>
    timesBefore(request, `reads of ${request.path}`) === 0 ? value : nothing,
  );

const ofLists = [
  ...against('business-kyc.read/repeats-itself', {
    'From the second read on a business has no owners.': emptied(
      'business-kyc.read',
      '$.ultimate_beneficial_owners',
      [],
    ),
  }),
  ...against('individual-kyc.read/repeats-itself', {
    'From the second read on the links to documents are blank.': emptied(
      'individual-kyc.read',
      '$.documents[].file',
      '',
    ),
  }),
  ...against('subaccount.read/repeats-itself', {
    'From the second read on a subaccount has no capabilities.': emptied(
      'subaccount.read',
      '$.capabilities.currencies',
      {},
    ),
  }),
  ...against('taxonomy.list/repeats-itself', {
    'The second taxonomy of a currency is empty.': succeeding('taxonomy.list', (_reply, request) =>
      timesBefore(request, `reads of ${request.path}`) === 0 ? {} : { body: [] },
    ),
  }),
];

export const faults: readonly Fault[] = [...ofEach, ...ofLists];
