import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { balances } from './browser.test.support.ts';
import { readRecordingFile } from './har.ts';
import { readRecording } from './recording.ts';

const text = JSON.stringify(balances);
const type = { name: 'Content-Type', value: 'application/json; charset=utf-8' };
const startedDateTime = '2026-01-01T12:00:00.123Z';
const request = {
  method: 'GET',
  url: 'https://sandbox.vendor.example/v1/ramp/banking/balances',
  httpVersion: 'HTTP/1.1',
  headers: [
    { name: 'Host', value: 'sandbox.vendor.example' },
    { name: 'X-API-Key', value: 'key-of-a-recording-0001' },
  ],
};

const har = (entry: object): string =>
  JSON.stringify({ log: { version: '1.2', entries: [{ startedDateTime, time: 41, request, ...entry }] } });

const answer = (content: object, more: object = {}) => ({
  response: { status: 200, statusText: 'OK', httpVersion: 'HTTP/1.1', headers: [type], content, ...more },
});

const size = text.length;
const recorders = {
  mitmproxy: {
    startedDateTime: '2026-01-01T12:00:00.123456+00:00',
    time: 41.5,
    ...answer(
      { size: 90, compression: size - 90, mimeType: 'application/json', text },
      { bodySize: 90, headers: [type, { name: 'content-encoding', value: 'gzip' }] },
    ),
    timings: { connect: 5, ssl: 9, send: 0, receive: 1, wait: 20 },
  },
  Firefox: {
    startedDateTime: '2026-01-01T14:00:00.123+02:00',
    request: { ...request, httpVersion: 'HTTP/2' },
    ...answer({ mimeType: type.value, size, text }, { headersSize: 300, bodySize: 612 }),
    _securityState: 'secure',
  },
  Safari: {
    time: 41.0002,
    ...answer({ size, compression: 0, mimeType: 'application/json', text, encoding: '' }, { _transferSize: 620 }),
    _fetchType: 'Network Load',
    _priority: 'high',
  },
  Charles: answer({ size, mimeType: type.value, text }, { _charlesStatus: 'COMPLETE' }),
  Fiddler: {
    startedDateTime: '2026-01-01T07:00:00.1230000-05',
    ...answer({ size, text: Buffer.from(text).toString('base64'), encoding: 'base64' }),
    comment: '[#1]',
  },
};

test.each(Object.entries(recorders))('%s', (_name, entry) => {
  const { exchanges, counts } = readRecording([{ name: 'traffic.har', text: har(entry) }]);
  expect(counts).toEqual({ files: 1, entries: 1, unmatched: 0, ofBrowser: 0, leftOut: {} });
  expect(JSON.parse(exchanges[0]?.bytes.toString() ?? '')).toEqual(balances);
  expect(exchanges[0]?.startedAt.toISOString()).toBe('2026-01-01T12:00:00.123Z');
});

test('Insomnia, which saves requests alone', () => {
  const entry = har({ response: { status: null, headers: [] } });
  const { exchanges, counts } = readRecording([{ name: 'traffic.har', text: entry }]);
  expect([exchanges, counts.leftOut]).toEqual([[], { 'without an answer': 1 }]);
});

type Files = Readonly<Record<string, string | Buffer>>;

const folderWith = (files: Files): string => {
  const folder = mkdtempSync(join(tmpdir(), 'ramp-recording-'));
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
  return folder;
};

const zipOf = (files: Files): Buffer => {
  const cwd = folderWith(files);
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd });
  git('init', '-q');
  git('add', '.');
  return git('archive', '--format=zip', git('write-tree').toString().trim());
};

const limit = 1024 * 1024;

const readFile = async (files: Files, name: string) =>
  readRecording([await readRecordingFile(join(folderWith(files), name), name, limit)]);

const attached = har(answer({ size: -1, _file: '4a8f0c1e.json' }));

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
    const entry = har(answer({ size: 9, _file }));
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
