import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gone } from './arguments.ts';
import { runProgram } from './program.ts';
import { recordedTerminal } from './testing/terminal.test.support.ts';

const callOf = (typed: string): string[] => (typed.startsWith('-') ? ['run', typed] : typed.split(' '));

test.each(Object.entries(gone))('%s is refused, and what replaces it is named', async (typed, instead) => {
  const member = typed.match(/^"(.*)"$/)?.[1];
  const terminal = recordedTerminal(member === undefined ? callOf(typed) : ['run']);
  if (member !== undefined)
    writeFileSync(join(terminal.cwd, 'ramp-conformance.json'), JSON.stringify({ [member]: true }));
  expect(await runProgram(terminal)).toBe(2);
  expect(terminal.written.err).toContain(`${member ?? typed.replace(/.* (?=--)/, '')} is gone: ${instead}`);
});
