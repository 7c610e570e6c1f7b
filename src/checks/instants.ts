import { type Reply, Untested } from '#evidence';
import { emptiedBy } from './empty-record.ts';
import { finding, type Judge } from './judgement.ts';
import { heldAt, pathsOf } from './members.ts';
import { ofReadable } from './words.ts';

/** Members with the instant of something done; one of an expiry or an estimate may well be in the future. */
const isStored = (name: string): boolean => /^(created|updated|vendorVerified)_?at$/i.test(name);

const stored = pathsOf(({ path }) => isStored(path.split('.').at(-1) ?? ''));

/** The greatest difference between two clocks of one service. */
const toleranceMs = 5 * 60_000;

const instantsIn = (values: readonly unknown[]): readonly number[] =>
  values
    .map((value) => (typeof value === 'string' ? Date.parse(value) : Number.NaN))
    .filter((instant) => !Number.isNaN(instant));

const latestIn = ({ serverDate = new Date(0), receivedAt }: Reply): number =>
  Math.max(serverDate.getTime(), receivedAt.getTime()) + toleranceMs;

/**
 * Nothing that was done is dated after the answer that shows it, by the later of both clocks: the date may be that of a gateway
 * whose clock is slow. An answer without a date shows nothing.
 */
export const datesNothingToCome: Judge<readonly Reply[]> = ofReadable((given) => {
  const judged = heldAt(given, stored)
    .map(({ values, ...held }) => ({ ...held, instants: instantsIn(values) }))
    .filter(({ reply, instants }) => reply.serverDate !== undefined && instants.length > 0);
  if (judged.length === 0)
    throw new Untested('no dated answer showed when something was done', emptiedBy(given));
  return {
    findings: judged
      .filter(({ reply, instants }) => instants.some((instant) => instant > latestIn(reply)))
      .map(({ reply, path }) =>
        finding({
          reply,
          code: 'IN_THE_FUTURE',
          where: `$.${path}`,
          expected: 'not after the answer',
          observed: 'an instant to come',
        }),
      ),
    judged: [...new Set(judged.map(({ reply }) => reply))],
  };
});
