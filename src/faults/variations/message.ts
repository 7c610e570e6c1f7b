import { isOrder, operationIds, operationOf, parametersOf } from '#contract';
import { isRecord } from '../places.ts';
import { timesBefore } from '../requests.ts';
import type { Hook } from '../rewriting.ts';
import { oneFor, onRefusal, onSuccess, sharing } from './hook.ts';
import { situations, type Wording, wordings } from './wording.ts';

const spoken = ({ messages, naming, otherwise }: Wording): Hook =>
  onRefusal((body) => {
    if (typeof body.message !== 'string') return;
    const values = /must be one of: (.+)$/.exec(body.message)?.[1]?.split(', ');
    const at = situations.find((message) => message === body.message);
    body.message = values ? naming(values) : at ? messages[at] : otherwise;
  });

/** Details of what is wrong, as frameworks list them. */
const listed: Hook = onRefusal((body) => {
  const { message } = body;
  const text = String(message);
  const shown = situations.some((message) => message === text) || /one of:/.test(text);
  if (!shown) body.message = [text, 'the order is not valid'];
});

const invoices = wordings.map(([, , { invoice }]) => invoice);

/** The operations for which the document words every refusal that a caller can cause. */
const worded = operationIds.filter(
  (id) => !isOrder(id) && (operationOf(id).absence !== undefined || parametersOf(id).length === 0),
);

export const messageVariations = sharing(
  { replies: 'refusals' },
  {
    ...oneFor(wordings, ([name, how, wording], at) => [
      `messages/${name}`,
      {
        sentence: `Every message of an error says the same ${how}.`,
        ...(at === 0 ? {} : { alone: 'one wording excludes another' }),
        reply: spoken(wording),
      },
    ]),
    'messages/list-what-is-invalid': {
      sentence: 'Where the document shows no message, an error of validation has a list of them.',
      operations: operationIds.filter((id) => !worded.includes(id)),
      alone: 'a list excludes a text',
      reply: listed,
    },
    'lightning/message-in-any-words': {
      sentence: 'The message that comes with an invoice is worded otherwise each time.',
      operations: ['lightning-offramp.initiate'],
      replies: 'successes',
      reply: onSuccess('lightning-offramp.initiate', (body, request) => {
        if (isRecord(body)) body.message = invoices[timesBefore(request, 'invoices') % invoices.length];
      }),
    },
  },
);
