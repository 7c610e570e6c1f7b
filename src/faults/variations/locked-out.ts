import { type SeenRequest, sandboxKeys, type WireReply } from '#sandbox';
import type { Variation } from '../planted.ts';
import { timesBefore } from '../requests.ts';
import type { Hook } from '../rewriting.ts';

/** How many refused keys a service bears. */
const borne = 12;

const keyIn = ({ headers }: SeenRequest): unknown => headers['x-api-key'];

/** Counts refused keys, and answers otherwise once there were too many. */
const lockingOut =
  (concerns: (request: SeenRequest) => boolean, answer: Pick<WireReply, 'status' | 'body'>): Hook =>
  (reply, request) => {
    const { memory } = request.world;
    const isLocked = Number(memory.get('refused keys') ?? 0) > borne;
    if (reply.status === 401) timesBefore(request, 'refused keys');
    if (!isLocked || !concerns(request)) return;
    Object.assign(reply, structuredClone(answer));
    reply.headers['content-type'] = 'application/json';
  };

const isWrong = (request: SeenRequest): boolean =>
  keyIn(request) !== sandboxKeys.full && keyIn(request) !== sandboxKeys.restricted;

const excludes = 'whoever is locked out sees no other freedom';

/** Services that bear some refused keys and no more. */
export const lockedOutVariations: readonly Variation[] = [
  {
    id: 'keys/locked-out-by-address',
    sentence: 'After a dozen refused keys whatever comes from the same address is answered 403.',
    alone: excludes,
    reply: lockingOut(() => true, {
      status: 403,
      body: { error: 'Forbidden', message: 'Too many failed attempts' },
    }),
  },
  {
    id: 'keys/locked-out-by-account',
    sentence: 'After a dozen refused keys those of the account are valid no longer.',
    alone: excludes,
    reply: lockingOut((request) => !isWrong(request), {
      status: 401,
      body: { error: 'Unauthorized', message: 'Invalid or missing API key' },
    }),
  },
  {
    id: 'keys/wrong-ones-are-blocked',
    sentence: 'After a dozen refused keys wrong ones are answered 403, while the right one works.',
    alone: excludes,
    reply: lockingOut(isWrong, { status: 403, body: { error: 'Blocked', message: 'Try again later' } }),
  },
];
