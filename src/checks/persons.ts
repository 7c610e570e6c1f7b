import { type Reply, Untested, valueAt } from '#evidence';
import { at } from './difference.ts';
import type { Found, Judge } from './judgement.ts';
import { telling } from './words.ts';

/** All that differs between persons; two may share a name, and not the instant at which both were created. */
const members = ['email', 'firstName', 'lastName', 'phone', 'createdAt'];

const personIn = ({ body }: Reply): string => JSON.stringify(members.map((member) => valueAt(body, member)));

const askedFor = ({ request }: Reply): string => String(request.input.subaccountId).toLowerCase();

/** No two subaccounts show the same person. */
export const showsEachItsOwnPerson: Judge<readonly Reply[]> = (given) => {
  const judged = telling(given).filter(
    ({ status, body }) => status < 300 && typeof valueAt(body, 'createdAt') === 'string',
  );
  if (new Set(judged.map(askedFor)).size < 2) throw new Untested('fewer than two subaccounts were read');
  const holder = new Map<string, string>();
  const findings = judged.flatMap((reply): readonly Found[] => {
    const [person, asked] = [personIn(reply), askedFor(reply)];
    const first = holder.get(person) ?? asked;
    holder.set(person, first);
    const expected = 'another person than that of another subaccount';
    return first === asked ? [] : [at(reply, 'SAME_PERSON', '$', expected, 'the same person')];
  });
  return { findings, judged };
};
