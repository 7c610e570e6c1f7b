import { brotliCompressSync, constants, deflateSync } from 'node:zlib';
import type { WireReply } from '#sandbox';
import { timesBefore } from '../requests.ts';
import type { Hook } from '../rewriting.ts';
import { sharing } from './hook.ts';
import { initiations } from './operation-groups.ts';

const hasBody = ({ body, raw }: WireReply): boolean => body !== undefined || raw !== undefined;

/** Fast compression, as a server uses it for answers that it does not store. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MIN_QUALITY } };

/** Sends a body in a content coding that the sandbox does not know by itself. */
const coded =
  (coding: string, encode: (plain: Buffer) => Buffer): Hook =>
  (reply) => {
    if (!hasBody(reply)) return;
    reply.raw = encode(Buffer.from(reply.raw ?? JSON.stringify(reply.body)));
    reply.headers['content-encoding'] = coding;
  };

/** Delays some replies, never all. */
const slow: Hook = (reply, request) => {
  const count = timesBefore(request, 'replies');
  if (count % 3 === 0) reply.delayMs = 30 + ((count * 7) % 50);
};

/** Delays initiations. */
const slowOrders: Hook = (reply, { operation }) => {
  if (operation?.endsWith('.initiate')) reply.delayMs = 80;
};

export const httpVariations = sharing(
  {},
  {
    'http/slow-at-times': {
      sentence: 'Some replies take their time.',
      reply: slow,
    },
    'http/slow-orders': {
      sentence: 'Every initiation takes its time.',
      operations: initiations,
      alone: 'one delay excludes another',
      reply: slowOrders,
    },
    'http/chunked': {
      sentence: 'Bodies are sent in chunks, without a length.',
      formOnly: true,
      reply: (reply) => {
        if (hasBody(reply)) reply.chunked = true;
      },
    },
    'http/compressed': {
      sentence: 'Bodies are compressed with gzip.',
      formOnly: true,
      reply: (reply) => {
        if (hasBody(reply)) reply.gzip = true;
      },
    },
    'http/compressed-with-br': {
      sentence: 'Bodies are compressed with br.',
      formOnly: true,
      alone: 'one coding excludes another',
      reply: coded('br', (plain) => brotliCompressSync(plain, quick)),
    },
    'http/compressed-with-deflate': {
      sentence: 'Bodies are compressed with deflate.',
      formOnly: true,
      alone: 'one coding excludes another',
      reply: coded('deflate', deflateSync),
    },
    'http/names-the-identity': {
      sentence: 'The balances say that they are not compressed.',
      operations: ['balances.read'],
      alone: 'one coding excludes another',
      reply: (reply, request) => {
        if (request.operation === 'balances.read') coded('identity', (plain) => plain)(reply, request);
      },
    },
    'http/closes-connections': {
      sentence: 'The service closes the connection after each reply.',
      formOnly: true,
      reply: (reply) => {
        reply.closeConnection = true;
      },
    },
  },
);
