import { orders } from './operation-groups.ts';
import { touching } from './touching.ts';

export const keyVariations = touching({ operations: orders, replies: [401] }, [
  {
    id: 'keys/asked-for-after-the-json',
    sentence: 'A body that is no JSON is refused before the key is looked at.',
    policies: { authentication: { stage: () => 'after-reading' } },
  },
]);
