import { changingOnly } from './changing-only.ts';
import { chained, onMembers } from './hook.ts';

const [first, last] = ['Zoë 👩🏽‍💼', 'O’Connor‑Łukasz'];

export const textVariations = changingOnly('successes', [
  {
    id: 'texts/beyond-ascii',
    sentence: 'Texts hold characters beyond ASCII, as they are.',
    endpoints: [1, 2, 3],
    reply: chained([
      onMembers('subaccount.read', { '$.firstName': () => first, '$.lastName': () => last }),
      onMembers('individual-kyc.read', { '$.first_name': () => first, '$.last_name': () => last }),
    ]),
  },
]);
