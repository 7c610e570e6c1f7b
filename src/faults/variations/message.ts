import type { Variation } from '../planted.ts';
import type { Hook } from '../rewriting.ts';
import { chained, onMembers, onRefusal } from './hook.ts';
import { situations, type Wording, wordings } from './wording.ts';

const spoken = ({ messages, naming, otherwise, invoice }: Wording): Hook =>
  chained([
    onRefusal((body) => {
      if (typeof body.message !== 'string') return;
      const values = /must be one of: (.+)$/.exec(body.message)?.[1]?.split(', ');
      const at = situations.indexOf(body.message);
      body.message = values ? naming(values) : (messages[at] ?? otherwise);
    }),
    onMembers('lightning-offramp.initiate', { '$.message': () => invoice }),
  ]);

export const messageVariations: readonly Variation[] = wordings.map(([name, how, wording], at) => ({
  id: `messages/${name}`,
  sentence: `Every message says the same ${how}.`,
  ...(at === 0 ? {} : { alone: 'one wording excludes another' }),
  reply: spoken(wording),
}));

/** Details of what is wrong, as frameworks list them. */
const listed: Hook = onRefusal((body) => {
  const { message } = body;
  const text = String(message);
  const shown = situations.includes(text) || /one of:/.test(text);
  if (!shown) body.message = [text, 'the order is not valid'];
});

export const validationVariations: readonly Variation[] = [
  {
    id: 'messages/list-what-is-invalid',
    sentence: 'Where the document shows no message, an error of validation has a list of them.',
    endpoints: [5, 6, 7, 8, 9, 10, 12, 13],
    alone: 'a list excludes a text',
    reply: listed,
  },
];
