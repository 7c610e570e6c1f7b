import { operationOf } from '#contract';
import type { Reply } from './reply.ts';

const [path, query] = [0, 1];

const partOf = ({ request }: Reply, part: number): string => request.path.split('?', 2)[part] ?? '';

/** A parameter of the path as it went over the wire, percent-encoded or not. */
export const sentSegment = (reply: Reply, parameter: string): string => {
  const place = operationOf(reply.operation).path.split('/').indexOf(`{${parameter}}`);
  return partOf(reply, path).split('/')[place] ?? '';
};

/** A parameter of the query as the service reads it. */
export const sentQuery = (reply: Reply, name: string): string =>
  new URLSearchParams(partOf(reply, query)).get(name) ?? '';
