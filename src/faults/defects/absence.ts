import type { OperationId, RequirementId } from '#contract';
import type { PlantedFault } from '../planted.ts';
import { against, under, type Ways } from '../planting.ts';
import {
  answering,
  type NewMembers,
  type Replacement,
  rewording,
  serverError,
  withoutBody,
} from '../rewriting.ts';

/** The members that a body has besides its message. */
const [bare, short, full] = [[], ['error'], ['error', 'statusCode', 'timestamp']] as const;

/** The absences that the document refuses with 404, each with the message of a confused service. */
const absences = {
  'subaccount.read/refuses-an-absent-subaccount': ['Withdrawal not found', short],
  'deposit.simulate/refuses-an-absent-subaccount': ['Bank account not found', short],
  'individual-kyc.read/refuses-an-absent-customer': ['Business not found', full],
  'business-kyc.read/refuses-an-absent-business': ['Customer not found', full],
  'withdrawal.read/refuses-an-absent-withdrawal': ['Subaccount not found', short],
  'onramp.initiate/refuses-an-absent-bank-account': ['Subaccount not found', bare],
  'offramp.initiate/refuses-an-unknown-recipient': ['Customer not found', bare],
  'lightning-offramp.initiate/refuses-an-unknown-recipient': ['Withdrawal not found', bare],
} as const satisfies Partial<Record<RequirementId, readonly [confused: string, members: readonly string[]]>>;

type Absence = keyof typeof absences;

/** The answers in place of the 404. */
const others: Ways<Replacement> = {
  'as-400': ['it gets 400', { status: 400 }],
  'as-403': ['it gets 403', { status: 403 }],
  'as-410': ['it gets 410', { status: 410 }],
  'as-422': ['it gets 422', { status: 422 }],
  'as-500': ['it breaks the service', serverError],
  'as-null': ['it gets 200 with null', { status: 200, body: null }],
  'as-empty-record': ['it gets 200 with an empty object', { status: 200, body: {} }],
  'as-nothing': ['it gets 204', withoutBody(204)],
};

const wrongErrors: Readonly<Record<string, NewMembers>> = {
  'error-missing': { error: undefined },
  'error-reworded': { error: 'NOT_FOUND' },
  'error-swapped': ({ error }) => ({ error: error === 'Error' ? 'Not Found' : 'Error' }),
};

/** How the body of the 404 is wrong. */
const wrongBodies = (absence: Absence): Readonly<Record<string, NewMembers>> => {
  const [confused, [error, ...others]] = absences[absence];
  return {
    'message-missing': { message: undefined },
    'message-empty': { message: '' },
    'message-of-another': { message: confused },
    'message-of-nothing': { message: 'Something went wrong' },
    ...(error && wrongErrors),
    ...Object.fromEntries(others.map((member) => [`${member}-missing`, { [member]: undefined }])),
  };
};

/** Refusals of what does not exist, made or worded wrongly. */
export const absenceFaults: readonly PlantedFault[] = (Object.keys(absences) as Absence[]).flatMap(
  (absence) => {
    const operation = absence.slice(0, absence.indexOf('/')) as OperationId;
    const which = { operation, status: 404 };
    return against(absence, {
      ...under(`${operation}/absent`, others, ([sentence, answer]) => [
        `What is absent is not answered 404: ${sentence}.`,
        answering(which, answer),
      ]),
      ...under(`${operation}/absent`, wrongBodies(absence), (members, name) => [
        `What is absent is refused with a wrong body: ${name}.`,
        rewording(which, members),
      ]),
    });
  },
);
