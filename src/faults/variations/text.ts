import { chained, onMembers } from './hook.ts';
import { touching } from './touching.ts';

const [first, last] = ['Zoë 👩🏽‍💼', 'O’Connor‑Łukasz'];

export const textVariations = touching({ replies: 'successes' }, [
  {
    id: 'texts/beyond-ascii',
    sentence: 'Texts hold characters beyond ASCII, as they are.',
    operations: ['subaccount.read', 'individual-kyc.read', 'business-kyc.read'],
    reply: chained([
      onMembers('subaccount.read', { '$.firstName': () => first, '$.lastName': () => last }),
      onMembers('individual-kyc.read', { '$.first_name': () => first, '$.last_name': () => last }),
    ]),
  },
]);
