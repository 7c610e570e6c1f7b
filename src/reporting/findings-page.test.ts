import { expect, test } from 'vitest';
import { finding, hostile, ids, reportsWith, verdictOn } from './example.test.support.ts';
import { renderFindings } from './findings-page.ts';

const textOf = (over: Parameters<typeof finding>[0]): string =>
  renderFindings(verdictOn(reportsWith({ [ids.stated]: { findings: [finding(over)] } })));

const request = {
  method: 'POST',
  path: '/v2/ramp/$RAMP_INDIVIDUAL_SUBACCOUNT_ID/banking/onramp/initiate?page=2',
  headers: { 'x-api-key': '$RAMP_RESTRICTED_API_KEY' },
  body: '{"amount":100}',
};

test('a cause has its heading in the document, what was sent, what came back, and how it is tried again', () => {
  const answer = { status: 201, body: '{\n  "id": "<uuid#12f2>"\n}' };
  const text = textOf({ request, curl: 'curl -sS "$RAMP_BASE_URL/v2"', answer });
  expect(text).toMatch(/^# Findings at sandbox\.vendor\.example\n\nDoes not conform: /);
  expect(text).toMatch(/^### 1\.1 Any other asset is answered 400 Bad Request, with a full error body\.$/m);
  expect(text).toMatch(/^- In the document: Errors, endpoint 6, which says so$/m);
  expect(text).toMatch(/^- Where: POST \/v2\/ramp\/.*onramp\/initiate: status$/m);
  expect(text).toMatch(/^- Actual: 201$/m);
  expect(text).toContain(
    `\`\`\`http\nPOST ${request.path}\nx-api-key: $RAMP_RESTRICTED_API_KEY\n\n{"amount":100}\n\`\`\`\n`,
  );
  expect(text).toContain('```sh\ncurl -sS "$RAMP_BASE_URL/v2"\n```\n');
  expect(text).toContain('```text\nHTTP 201\n{\n  "id": "<uuid#12f2>"\n}\n```\n');
});

test('a vendor reads neither a code nor an id of ours, and what broke a promise before what only differs', () => {
  const text = renderFindings(
    verdictOn(reportsWith({ [ids.shown]: { findings: [finding()] }, [ids.stated]: { findings: [finding()] } })),
  );
  expect(text).not.toMatch(/WRONG|replay|onramp\.initiate:/);
  expect(text.match(/^## .*$/gm)).toEqual([
    '## 1. Broken promises',
    '## 2. Differences from the examples, which break no promise',
  ]);
});

test('an answer without a body shows its status', () => {
  expect(textOf({ answer: { status: 204 } })).toContain('```text\nHTTP 204\n```\n');
});

test('without a finding it says so', () => {
  expect(renderFindings(verdictOn(reportsWith()))).toMatch(/\n\nNothing was found\.\n$/);
});

test('hostile text stays text, in and outside of a block', () => {
  const text = textOf({
    where: `$.${hostile}`,
    expected: hostile,
    observed: hostile,
    case: hostile,
    request: { ...request, path: '/a\n```\n<img src=x>', body: '```\n::error::x\n<img src=x>' },
    curl: 'curl `x`\n```\n# title',
    answer: { status: 201, body: `{\n  "a": "${hostile}"\n\`\`\`\n::error::x\n}` },
  });
  const blocks = /^```(?:http|sh|text)\n[\s\S]*?\n```$/gm;
  expect(text.match(blocks)).toHaveLength(3);
  const outside = text.replace(blocks, '');
  expect(outside).not.toMatch(/<img|^::|```|^# title/m);
  expect(text).not.toMatch(/^::error/m);
});
