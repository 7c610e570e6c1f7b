import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytes, offrampOf, openService, subaccountId } from './service.test.support.ts';

const json = (status: number, body: object, head = ''): string => {
  const text = JSON.stringify(body);
  return `HTTP/1.1 ${status} x\r\ncontent-type: application/json\r\n${head}content-length: ${text.length}\r\n\r\n${text}`;
};

const nginx = '<html><head><title>502 Bad Gateway</title></head><body><center>nginx</center></body></html>';
const page = (status: number) =>
  `HTTP/1.1 ${status} x\r\nserver: nginx\r\ncontent-type: text/html\r\ncontent-length: ${nginx.length}\r\n\r\n${nginx}`;

const record = { id: '6f1c2b1e-0d0a-4f6e-9b7a-2f5d1c3e4a5b', type: 'offramp', status: 'pending' };
const error = (status: number) => ({
  statusCode: status,
  error: 'Error',
  message: 'no',
  timestamp: '2025-01-01T00:00:00.000Z',
});
const accepted = json(201, record);

/** By the client's view of them. Empty: none ever comes; `reset`: the connection closes after it. */
const answers = {
  accepted,
  'accepted behind interim answers': `HTTP/1.1 100 x\r\n\r\nHTTP/1.1 103 x\r\n\r\n${accepted}`,
  'accepted in a body that ends early': accepted.slice(0, -20),
  'accepted in no JSON': json(201, record).replace('{"id"', '{"id\\'),
  'accepted with two lengths': accepted.replace('\r\n\r\n', '\r\ncontent-length: 3\r\n\r\n'),
  refused: json(400, error(400)),
  'not found': json(404, error(404)),
  limited: json(429, error(429), 'retry-after: 0\r\n'),
  'put off': json(503, error(503)),
  'put off for a time': json(503, {}, 'retry-after: 1\r\n'),
  failed: json(500, error(500)),
  'answered by a gateway': page(502),
  'answered with a page': page(200),
  'answered by no HTTP': 'SSH-2.0-OpenSSH_9.2\r\n',
  'closed without an answer': '',
  'never answered': '',
} as const;

type Answer = keyof typeof answers;

const plainRefusals: readonly Answer[] = ['refused', 'not found'];
const closing: readonly Answer[] = [
  'accepted in a body that ends early',
  'accepted with two lengths',
  'answered by no HTTP',
  'closed without an answer',
];

interface Taken {
  readonly reference: string;
  readonly answer: Answer;
}

/** All but a plain refusal may have been carried out. */
const mayBeOpen = (taken: readonly Taken[]): number => {
  const refused = new Set(
    taken.flatMap(({ reference, answer }) => (plainRefusals.includes(answer) ? [reference] : [])),
  );
  return taken.filter(({ reference, answer }) => {
    if (plainRefusals.includes(answer)) return false;
    return answer !== 'limited' || !refused.has(reference);
  }).length;
};

const [asked, announced] = [24, 10];

const limits = { patienceMs: 50, unnamedWaitMs: 1, gatewayWaitMs: 1, headersMs: 200, connectMs: 10_000 };

const place = async (inTurn: readonly Answer[], concurrency: number): Promise<readonly Taken[]> => {
  const answerTo = (at: number) => inTurn[at % inTurn.length] ?? 'accepted';
  const { replacing, seen, close } = await openService(
    bytes((socket, request) => {
      const answer = answerTo(request - 1);
      if (answers[answer] !== '') socket.write(answers[answer]);
      if (closing.includes(answer)) socket.end();
    }),
    { timeoutMs: 200, concurrency, maxRequests: 500, maxAccepted: announced },
    limits,
  );
  const orders = Array.from({ length: asked }, (_, at) =>
    replacing.initiateOfframp({ subaccountId, body: offrampOf(at) }),
  );
  await Promise.allSettled(orders);
  await close();
  return seen.map(({ body }, at) => ({
    reference: JSON.parse(body).client_offramp_reference ?? '',
    answer: answerTo(at),
  }));
};

const kinds = Object.keys(answers) as readonly Answer[];

test('no service may have carried out more orders than were announced, however it answers', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 8 }),
      async (inTurn, concurrency) => {
        const taken = await place(inTurn, concurrency);
        expect(mayBeOpen(taken)).toBeLessThanOrEqual(announced);
        const timesOf = new Map<string, number>();
        for (const { reference } of taken) timesOf.set(reference, (timesOf.get(reference) ?? 0) + 1);
        // An order that may have arrived is never sent again; one that a limit turned away is, twice.
        for (const [reference, times] of timesOf) {
          const own = taken.filter((each) => each.reference === reference);
          expect(times).toBeLessThanOrEqual(own[0]?.answer === 'limited' ? 3 : 1);
        }
      },
    ),
    {
      numRuns: 40,
      seed: 20_261_129,
      examples: kinds.flatMap((kind): [Answer[], number][] => [
        [[kind], 1],
        [[kind], 8],
      ]),
    },
  );
}, 0);
