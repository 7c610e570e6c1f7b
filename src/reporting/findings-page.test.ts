import { expect, test } from 'vitest';
import { broken, type finding, green, hostile, ids, made } from './example.test.support.ts';
import { renderFindings } from './findings-page.ts';
import { codeIn, headingsIn, markupIn, proseIn } from './markdown.test.support.ts';

const textOf = (over: NonNullable<Parameters<typeof finding>[0]>): string =>
  renderFindings(made({ reports: broken(ids.stated, over) }));

const request = {
  at: '2026-11-21T02:00:01.000Z',
  method: 'POST',
  path: '/v2/ramp/<the individual subaccount>/banking/onramp/initiate?page=2',
  headers: { 'x-api-key': '<a valid key without permission>' },
  body: '{"amount":100}',
};

test('a cause has what was promised and seen, its heading in the document, what was sent, and what came back', () => {
  const answer = { status: 201, id: 'x-request-id: 4f1c', body: '{\n  "id": "<uuid#12f2>"\n}' };
  const text = textOf({ request, curl: 'curl -sS "$RAMP_BASE_URL/v2"', answer, seen: '2 of 2' });
  expect(headingsIn(text)).toEqual([
    'Findings at sandbox.vendor.example',
    '1. Broken promises: refusals and errors',
    '1.1 Promised: An asset that is not listed gets 400 Bad Request with statusCode, message, timestamp and error. Seen: HTTP 201',
  ]);
  for (const line of [
    'In the document: Errors (this section states the promise)',
    'Endpoint: 6 Initiate onramp (POST /v2/ramp/{subaccountId}/banking/onramp/initiate)',
    'Risk: medium: a client may misread an answer',
    'Seen: HTTP 201, expected 400',
    'Looked at again: seen 2 of 2 times',
    'Sent: 2026-11-21T02:00:01.000Z (UTC), answered with x-request-id: 4f1c',
    '<the individual subaccount>: approved, of the type individual',
  ])
    expect(proseIn(text).split('\n')).toContain(line);
  expect(codeIn(text)).toEqual([
    { language: 'http', text: `POST ${request.path}\nx-api-key: <a valid key without permission>\n\n{"amount":100}\n` },
    { language: 'text', text: 'HTTP 201\nx-request-id: 4f1c\n\n{\n  "id": "<uuid#12f2>"\n}\n' },
    { language: 'sh', text: 'curl -sS "$RAMP_BASE_URL/v2"\n' },
  ]);
});

test('where two records disagree, both stand there, in the order in which they came', () => {
  const before = { request: { ...request, path: '/v1/before' }, answer: { status: 200 } };
  const text = textOf({ request, answer: { status: 404 }, against: before });
  expect(codeIn(text).map(({ text: code }) => code?.split('\n', 1)[0])).toEqual([
    'POST /v1/before',
    'HTTP 200',
    `POST ${request.path}`,
    'HTTP 404',
  ]);
  expect(proseIn(text)).toMatch(/First this request:[\s\S]*Then this one:/);
});

test('a vendor reads neither a code nor an id of ours, and what broke a promise before what only differs', () => {
  const text = renderFindings(made({ reports: { ...broken(ids.shown), ...broken(ids.stated) } }));
  expect(text).not.toMatch(/WRONG|replay|onramp\.initiate:/);
  expect(text.match(/^## .*$/gm)).toEqual([
    '## 1. Broken promises: refusals and errors',
    '## 2. Differences from the examples, which break no promise: orders and money',
  ]);
});

test('one answer that breaks two promises is one cause with both', () => {
  const reports = { ...broken(ids.stated, { request }), ...broken(ids.implied, { request }) };
  const text = renderFindings(made({ reports }));
  expect(text.match(/^### /gm)).toHaveLength(1);
  expect(text).toContain('2 broken promises, 1 cause');
  expect(proseIn(text)).toMatch(/^Also broken: .*amount/m);
});

test('without a finding it says so', () => {
  expect(renderFindings(green)).toMatch(/\n\nNothing was found\.\n$/);
});

test('hostile text stays text wherever it is pasted, in and outside of a block', () => {
  const text = textOf({
    where: `$.${hostile}`,
    expected: hostile,
    observed: hostile,
    case: hostile,
    request: { ...request, path: '/a\n```\n<img src=x>', body: '```\n::error::x\n<img src=x>' },
    curl: 'curl `x`\n```\n# title',
    answer: { status: 201, body: `{\n  "a": "${hostile}"\n\`\`\`\n::error::x\n}` },
  });
  expect(markupIn(text)).toEqual([]);
  expect(codeIn(text).map(({ language }) => language)).toEqual(['http', 'text', 'sh']);
  expect(headingsIn(text)).toHaveLength(3);
  expect(text).not.toMatch(/^::error/m);
});
