import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '#client';
import { type RequirementId, requirements } from '#contract';
import { faults, variations } from '#faults';
import { Refused } from '#lib';
import { type Planned, type Proof, type ProofScope, type Proved, prove } from '#prove';
import { plural, proofFile } from '#reporting';
import { secretsOf } from '#run';
import { memorySandbox } from '#sandbox';
import { openTarget, type Settings } from '#target';
import type { CallEnd, CallOf } from '../call.ts';
import { exitCode } from '../exit-code.ts';
import type { proveOptions } from '../options.ts';
import { reportsFolder } from '../output/folder.ts';
import { demandOurFiles } from '../output/own-folder.ts';
import { data, lines, publish, reportFile } from '../output/publish.ts';
import { programName } from '../own-package.ts';
import { asking, createProgress, watched } from '../run/progress.ts';
import { settingsFor } from '../settings/config.ts';
import { isSelectable, selectRequirements } from '../settings/selection.ts';
import { interruptible } from '../terminal/interruption.ts';
import { notA, shownPath } from '../terminal/printable.ts';

type ProofCall = CallOf<typeof proveOptions>;

const catalogued = new Map([...faults, ...variations].map((it) => [it.id, it]));

/** The requirements that must detect a fault. With a variation, all requirements must pass. */
const concerned = (id: string): readonly RequirementId[] =>
  faults.find((fault) => fault.id === id)?.requirements ?? requirements.map((requirement) => requirement.id);

const refusalOf = (text: string): Refused => {
  const names = [...catalogued.keys(), ...requirements.map(({ id }) => id)];
  const lists = `; ${programName} requirements and ${programName} faults list them`;
  return new Refused(`--only ${notA(text, 'endpoint, requirement, tag, fault or variation', names, lists)}`);
};

export const scopeOf = (texts: readonly string[]): ProofScope => {
  if (texts.length === 0) return { requirements: new Set(requirements.map(({ id }) => id)) };
  const ids = texts.filter((text) => catalogued.has(text));
  const others = texts.filter((text) => !catalogued.has(text));
  const unknown = others.find((text) => !isSelectable(text));
  if (unknown !== undefined) throw refusalOf(unknown);
  const chosen = others.length > 0 ? selectRequirements(others) : new Set(ids.flatMap(concerned));
  return { requirements: chosen, ...(ids.length > 0 ? { catalogued: new Set(ids) } : {}) };
};

/** Most rows of one kind on the terminal; the file has all. */
const maxRows = 25;

const rows = (title: string, lines: readonly string[], max = lines.length): readonly string[] => {
  if (lines.length === 0) return [];
  const more = lines.length > max ? [`and ${lines.length - max} more`] : [];
  return ['', `${title} (${lines.length})`, ...[...lines.slice(0, max), ...more].map((line) => `  ${line}`)];
};

const details = ({ survived, falsePositives, idle, withoutFault, missing }: Proof): readonly string[] => [
  ...rows(
    'Missed: no check found the planted fault',
    survived.map((it) => `${it.requirement} under ${it.fault}: ${it.sentence} ${it.instead}`),
    maxRows,
  ),
  ...rows(
    'False positives: a conforming service was blamed',
    falsePositives.map((it) => `${it.requirement} with ${it.variation}: ${it.raised}`),
    maxRows,
  ),
  ...rows('Variations that set off no check', idle, maxRows),
  ...rows('Requirements for which no fault exists', withoutFault, maxRows),
  ...rows('Requirements without a check', missing, maxRows),
];

/** A proof of variations only does not show whether checks can fail. */
const conclusion = ({ holds, counts }: Proof): string => {
  if (!holds) return 'NOT PROVED';
  if (counts.pairs + counts.checksPassed === 0) return 'NOT PROVED: nothing was tried';
  const passes = 'none blames a conforming service';
  return counts.faults === 0
    ? `PROVED: of the checks that were tried, ${passes}`
    : `PROVED: every check can fail, and ${passes}`;
};

const proofText = ({ proof, sent }: Proved, seconds: number, file: string): string => {
  const { counts, withoutFault } = proof;
  return [
    '',
    `Requirements ${counts.requirements} with a fault, ${withoutFault.length} without`,
    `Faults       ${counts.faults}`,
    `Detected     ${counts.killed} of ${plural(counts.pairs, 'pair')}, ${counts.survived} missed, ${counts.keptBack} not tested because a correct service may refuse the same request`,
    `Variations   ${counts.variations}, ${plural(counts.checksPassed, 'check')} passed, ${plural(counts.falsePositives, 'false positive')}`,
    `Time         ${seconds.toFixed(1)} s, ${plural(sent, 'request')}`,
    ...details(proof),
    '',
    conclusion(proof),
    `  matrix: ${file}`,
    '',
  ].join('\n');
};

const ownSettings = (call: ProofCall): Settings => {
  const settings = settingsFor(call);
  if (settings.service !== undefined)
    throw new Refused('prove works on the embedded sandbox only; leave RAMP_BASE_URL unset for it');
  return settings;
};

function conclude(call: ProofCall, directory: string, proved: Proved, seconds: number, secrets: readonly string[]) {
  const { format, ...result } = proved.proof;
  const proof = { format, madeAt: new Date().toISOString(), harness: { version }, ...result };
  const file = join(directory, proofFile);
  const text = `${JSON.stringify(proof, null, 1)}\n`;
  rmSync(file, { force: true });
  const outputs = [
    reportFile(directory, proofFile, text),
    lines(call, proofText(proved, seconds, shownPath(call.terminal.cwd, file)), 'literal'),
    ...(call.options.json ? [data(call, proofFile, proof)] : []),
  ];
  const { pairs, checksPassed } = proof.counts;
  const end = { code: proof.holds ? exitCode.done : exitCode.deviates, tried: pairs + checksPassed };
  return publish(call, outputs, end, { secrets, numbers: [proof.seed] });
}

export async function proveCall(call: ProofCall): Promise<number | CallEnd> {
  const { options, typed } = call;
  // The same cases each time. The seed of the configuration file is for runs; a proof must not depend on chance.
  const seed = typed.has('seed') ? options.seed : '1';
  if (!/^\d{1,9}$/.test(seed)) throw new Refused('--seed must be a whole number, such as 42');
  const scope = scopeOf(options.only);
  const directory = reportsFolder(call);
  demandOurFiles(directory, [proofFile]);
  return interruptible(({ signal, code }) =>
    watched(createProgress(call.people), async (progress) => {
      const settings = ownSettings(call);
      const start = performance.now();
      progress.phase(asking(settings));
      const [{ target, close }] = await Promise.all([
        openTarget(settings, { sandbox: async () => memorySandbox(), signal }),
        import('#suites'),
      ]);
      try {
        let done = 0;
        const onPlan = ({ pairs, services, worlds }: Planned) => {
          progress.phase(undefined);
          call.say(
            `Proving      ${plural(pairs, 'pair')} of a requirement and a fault, and ${plural(services, 'conforming service')}`,
          );
          progress.phase('Trying faults and variations', () => ({ done, total: worlds }));
        };
        const onTried = () => {
          done += 1;
          progress.tick();
        };
        const proved = await prove({ target, scope, seed: Number(seed), signal, onPlan, onTried });
        progress.end();
        if (signal.aborted) return code() ?? exitCode.interrupted;
        return conclude(call, directory, proved, (performance.now() - start) / 1000, secretsOf(target));
      } finally {
        await close();
      }
    }),
  );
}
