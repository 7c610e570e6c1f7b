import type { OperationId, RequirementId } from '#contract';
import { against, type Fault, forEachWay } from '../fault.ts';
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

const others: Readonly<Record<string, Replacement>> = {
  'What is absent gets 403.': { status: 403 },
  'What is absent breaks the service.': serverError,
  'What is absent gets 200 with null.': { status: 200, body: null },
  'What is absent gets 200 with an empty object.': { status: 200, body: {} },
  'What is absent gets 204.': withoutBody(204),
};

const wrongErrors: Readonly<Record<string, NewMembers>> = {
  'The 404 has no error.': { error: undefined },
  'The error of the 404 is that of another endpoint.': ({ error }) => ({
    error: error === 'Error' ? 'Not Found' : 'Error',
  }),
};

const wrongBodies = (absence: Absence): Readonly<Record<string, NewMembers>> => {
  const [confused, [error, ...others]] = absences[absence];
  return {
    'The 404 has no message.': { message: undefined },
    'The message of the 404 is empty.': { message: '' },
    'The message of the 404 speaks of another thing.': { message: confused },
    'The message of the 404 says that something went wrong.': { message: 'Something went wrong' },
    ...(error && wrongErrors),
    ...Object.fromEntries(others.map((member) => [`The 404 has no ${member}.`, { [member]: undefined }])),
  };
};

export const absenceFaults: readonly Fault[] = (Object.keys(absences) as Absence[]).flatMap((absence) => {
  const operation = absence.slice(0, absence.indexOf('/')) as OperationId;
  const which = { operation, status: 404 };
  return against(absence, {
    ...forEachWay(others, (answer) => answering(which, answer)),
    ...forEachWay(wrongBodies(absence), (members) => rewording(which, members)),
  });
});
