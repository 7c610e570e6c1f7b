import { defaultPolicies } from '#sandbox';
import { against } from '../fault.ts';
import { timesBefore } from '../requests.ts';
import { answering, breaking, changing, otherId, rewriting, succeeding } from '../rewriting.ts';

const read = 'subaccount.read';

const identities = [
  ...against(['subaccount.read/returns-the-one-asked-for', 'http/answers-alike'], {
    'Any subaccount is answered with the first one.': { subaccount: { find: (all) => all[0] } },
    'Each read gets the record of the read before it.': succeeding(read, ({ body }, { world }) => {
      const before = world.memory.get('record') ?? body;
      world.memory.set('record', body);
      return { body: before };
    }),
  }),
  ...against('subaccount.read/returns-the-one-asked-for', {
    'The id is an internal one.': changing(read)('id', otherId),
  }),
  ...against('http/answers-alike', {
    'Every fifth read gets the record of another.': succeeding(read, ({ body }, request) => {
      const { memory } = request.world;
      const others = (memory.get('records') as unknown[] | undefined) ?? [];
      memory.set('records', [...others, body]);
      const other = others.find((it) => JSON.stringify(it) !== JSON.stringify(body));
      return timesBefore(request, read) % 5 === 4 && other !== undefined ? { body: other } : {};
    }),
  }),
  ...against('http/refuses-alike', {
    'An absent subaccount is 404 and 400 in turns.': answering(
      { operation: read, status: 404, when: (request) => timesBefore(request, 'absent') % 2 === 1 },
      { status: 400 },
    ),
    'An absent subaccount breaks the service from the third read on.': breaking({
      operation: read,
      status: 404,
      when: (request) => timesBefore(request, 'absent') >= 2,
    }),
  }),
];

const absent = against('subaccount.read/refuses-an-absent-subaccount', {
  'An absent subaccount is answered with the first one.': {
    subaccount: { find: (all, id) => defaultPolicies.subaccount.find(all, id) ?? all[0] },
  },
});

const persons = against('subaccount.read/shows-each-its-own-person', {
  'Every subaccount shows the first person, under the id that was asked for.': {
    subaccount: { find: ([first], id) => first && { ...first, id } },
  },
  'Every person has the verification record of the first.': { individualKyc: { find: ([first]) => first } },
  'Every business has the verification record of the first.': { businessKyc: { find: ([first]) => first } },
});

const twoNodes = against('subaccount.read/has-its-members', {
  'Every second answer comes from a node that leaves out the type.': rewriting(
    read,
    '$.type',
    (value, { request }) => (timesBefore(request, 'reads') % 2 === 0 ? value : undefined),
  ),
});

export const subaccountFaults = [...identities, ...persons, ...absent, ...twoNodes];
