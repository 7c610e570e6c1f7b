import { expect, test } from 'vitest';
import { withoutParts } from './key-parts.ts';

const key = 'rk-Acme4711xyzQ8w7E';
const hex = Buffer.from(key).toString('hex');
const base64 = Buffer.from(`id:${key}`).toString('base64url');

test.each([
  ['as it is', `req-${key}-1`],
  ['in part', `7f${key.slice(3, 12)}`],
  ['in small letters', key.toLowerCase()],
  ['with dashes', [...key].join('-')],
  ['backwards', [...key].reverse().join('')],
  ['in rot13', 'ex-Npzr4711klmD8j7R'],
  ['in base32', 'OJVS2QLDNVSTINZRGF4HS6SRHB3TORI'],
  ['in base32, behind two letters', 'NFSHE2ZNIFRW2ZJUG4YTC6DZPJITQ5ZXIU'],
  ['in base64', base64],
  ['in hex', hex],
  ['in hex with colons', hex.replace(/..(?=.)/g, '$&:')],
  ['as half of its hex', hex.slice(0, 18)],
  ['as an id of a trace', `00-${hex.slice(4, 36)}-00f067aa0ba902b7-01`],
])('an id of a request that holds a key %s is only marked', (_, id) => {
  const { 'x-request-id': shown, date } = withoutParts({ 'x-request-id': id, date: 'today' }, [key]);
  expect([shown, date]).toEqual([expect.stringMatching(/^<\S+#[0-9a-f]{4}>$/), 'today']);
});

test.each([
  '0f8fad5b-d9cb-469f-a165-70867728950e',
  '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  'req-4711',
])('an id of its own is kept: %s', (id) =>
  expect(withoutParts({ 'x-request-id': id }, [key])).toEqual({ 'x-request-id': id }),
);
