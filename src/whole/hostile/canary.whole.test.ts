import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataIn } from '../../reporting/allure/page.test.support.ts';
import { type Ended, useBuilt } from '../../testing/built.test.support.ts';
import { commandHere } from '../../testing/terminal.test.support.ts';
import { type Listening, listenHttp } from '../../testing/wire.test.support.ts';
import { type Canary, type CanaryMood, startCanary } from './canary.test.support.ts';

const built = useBuilt();
const here = commandHere({ allure: 'page' });
let trapped = 0;
let trap: Listening;

beforeAll(async () => {
  trap = await listenHttp((_request, response) => {
    trapped += 1;
    response.end();
  });
});
afterAll(() => trap.close());

interface Output {
  readonly name: string;
  readonly text: string;
}

const filesIn = (folder: string): Output[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const name = join(entry.parentPath, entry.name);
      const text = readFileSync(name, 'utf8');
      return name.endsWith('allure-report/index.html')
        ? [
            { name, text },
            { name: `${name}, its data`, text: JSON.stringify(dataIn(text)).replaceAll('\\"', '"') },
          ]
        : [{ name, text }];
    });

/** Where a mark stands in an output, with a little of what is around it. */
const hits = (outputs: readonly Output[], marks: readonly string[]): string[] =>
  outputs.flatMap(({ name, text }) => {
    const lower = text.toLowerCase();
    return marks.flatMap((mark) => {
      const at = lower.indexOf(mark.toLowerCase());
      return at < 0 ? [] : [`${name}: ${JSON.stringify(text.slice(Math.max(0, at - 60), at + 60))}`];
    });
  });

interface Sung {
  readonly canary: Canary;
  readonly folder: string;
  readonly ended: Ended;
  readonly outputs: readonly Output[];
}

async function sing(mood: CanaryMood, args: readonly string[]): Promise<Sung> {
  const canary = await startCanary(mood, `http://127.0.0.1:${trap.port}`);
  const folder = join(here.folder, `reports-${mood}`);
  const summary = join(here.folder, `step-${mood}.md`);
  // One of them as a process, with all else that it prints; all are redacted by the same code.
  const command = mood === 'mad' ? built : here;
  try {
    const env = {
      PATH: process.env.PATH ?? '',
      ...canary.settings,
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: summary,
    };
    const ended = await command.run(['run', '--reports', folder, '--verbose', ...args], env);
    const runs = mood === 'wrong' ? [ended, await here.run(['report', '--reports', folder], env)] : [ended];
    const outputs = [
      { name: 'output', text: JSON.stringify(runs).replaceAll('\\"', '"') },
      { name: 'summary', text: readFileSync(summary, 'utf8') },
      ...filesIn(folder),
    ];
    return { canary, folder, ended, outputs };
  } finally {
    await canary.close();
  }
}

/** No character that a terminal obeys, and no line that a CI would take for a command of another. */
const expectHarmless = ({ out, err }: Ended): void => {
  for (const text of [out, err]) {
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cs}\u202e\u200b]/u);
    expect(text).not.toMatch(/##(?=\[|[a-z]+\[)/i);
    for (const line of text.split('\n'))
      if (line.trimStart().startsWith('::')) expect(line).toMatch(/^::(?:error|notice) title=/);
  }
};

async function expectNoTrace(mood: CanaryMood, args: readonly string[], code: number): Promise<void> {
  const { canary, folder, ended, outputs } = await sing(mood, args);
  expect(hits(outputs, canary.marks)).toEqual([]);
  expect(outputs.some(({ name }) => name.endsWith('index.html, its data'))).toBe(true);
  expectHarmless(ended);
  const err = args.includes('--json') ? '' : ended.err;
  expect({ code: ended.code, err }).toEqual({ code, err: '' });
  expect(readdirSync(folder)).toEqual(
    expect.arrayContaining([
      'allure-report',
      'allure-results',
      'compliance.html',
      'evidence.csv',
      'junit.xml',
      'findings.md',
      'summary.md',
      'verdict.json',
    ]),
  );
  expect(trapped).toBe(0);
}

describe('a service that puts secrets, persons and traps into every answer', () => {
  const sentence = 'and is %s leaves no trace of them in any output';

  test.each([
    ['right', ['--profile', 'smoke'], 0],
    ['wrong', ['--json', '--profile', 'smoke'], 1],
    ['mad', ['--profile', 'smoke'], 1],
  ] as const)(sentence, expectNoTrace);
});
