import type { OperationId, RequirementId } from '#contract';
import type { WireReply } from '#sandbox';
import type { PlantedFault } from '../planted.ts';
import { against, under } from '../planting.ts';
import { answering, refusing, serverError } from '../rewriting.ts';

interface Absence {
  readonly operation: OperationId;
  readonly requirement: RequirementId;
  /** The message of a confused service. */
  readonly confused: string;
  /** Whether the document gives the refusal an `error`. */
  readonly error: boolean;
  /** Members of a full body that are demanded too. */
  readonly members: readonly string[];
}

const full = ['statusCode', 'timestamp'];

/** The absences that are refused with 404, where the document says how. */
const absences: readonly Absence[] = [
  {
    operation: 'subaccount.read',
    requirement: 'subaccount.read/refuses-an-absent-subaccount',
    confused: 'Withdrawal not found',
    error: true,
    members: [],
  },
  {
    operation: 'deposit.simulate',
    requirement: 'deposit.simulate/refuses-an-absent-subaccount',
    confused: 'Bank account not found',
    error: true,
    members: [],
  },
  {
    operation: 'individual-kyc.read',
    requirement: 'individual-kyc.read/refuses-an-absent-customer',
    confused: 'Business not found',
    error: true,
    members: full,
  },
  {
    operation: 'business-kyc.read',
    requirement: 'business-kyc.read/refuses-an-absent-business',
    confused: 'Customer not found',
    error: true,
    members: full,
  },
  {
    operation: 'withdrawal.read',
    requirement: 'withdrawal.read/refuses-an-absent-withdrawal',
    confused: 'Subaccount not found',
    error: true,
    members: [],
  },
  {
    operation: 'onramp.initiate',
    requirement: 'onramp.initiate/refuses-an-absent-bank-account',
    confused: 'Subaccount not found',
    error: false,
    members: [],
  },
  {
    operation: 'offramp.initiate',
    requirement: 'offramp.initiate/refuses-an-unknown-recipient',
    confused: 'Customer not found',
    error: false,
    members: [],
  },
  {
    operation: 'lightning-offramp.initiate',
    requirement: 'lightning-offramp.initiate/refuses-an-unknown-recipient',
    confused: 'Withdrawal not found',
    error: false,
    members: [],
  },
];

type Replacement = (reply: WireReply) => Partial<WireReply>;

/** The answers in place of the 404. */
const others: Readonly<Record<string, readonly [sentence: string, replacement: Replacement]>> = {
  'as-400': ['it gets 400', () => ({ status: 400 })],
  'as-403': ['it gets 403', () => ({ status: 403 })],
  'as-410': ['it gets 410', () => ({ status: 410 })],
  'as-422': ['it gets 422', () => ({ status: 422 })],
  'as-500': ['it breaks the service', serverError],
  'as-null': ['it gets 200 with null', () => ({ status: 200, body: null })],
  'as-empty-record': ['it gets 200 with an empty object', () => ({ status: 200, body: {} })],
  'as-nothing': ['it gets 204', () => ({ status: 204, body: undefined, headers: {} })],
};

type Change = (body: Record<string, unknown>) => void;

/** How the body of the 404 is wrong. */
function wrongBodies({ confused, error, members }: Absence): Readonly<Record<string, Change>> {
  const ofError: Readonly<Record<string, Change>> = {
    'error-missing': (body) => delete body.error,
    'error-reworded': (body) => Object.assign(body, { error: 'NOT_FOUND' }),
    'error-swapped': (body) => Object.assign(body, { error: body.error === 'Error' ? 'Not Found' : 'Error' }),
  };
  return {
    'message-missing': (body) => delete body.message,
    'message-empty': (body) => Object.assign(body, { message: '' }),
    'message-of-another': (body) => Object.assign(body, { message: confused }),
    'message-of-nothing': (body) => Object.assign(body, { message: 'Something went wrong' }),
    ...(error ? ofError : {}),
    ...Object.fromEntries(members.map((member) => [`${member}-missing`, (body) => delete body[member]])),
  };
}

const faultsOf = (absence: Absence): readonly PlantedFault[] => {
  const { operation, requirement } = absence;
  const which = { operation, status: 404 };
  return against(requirement, {
    ...under(`${operation}/absent`, others, ([sentence, replacement]) => [
      `What is absent is not answered 404: ${sentence}.`,
      { reply: answering(which, replacement) },
    ]),
    ...under(`${operation}/absent`, wrongBodies(absence), (change, name) => [
      `What is absent is refused with a wrong body: ${name}.`,
      { reply: refusing(which, change) },
    ]),
  });
};

/** Refusals of what does not exist, made or worded wrongly. */
export const absenceFaults: readonly PlantedFault[] = absences.flatMap(faultsOf);
