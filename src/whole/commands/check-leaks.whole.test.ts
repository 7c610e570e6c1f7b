import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checked } from '../../cli/commands/checked.test.support.ts';
import { browserEntry, key, subaccount } from '../../recording/browser.test.support.ts';
import type { RecordedTerminal } from '../../testing/terminal.test.support.ts';
import { startCanary } from '../hostile/canary.test.support.ts';
import { recordGate } from './recorded-gate.test.support.ts';

/** Where an output of a command holds a mark. */
const held = (cwd: string, terminal: RecordedTerminal, marks: readonly string[]): readonly string[] => {
  const files = readdirSync(join(cwd, 'reports'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({ name: entry.name, text: readFileSync(join(entry.parentPath, entry.name), 'utf8') }));
  expect(files.length).toBeGreaterThan(5);
  return [...files, { name: 'terminal', text: JSON.stringify(terminal.written) }].flatMap(({ name, text }) =>
    marks.filter((mark) => text.toLowerCase().includes(mark.toLowerCase())).map((mark) => `${name} holds ${mark}`),
  );
};

describe('no key and nothing of a person reaches an output', () => {
  test('of what a service has answered', async () => {
    const canary = await startCanary('right', 'http://trap.example');
    try {
      const { entries } = await recordGate({ env: canary.settings, profile: 'smoke' });
      const { terminal, cwd, code } = await checked(entries, '--verbose');
      expect(code).not.toBe(4);
      expect(held(cwd, terminal, canary.marks)).toEqual([]);
    } finally {
      await canary.close();
    }
  });

  test('of what a browser has sent, wherever it stands in the recording', async () => {
    const word = 'kanarie';
    const email = `joost.${word}@mail.example`;
    const marked = browserEntry({
      path: `/v2/ramp/${subaccount}/banking/offramp/?page=${word}&${word}=${email}&x-api-key=${word}-in-the-query`,
      headers: {
        'x-api-key': `${word}-key-8Tg4Rf6Yh`,
        authorization: `Bearer ${word}-token-4Rf5Tg6Yh7Uj8Ik9`,
        cookie: `session=${word}`,
        referer: `https://${word}.example/${email}`,
        [`x-${word}`]: email,
      },
      status: 500,
      answer: {
        statusCode: '500',
        message: email,
        [word]: { [email]: word },
        stack: `at ${word} (${word}:1:1)`,
      },
      answerHeaders: { [`x-${word}`]: email, location: `https://${word}.example` },
    });
    const order = browserEntry({
      method: 'POST',
      path: `/v1/ramp/${word}/banking/offramp/initiate`,
      sent: { recipient_id: email, amount: word, [word]: email },
      status: 500,
      answer: `${word} ${email}`,
    });
    const elsewhere = browserEntry({ url: `https://${word}.example/${email}`, answer: { [word]: email } });
    const { terminal, cwd, code } = await checked([marked, order, elsewhere], '--verbose');
    expect(code).toBe(1);
    expect(held(cwd, terminal, [word, key, subaccount])).toEqual([]);
  });
});
