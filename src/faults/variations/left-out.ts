import { answering } from '#contract';
import type { Member } from '#schemas';
import { onPlaces } from './places.ts';
import { touching } from './touching.ts';

/** Members that may be null by the document, which does not say that they may be left out. */
const isNullable = ({ path, nullable, optional }: Member): boolean =>
  nullable && !optional && !path.endsWith('[]') && !path.endsWith('{*}');

export const leftOutVariations = touching({ operations: answering, replies: 'successes' }, [
  {
    id: 'left-out/what-may-be-null',
    sentence: 'Members that may be null are left out.',
    alone: 'what is left out excludes null and every value',
    reply: onPlaces(isNullable, () => undefined),
  },
  {
    id: 'left-out/where-it-is-null',
    sentence: 'Members that may be null are left out where they are null.',
    alone: 'what is left out excludes null',
    reply: onPlaces(isNullable, (value) => (value === null ? undefined : value)),
  },
]);
