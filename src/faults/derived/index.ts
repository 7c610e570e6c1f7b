import { type OperationId, operationIds, operationOf, requirementOfViolation } from '#contract';
import { type Member, membersOf } from '#schemas';
import type { Fault } from '../fault.ts';
import { type Hook, type Place, placesAt, put, succeeded, succeeding } from '../rewriting.ts';
import { bodyFaults, type Defect, defectsOfType, withStranger } from './defect.ts';
import { defectsOfFormat } from './format.ts';

/** Which place is spoilt where a path leads to several. */
const spots = ['first', 'middle', 'last'] as const;
type PickedSpot = (typeof spots)[number];

const placeAt = (places: readonly Place[], spot: PickedSpot): Place | undefined =>
  places[{ first: 0, middle: Math.floor(places.length / 2), last: places.length - 1 }[spot]];

const spoiling =
  (operation: OperationId, path: string, spot: PickedSpot, { spoil }: Defect): Hook =>
  (reply, request) => {
    if (request.operation !== operation || !succeeded(reply)) return;
    const place = placeAt(placesAt(reply.body, path), spot);
    if (place) put(place, spoil(place.holder[place.key]));
  };

/** Members that are spoilt in every spot, because a check of the first item alone would miss the others. */
const isImportant = (path: string): boolean => /^\$\.data\[\]\.(id|status|rate|.*amount|to\.net_amount)$/i.test(path);

const hasSpots = (path: string): boolean => /\[\]|\{\*\}/.test(path);

/** Spots rotate, so that each kind of defect occurs in each of them. */
const spotsOf = (path: string, turn: number): readonly PickedSpot[] => {
  if (!hasSpots(path)) return ['first'];
  return isImportant(path) ? spots : [spots[turn % spots.length] ?? 'first'];
};

function faultsOfMember(operation: OperationId, member: Member, turn: number): readonly Fault[] {
  const { path } = member;
  return [...defectsOfType(member), ...defectsOfFormat(member)].flatMap((defect, at) =>
    spotsOf(path, turn + at).map((spot) => ({
      id: `${operation}/${path.replace(/^\$\.?/, '')}/${defect.name}${hasSpots(path) ? `@${spot}` : ''}`,
      sentence: `${path} ${defect.description}${hasSpots(path) ? `, in the ${spot} place` : ''}.`,
      requirements: [requirementOfViolation(operation, path, defect.kind)],
      reply: spoiling(operation, path, spot, defect),
      derived: { operation, defect: defect.name },
    })),
  );
}

const isBareArray = (operation: OperationId): boolean => {
  const { success } = operationOf(operation);
  return success !== null && membersOf(success).some(({ path }) => path === '$[]');
};

/** The record itself is no member, so that no defect of a member adds to it. */
const strangerAtTheRoot = (operation: OperationId): readonly Fault[] =>
  isBareArray(operation)
    ? []
    : [
        {
          id: `${operation}/unknown-member`,
          sentence: 'The body has a further member.',
          requirements: ['records/have-no-member-beyond-the-document'],
          reply: succeeding(operation, ({ body }) => ({ body: withStranger(body) })),
          derived: { operation, defect: 'a further member' },
        },
      ];

function faultsOfOperation(operation: OperationId): readonly Fault[] {
  const { success } = operationOf(operation);
  if (success === null) return [];
  return [
    ...membersOf(success).flatMap((member, turn) => faultsOfMember(operation, member, turn)),
    ...strangerAtTheRoot(operation),
    ...bodyFaults(operation).map((fault) => ({
      ...fault,
      derived: { operation, defect: fault.sentence },
    })),
  ];
}

/** One fault for each way in which each documented member of each reply can be wrong. */
export const derivedFaults: readonly Fault[] = operationIds.flatMap(faultsOfOperation);
