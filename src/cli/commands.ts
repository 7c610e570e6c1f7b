import { baselineAccept, baselineDiff } from './baseline.ts';
import { check } from './check.ts';
import type { Command } from './command.ts';
import { compare } from './compare.ts';
import { completionOf } from './completion.ts';
import { doctor } from './doctor.ts';
import { explain } from './explain.ts';
import { exportCurl, exportOpenApi, exportSchemas } from './export.ts';
import { faultsCommand } from './faults.ts';
import { init } from './init.ts';
import { merge } from './merge.ts';
import { prove } from './prove.ts';
import { replay } from './replay.ts';
import { report } from './report.ts';
import { requirementsCommand } from './requirements.ts';
import { run } from './run.ts';
import { sandbox } from './sandbox.ts';
import { waiversCheck } from './waivers.ts';

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
  completionOf(() => commands),
];
