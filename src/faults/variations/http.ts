import { brotliCompressSync, constants, deflateSync } from 'node:zlib';
import type { WireReply } from '#sandbox';
import { timesBefore } from '../requests.ts';
import type { Hook } from '../rewriting.ts';
import { alternatives, variants } from './variation.ts';

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

const slow: Hook = (reply, request) => {
  const count = timesBefore(request, 'replies');
  if (count % 3 === 0) reply.delayMs = 30 + ((count * 7) % 50);
};

const slowOrders: Hook = (reply, { operation }) => {
  if (operation?.endsWith('.initiate')) reply.delayMs = 80;
};

const combinable = variants('http', {
  'Some replies take their time.': slow,
  'Bodies are sent in chunks, without a length.': (reply) => {
    if (hasBody(reply)) reply.chunked = true;
  },
  'Bodies are compressed with gzip.': (reply) => {
    if (hasBody(reply)) reply.gzip = true;
  },
  'The service closes the connection after each reply.': (reply) => {
    reply.closeConnection = true;
  },
});

const exclusive = alternatives('http', {
  'Every initiation takes its time.': slowOrders,
  'Bodies are compressed with br.': coded('br', (plain) => brotliCompressSync(plain, quick)),
  'Bodies are compressed with deflate.': coded('deflate', deflateSync),
  'The balances say that they are not compressed.': (reply, request) => {
    if (request.operation === 'balances.read') coded('identity', (plain) => plain)(reply, request);
  },
});

export const httpVariations = [...combinable, ...exclusive];
