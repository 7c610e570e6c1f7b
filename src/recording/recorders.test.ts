import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { balances } from './browser.test.support.ts';
import { readRecordingFile } from './har.ts';
import { readRecording } from './recording.ts';

const text = JSON.stringify(balances);
const url = 'https://sandbox.vendor.example/v1/ramp/banking/balances';
const type = { name: 'Content-Type', value: 'application/json; charset=utf-8' };
const request = {
  method: 'GET',
  url,
  httpVersion: 'HTTP/1.1',
  headers: [
    { name: 'Host', value: 'sandbox.vendor.example' },
    { name: 'X-API-Key', value: 'key-of-a-recording-0001' },
  ],
  queryString: [],
  cookies: [],
  headersSize: -1,
  bodySize: -1,
};

const har = (entry: object): string =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'recorder', version: '1' }, entries: [entry] } });

const answer = (content: object, more: object = {}, headers: readonly object[] = [type]) => ({
  response: {
    status: 200,
    statusText: 'OK',
    httpVersion: 'HTTP/1.1',
    headers,
    cookies: [],
    content,
    ...more,
  },
});

const recorders = {
  mitmproxy: {
    startedDateTime: '2026-01-01T12:00:00.123456+00:00',
    time: 41.5,
    request,
    ...answer({ size: 90, compression: text.length - 90, mimeType: 'application/json', text }, { bodySize: 90 }, [
      type,
      { name: 'content-encoding', value: 'gzip' },
    ]),
    timings: { connect: 5, ssl: 9, send: 0, receive: 1, wait: 20 },
  },
  Firefox: {
    startedDateTime: '2026-01-01T14:00:00.123+02:00',
    time: 41,
    request: { ...request, httpVersion: 'HTTP/2' },
    ...answer(
      { mimeType: 'application/json; charset=utf-8', size: text.length, text },
      { headersSize: 300, bodySize: 612 },
    ),
    cache: {},
    _securityState: 'secure',
  },
  Safari: {
    startedDateTime: '2026-01-01T12:00:00.123Z',
    time: 41.0002,
    request,
    ...answer(
      { size: text.length, compression: 0, mimeType: 'application/json', text, encoding: '' },
      { _transferSize: 620 },
    ),
    cache: {},
    _fetchType: 'Network Load',
    _priority: 'high',
  },
  Charles: {
    startedDateTime: '2026-01-01T12:00:00.123Z',
    time: 41,
    request,
    ...answer({ size: text.length, mimeType: 'application/json; charset=utf-8', text }, { _charlesStatus: 'COMPLETE' }),
  },
  Fiddler: {
    startedDateTime: '2026-01-01T07:00:00.1230000-05',
    time: 41,
    request,
    ...answer({
      size: text.length,
      mimeType: 'application/json',
      text: Buffer.from(text).toString('base64'),
      encoding: 'base64',
    }),
    comment: '[#1]',
    serverIPAddress: '192.0.2.1',
  },
};

test.each(Object.entries(recorders))('%s', (_name, entry) => {
  const { exchanges, counts } = readRecording([{ name: 'traffic.har', text: har(entry) }]);
  expect(counts).toEqual({ files: 1, entries: 1, unmatched: 0, ofBrowser: 0, leftOut: {} });
  expect(JSON.parse(exchanges[0]?.bytes.toString() ?? '')).toEqual(balances);
  expect(exchanges[0]?.startedAt.toISOString()).toBe('2026-01-01T12:00:00.123Z');
});

test('Insomnia, which saves requests alone', () => {
  const entry = {
    startedDateTime: '2026-01-01T12:00:00.123Z',
    time: 0,
    request,
    response: { status: null, headers: [] },
  };
  const { exchanges, counts } = readRecording([{ name: 'traffic.har', text: har(entry) }]);
  expect([exchanges, counts.leftOut]).toEqual([[], { 'without an answer': 1 }]);
});

const zipOf = (files: Readonly<Record<string, string>>): Buffer => {
  const [locals, central]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(bytes.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), bytes]);
    central.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), fields, place, Buffer.from(name));
    locals.push(local);
    at += local.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(locals.length, 8);
  end.writeUInt16LE(locals.length, 10);
  end.writeUInt32LE(Buffer.concat(central).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, ...central, end]);
};

const limit = 1024 * 1024;

const readFile = async (files: Readonly<Record<string, string | Buffer>>, name: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'ramp-recording-'));
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
  return readRecording([await readRecordingFile(join(folder, name), name, limit)]);
};

const attached = har({
  startedDateTime: '2026-01-01T12:00:00Z',
  request,
  ...answer({ size: -1, _file: '4a8f0c1e.json' }),
});

test.each([
  ['Playwright, in one file', { 'traffic.zip': zipOf({ 'har.har': attached, '4a8f0c1e.json': text }) }, 'traffic.zip'],
  ['Playwright, attached', { 'traffic.har': attached, '4a8f0c1e.json': text }, 'traffic.har'],
  ['packed with gzip', { 'traffic.har.gz': gzipSync(har(recorders.Charles)) }, 'traffic.har.gz'],
])('%s', async (_name, files, name) => {
  const { exchanges } = await readFile(files, name);
  expect(exchanges[0]?.bytes.toString()).toBe(text);
});

test.each(['../secret.json', '/etc/hostname', '.env', 'folder/a.json'])(
  'a body is never looked for in %s',
  async (_file) => {
    const entry = har({ startedDateTime: '2026-01-01T12:00:00Z', request, ...answer({ size: 9, _file }) });
    const { counts } = await readFile({ 'traffic.har': entry, '.env': text }, 'traffic.har');
    expect(counts.leftOut).toEqual({ 'with its body in a file that is not there': 1 });
  },
);

test.each([
  ['a.zip', zipOf({ 'notes.txt': 'a' }), 'a.zip has no .har in it'],
  ['a.zip', Buffer.from('PK\u0003\u0004 and no more'), 'a.zip is a damaged .zip'],
  ['a.zip', zipOf({ 'har.har': ' '.repeat(limit + 1) }), 'a.zip unpacks to more than 1 MB'],
  ['a.gz', Buffer.from([0x1f, 0x8b, 8, 0, 1]), 'a.gz is a damaged .gz'],
  ['a.gz', gzipSync(Buffer.alloc(limit + 1)), 'a.gz unpacks to more than 1 MB'],
])('%s: %#', async (name, bytes, message) => {
  await expect(readFile({ [name]: bytes }, name)).rejects.toThrow(message);
});
