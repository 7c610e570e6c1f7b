import { type OperationId, operationOf } from '#contract';
import { fullError, type Member, membersOf } from '#schemas';
import type { PathStep } from '../http/json-scan.ts';
import { isCodeInOneCase, markKey } from './codes.ts';

export type Side = 'request' | 'reply';

/** Documented members by path template (`$.data[].id`): what may be named, and what kind of value stands there. */
export type BodyShape = ReadonlyMap<string, Member>;

const byPath = (members: readonly Member[]): Map<string, Member> =>
  new Map(members.map((member) => [member.path, member]));

function readShape(operation: OperationId, side: Side): BodyShape {
  const { success, request } = operationOf(operation);
  if (side === 'request') return byPath(request ? membersOf(request) : []);
  // Error bodies come under the same operation; where a record has a member of the same name, the record decides.
  return byPath([...membersOf(fullError), ...(success ? membersOf(success) : [])]);
}

const shapes = new Map<string, BodyShape>();

export function shapeOf(operation: OperationId, side: Side): BodyShape {
  const name = `${side} ${operation}`;
  const shape = shapes.get(name) ?? readShape(operation, side);
  shapes.set(name, shape);
  return shape;
}

interface ShapePlace {
  /** Path template, as the shape has it. */
  readonly template: string;
  /** The step as it may be shown. */
  readonly printed: string;
}

/** One step further down a payload; a name that the document does not know is only marked. */
export function stepInto(shape: BodyShape, template: string, step: PathStep): ShapePlace {
  if (typeof step === 'number') return { template: `${template}[]`, printed: `[${step}]` };
  if (shape.get(template)?.type === 'map') {
    const known = shape.get(template)?.known?.includes(step) || isCodeInOneCase(step);
    return { template: `${template}{*}`, printed: known ? step : markKey(step) };
  }
  const child = `${template}.${step}`;
  return shape.has(child) ? { template: child, printed: step } : { template: `${template}.?`, printed: markKey(step) };
}

/** A path into a payload without any name that the payload made up. */
export function printPath(shape: BodyShape, path: readonly PathStep[]): string {
  let template = '$';
  let printed = '$';
  for (const step of path) {
    const place = stepInto(shape, template, step);
    template = place.template;
    printed += typeof step === 'number' ? place.printed : `.${place.printed}`;
  }
  return printed;
}
