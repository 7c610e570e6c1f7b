import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { readPastInterims, statusSent } from './interim.ts';

function readOver(...parts: readonly string[]): string {
  const left = parts.map((part) => Buffer.from(part, 'latin1'));
  const socket = { read: () => left.shift() ?? null, write: () => true } as unknown as Socket;
  readPastInterims(socket);
  socket.write('GET / HTTP/1.1\r\n\r\n');
  let read = '';
  for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) read += chunk.toString('latin1');
  return read;
}

const asked = 'HTTP/1.1 100 Continue\r\n\r\n';
const passed = 'HTTP/1.1 199 Continue\r\n\r\n';
const hint = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';
const answer = `HTTP/1.1 200 OK\r\ncontent-length: ${asked.length}\r\n\r\n${asked}`;

test('each 100 before an answer gets another number, wherever its bytes are cut', () => {
  const sent = asked + hint + asked + answer;
  for (let cut = 0; cut <= sent.length; cut += 1)
    expect(readOver(sent.slice(0, cut), sent.slice(cut))).toBe(passed + hint + passed + answer);
  expect(readOver(...sent)).toBe(passed + hint + passed + answer);
  expect([199, 103].map(statusSent)).toEqual([100, 103]);
});

test.each([
  ['an answer', answer],
  ['an answer that a 100 follows', `HTTP/1.1 204 No Content\r\n\r\n${asked}`],
  ['a change of protocol', `HTTP/1.1 101 Switching Protocols\r\n\r\n${asked}`],
  ['another status', 'HTTP/1.1 1000 No\r\n\r\n'],
  ['another version', 'HTTP/2.0 100 Continue\r\n\r\n'],
  ['no HTTP', '220 mail.example\r\n'],
  ['a head without end', `HTTP/1.1 100 Continue\r\nx: ${'a'.repeat(9_000)}`],
])('%s is read as it came', (_, sent) => {
  expect(readOver(sent)).toBe(sent);
  expect(readOver(...sent)).toBe(sent);
});

test('what comes before a request was written is no answer to it', () => {
  const socket = { read: () => Buffer.from(asked), write: () => true } as unknown as Socket;
  readPastInterims(socket);
  expect(String(socket.read())).toBe(asked);
});
