import type { PlantedFault } from '../planted.ts';
import { against, each, under } from '../planting.ts';
import { answering, refusing, timesBefore } from '../rewriting.ts';
import type { List } from './listed-value-list.ts';

type Change = (body: Record<string, unknown>) => void;

const wrongBodies: Readonly<Record<string, Change>> = {
  'error-missing': (body) => delete body.error,
  'error-reworded': (body) => Object.assign(body, { error: 'VALIDATION_ERROR' }),
  'message-missing': (body) => delete body.message,
  'message-in-array': (body) => Object.assign(body, { message: [body.message] }),
  'timestamp-missing': (body) => delete body.timestamp,
  'status-code-missing': (body) => delete body.statusCode,
  'status-code-as-text': (body) => Object.assign(body, { statusCode: '400' }),
};

const isCode = (operation: List['operation']): RegExp =>
  operation === 'deposit.simulate' ? /"currency":"[A-Z]{2,5}"/ : /"asset":"[A-Z]{2,5}"/;

/** Wrong refusals of unlisted values. */
export const wrongRefusals = ({ operation, refuses, names }: List): readonly PlantedFault[] => {
  const which = { operation, status: 400 };
  return [
    ...against(refuses, {
      ...each(['422', '404', '409', '500'], (status) => [
        `${operation}/unlisted/as-${status}`,
        `An unlisted value gets ${status}.`,
        { reply: answering(which, () => ({ status: Number(status) })) },
      ]),
      ...under(`${operation}/unlisted`, wrongBodies, (change, name) => [
        `An unlisted value is refused with a wrong body: ${name}.`,
        { reply: refusing(which, change) },
      ]),
    }),
    ...against(names, {
      [`${operation}/unlisted/nothing-named`]: [
        'The refusal of a value names no allowed one.',
        { reply: refusing(which, (body) => Object.assign(body, { message: 'This value is not allowed' })) },
      ],
      [`${operation}/unlisted/named-at-first-alone`]: [
        'The first refusal of a value names the allowed ones, and no later one does.',
        {
          reply: refusing(which, (body, request) => {
            if (timesBefore(request, 'refused') > 0) body.message = 'This value is not allowed';
          }),
        },
      ],
      [`${operation}/unlisted/named-for-codes-alone`]: [
        'The refusal of a value that is no code names no allowed one.',
        {
          reply: refusing(which, (body, { body: sent }) => {
            if (!isCode(operation).test(JSON.stringify(sent ?? '')))
              body.message = 'This value is not allowed';
          }),
        },
      ],
      [`${operation}/unlisted/named-elsewhere`]: [
        'The refusal of a value names the allowed ones outside its message.',
        {
          reply: refusing(which, (body) => {
            body.allowed = body.message;
            body.message = 'This value is not allowed';
          }),
        },
      ],
    }),
  ];
};
