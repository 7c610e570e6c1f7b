import { cacheIn } from '#attribution';
import { isSuccess, operationOf } from '#contract';
import {
  isRecord,
  NotApplicable,
  type Reply,
  type recordsIn,
  toAmount,
  Untested,
  type View,
  valueAt,
  viewOf,
} from '#evidence';
import { describe } from '#schemas';
import { type Found, finding } from './judgement.ts';

const timestampForm = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)$/;

const instantOf = (value: unknown): string | undefined => {
  const instant = typeof value === 'string' && timestampForm.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(instant) ? undefined : new Date(instant).toISOString();
};

/** Amounts by value, instants as instants, ids and codes without letter case. */
const normal = (value: unknown): string =>
  toAmount(value)?.toString() ?? instantOf(value) ?? JSON.stringify(value)?.toLowerCase();

/** Members that both show and that differ; a member that either lacks is judged by shape. */
export const disagreements = (reply: Reply, other: unknown, members: readonly string[]): Found[] =>
  members.flatMap((member) => {
    const [mine, theirs] = [valueAt(reply.body, member), valueAt(other, member)];
    if (mine === undefined || theirs === undefined || mine === theirs) return [];
    if (normal(mine) === normal(theirs)) return [];
    const cache = cacheIn(reply);
    const observed = `another ${describe(mine)}${cache === undefined ? '' : ` (${cache})`}`;
    return [finding({ reply, code: 'DISAGREES', where: `$.${member}`, expected: 'the same as before', observed })];
  });

/** The finding where two accepted orders show the same in a member in which each order should differ. */
export const repeated = (replies: readonly Reply[], member: string, asked: number): Found[] => {
  const taken = replies.filter((reply) => isSuccess(reply) && valueAt(reply.body, member) !== undefined);
  if (taken.length < 2) throw new Untested('fewer than two orders were accepted', asked < 2 ? undefined : 'service');
  const promised = { code: 'NOT_ITS_OWN', where: `$.${member}`, expected: 'another for each order' };
  const earlier = new Map<string, Reply>();
  for (const reply of taken) {
    const value = normal(valueAt(reply.body, member));
    const against = earlier.get(value);
    if (against) return [finding({ reply, against, ...promised, observed: 'the same twice' })];
    earlier.set(value, reply);
  }
  return [];
};

/** A promise about the members of one record, beyond the shape of each. */
export interface Rule {
  /** Member of which the promise speaks, as a dotted path inside the record. */
  readonly path: string;
  readonly promised: string;
  /** Says whether the promise is kept; reading a member that is not there leaves the record out. */
  readonly test: (record: View, sent: View, reply: Reply) => boolean;
}

/** The parts of a body that a rule is applied to. */
type RecordPlaces = typeof recordsIn;

/** The body itself, with any content. */
export const wholeOf: RecordPlaces = (body) => [{ where: '$', record: body }];

const carriesOnly = (body: unknown, names: readonly string[]): boolean =>
  isRecord(body) && Object.entries(body).every(([name, value]) => value === null || names.includes(name));

/** True where a service leaves out of a record all that could be judged. */
const isEmpty = ({ operation, body }: Reply): boolean => {
  const { contents, bare } = operationOf(operation);
  if (bare !== undefined) return carriesOnly(body, bare);
  const held = contents === undefined ? undefined : valueAt(body, contents);
  return typeof held === 'object' && held !== null && Object.keys(held).length === 0;
};

/** The reason why nothing was there to judge: chance, or a service that serves records with nothing in them. */
export const emptiedBy = (replies: readonly Reply[]): 'service' | 'nothing to judge' =>
  replies.length > 0 && replies.every(isEmpty) ? 'service' : 'nothing to judge';

/** Judges every record in the replies; a rule that fits none of them has shown nothing. */
export const ruleOf = (replies: readonly Reply[], { path, promised, test }: Rule, places: RecordPlaces): Found[] => {
  const found: Found[] = [];
  let judged = 0;
  for (const reply of replies) {
    const sent = viewOf(reply.request.input.body);
    for (const { where: place, record } of places(reply.body)) {
      try {
        if (!test(viewOf(record), sent, reply))
          found.push(
            finding({
              reply,
              code: 'RULE_BROKEN',
              where: path ? `${place}.${path}` : place,
              expected: promised,
              observed: describe(valueAt(record, path)),
            }),
          );
        judged += 1;
      } catch (error) {
        if (!(error instanceof NotApplicable)) throw error;
      }
    }
  }
  if (judged === 0)
    throw new Untested(`the promise applied to no record${path === '' ? '' : ` (${path})`}`, emptiedBy(replies));
  return found;
};
