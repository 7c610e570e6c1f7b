import { randomBytes } from 'node:crypto';
import { defaultPolicies } from '#sandbox';
import { isSeeded } from '../requests.ts';
import { alternatives, onFormat, type Variation, variants } from '../variation.ts';

const grouped = (digits: string): string => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** RFC 9562, version 7: a point in time and random bits. */
function timeOrdered(): string {
  const random = randomBytes(10).toString('hex');
  const instant = Date.now().toString(16).padStart(12, '0');
  return grouped(`${instant}7${random.slice(0, 3)}8${random.slice(3, 6)}${random.slice(6, 18)}`);
}

const inUpperCase = onFormat('uuid', (id) => id.toUpperCase());

const combinable = variants(
  'identifiers',
  {
    'What is created gets a UUID of version 7.': { creation: { newId: timeOrdered } },
    'Identifiers are written in upper case; a path may hold them in any.': inUpperCase,
  },
  { phase: 'form' },
);

const exclusive = alternatives('identifiers', {
  'What is created gets an identifier in upper case, and is known by it in no other letter case.': [
    {
      offramp: {
        find: (store, wanted) =>
          // Those that a run is configured with are in lower case.
          isSeeded(wanted.id) || wanted.id === wanted.id.toUpperCase()
            ? defaultPolicies.offramp.find(store, wanted)
            : undefined,
      },
    },
    (reply, request) => (request.operation?.startsWith('offramp.') ? inUpperCase(reply, request) : undefined),
  ],
});

export const variations: readonly Variation[] = [...combinable, ...exclusive];
