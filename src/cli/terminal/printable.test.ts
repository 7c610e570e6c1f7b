import { expect, test } from 'vitest';
import { recordedTerminal } from '../../testing/terminal.test.support.ts';
import { runProgram } from '../program.ts';

/** Keys in their usual forms. */
const keys = ['sk_live_51NxQzR2eZvKYlo2C', 'AKIA7Q3FZ5K2M8X4', '4f9d2c7e-88aa-4b1c-9d3e-0a1b2c3d4e5f', 'a1b2c3d4e5f6'];

const places: readonly (readonly string[])[] = [
  [],
  ['explain'],
  ['replay'],
  ['run', '--only'],
  ['prove', '--only'],
  ['faults', '--only'],
  ['sandbox', '--as'],
  ['sandbox', '--port'],
  ['run', '--seed'],
  ['run', '--profile'],
  ['run', '--config'],
  ['run', '--target'],
  ['init', '--ci'],
  ['init', '--require'],
  ['help'],
  ['baseline accept', '--only'],
];

test.each(places.flatMap((place) => keys.map((key) => [place.join(' '), key] as const)))(
  '`%s` does not repeat a key that is typed in the wrong place',
  async (place, key) => {
    const terminal = recordedTerminal([...place.split(' ').filter(Boolean), key]);
    const code = await runProgram(terminal);
    expect(code).toBe(2);
    expect(terminal.written.out + terminal.written.err).not.toContain(key);
  },
);

test('a slip of a name is repeated with what was meant', async () => {
  const terminal = recordedTerminal(['explain', 'withdrawal.read/masks-the-adress']);
  expect(await runProgram(terminal)).toBe(2);
  expect(terminal.written.err).toContain(
    'withdrawal.read/masks-the-adress is not a requirement; did you mean withdrawal.read/masks-the-address',
  );
});
