import { baselineAccept, baselineDiff } from './baseline/baseline.ts';
import { check } from './check/check.ts';
import type { Command } from './command.ts';
import { compare } from './commands/compare.ts';
import { explain } from './commands/explain.ts';
import { exportCurl, exportOpenApi, exportSchemas } from './commands/export.ts';
import { faultsCommand } from './commands/faults.ts';
import { report } from './commands/report.ts';
import { requirementsCommand } from './commands/requirements.ts';
import { waiversCheck } from './commands/waivers.ts';
import { doctor } from './doctor/doctor.ts';
import { init } from './init/init.ts';
import { merge } from './merge/merge.ts';
import { prove } from './prove/prove.ts';
import { replay } from './replay/replay.ts';
import { run } from './run/run.ts';
import { sandbox } from './sandbox/sandbox.ts';

/** Every command, in the order of the help; the first is done when none is named. */
export const commands: readonly Command[] = [
  run,
  check,
  prove,
  sandbox,
  doctor,
  requirementsCommand,
  explain,
  faultsCommand,
  replay,
  compare,
  baselineAccept,
  baselineDiff,
  waiversCheck,
  exportOpenApi,
  exportSchemas,
  exportCurl,
  report,
  merge,
  init,
];
