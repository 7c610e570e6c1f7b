import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '#reporting';
import { type Entry, harOf } from '../../recording/recorder.test.support.ts';
import { newFolder, perform, recordedTerminal } from '../../testing/terminal.test.support.ts';

export const checked = async (entries: readonly Entry[], ...args: readonly string[]) => {
  const cwd = newFolder();
  writeFileSync(join(cwd, 'traffic.har'), harOf(entries));
  const terminal = recordedTerminal(['traffic.har', '--json', ...args], { cwd });
  const code = await perform('check', terminal);
  const verdict: Verdict = JSON.parse(terminal.written.out);
  return { code, verdict, terminal, cwd };
};

export const found = ({ requirements: judged }: Verdict): readonly string[] =>
  judged.filter(({ findings }) => findings.length > 0).map(({ id }) => id);
