import { operationOf } from '#contract';
import { type Reply, Untested } from '#evidence';
import { isApproved } from '#schemas';
import { finding, type Judge } from './judgement.ts';
import { heldAt } from './members.ts';

/** Names may still be empty while a verification has not come to its end. */
const isYetToBeFilled = ({ operation, body }: Reply): boolean =>
  operationOf(operation).bare !== undefined && !isApproved(body);

/** Texts that carry content are not empty. */
export const carriesContent: Judge<readonly Reply[]> = (given, { attribution }) => {
  const judged = attribution.judgeable(given).filter((reply) => !isYetToBeFilled(reply));
  const held = heldAt(judged, (operation) => operationOf(operation).texts);
  if (!held.some(({ values }) => values.some((value) => typeof value === 'string')))
    throw new Untested('no record carried such a text');
  const findings = held
    .filter(({ values }) => values.some((value) => typeof value === 'string' && value.trim() === ''))
    .map(({ reply, path }) =>
      finding({
        reply,
        code: 'EMPTY_TEXT',
        where: `$.${path}`,
        expected: 'a text with content',
        observed: 'an empty one',
      }),
    );
  return { findings, judged };
};
