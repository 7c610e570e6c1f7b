import { expect, test } from 'vitest';
import { faults, variations } from '#faults';
import { perform, recordedTerminal } from '../../testing/terminal.test.support.ts';

const listed = async (...args: readonly string[]) => {
  const terminal = recordedTerminal(args);
  expect(await perform('faults', terminal)).toBe(0);
  return terminal.written.out;
};

test('every fault and variation is listed with its sentence', async () => {
  const out = await listed();
  for (const { id, sentence } of [...faults, ...variations]) {
    expect(out).toContain(id);
    expect(out).toContain(sentence);
  }
  expect(out).toContain(`${faults.length} faults, ${variations.length} variations`);
});

test('--only narrows to what a requirement must notice', async () => {
  const id = 'withdrawal.read/masks-the-address';
  const rows: readonly { kind: string; requirements: readonly string[] }[] = JSON.parse(
    await listed('--only', id, '--json'),
  );
  expect(rows).toHaveLength(faults.filter(({ requirements }) => requirements.some((it) => it === id)).length);
  for (const { requirements } of rows) expect(requirements).toContain(id);
});

test('the first word of variations lists them, as rehearse takes it', async () => {
  const out = await listed('--only', 'rate-limit');
  expect(out).toContain('rate-limit/every-third-order-is-answered-429');
  expect(out).toMatch(/\n0 faults, \d+ variations\n$/);
  expect(await listed('--only', 'balances')).toMatch(/\n\d{2,} faults, \d variations\n$/);
});

test('one is listed by its own id, and a slip of it gets the right one', async () => {
  const [variation] = variations;
  const out = await listed('--only', variation?.id ?? '');
  expect(out).toContain('0 faults, 1 variation\n');
  await expect(listed('--only', 'withdrawal.read/the-masked-adress-is-the-full-one')).rejects.toThrow(
    'did you mean withdrawal.read/the-masked-address-is-the-full-one',
  );
  await expect(
    perform('sandbox', recordedTerminal(['--as', 'withdrawal.read/the-masked-adress-is-the-full-one'])),
  ).rejects.toThrow('did you mean withdrawal.read/the-masked-address-is-the-full-one');
});
