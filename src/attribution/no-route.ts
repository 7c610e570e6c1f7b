import type { Reply } from '#evidence';
import { isInEnglish } from './circumstance.ts';
import { oncePerReply } from './once.ts';
import { refusalText } from './refusal-text.ts';

/** How frameworks and gateways word that they know no such path. */
const ofPath =
  /\bcannot (get|post)\b|\b(path|route|endpoint|url|uri|handler)s?\b.*\b(found|match|exist|unknown)|\b(no|unknown|unmatched) (such )?(path|route|endpoint|url|handler)/i;

/** Words for the things that an order or a read may lack. */
const ofRecord =
  /account|recipient|beneficiar|payee|bank|customer|client|user|individual|business|company|wallet|address|chain|network|quote|rate|corridor|method|currenc|asset|withdrawal|conversion|offramp|order/i;

/** True where a path of the document leads nowhere: a service that knows the path names the record that is missing there. */
export const isUnrouted = oncePerReply((reply: Reply): boolean => {
  if (reply.status === 405) return true;
  if (reply.status !== 404) return false;
  const text = refusalText(reply);
  return text === '' || ofPath.test(text) || (isInEnglish(text) && !ofRecord.test(text));
});
