import { z } from 'zod';
import { operationIds, operationOf, type RequirementId, requirements } from '#contract';
import { isGated, plural } from '#reporting';
import { isVariable, type Profile, profiles, type Reason, reasonOf, secretsOf } from '#run';
import { openTarget, type Settings, settingOf, variableNames } from '#target';
import type { CallEnd, CallOf } from '../call.ts';
import { exitCode } from '../exit-code.ts';
import type { doctorOptions } from '../options.ts';
import { data, lines, publish } from '../output/publish.ts';
import { describeBounds, describeTarget } from '../run/announce.ts';
import { boundsFor } from '../run/plan.ts';
import { asking, createProgress, type Progress, watched } from '../run/progress.ts';
import { tryOut } from '../run/trial.ts';
import { settingsFor } from '../settings/config.ts';
import { leavingOut, selectRequirements } from '../settings/selection.ts';
import { type Interruption, interruptible } from '../terminal/interruption.ts';

const countSchema = z.int().min(0);

const shareSchema = z.object({
  testable: countSchema,
  all: countSchema,
  /** Counts by variable. If no variable would help, counts by reason. */
  lacking: z.record(z.string(), countSchema),
});

type Share = Readonly<z.infer<typeof shareSchema>>;

/** The output of `doctor --json`. */
export const diagnosisSchema = z.object({
  format: z.literal(1),
  target: z.object({ label: z.string(), environment: z.string(), embedded: z.boolean() }),
  profile: z.enum(profiles),
  notes: z.array(z.string()),
  coverage: shareSchema.extend({
    byEndpoint: z.record(z.string(), shareSchema.extend({ operation: z.string() })),
    /** The rules of the whole service. */
    acrossEndpoints: shareSchema,
  }),
  requirements: z.array(
    z.object({
      id: z.string(),
      testable: z.boolean(),
      /** The missing variables. If no variable would help, the reason. */
      lacks: z.array(z.string()).optional(),
      reason: z.string().optional(),
    }),
  ),
  /**
   * The announced limits of a run: requests and accepted orders at a conforming service, and the most that any service
   * gets or accepts; for orders, also by kind.
   */
  bounds: z.object({
    expected: countSchema,
    requests: countSchema,
    accepted: countSchema.optional(),
    acceptedByAny: countSchema,
    orders: z.record(z.string(), countSchema),
  }),
});

type Diagnosis = z.infer<typeof diagnosisSchema>;

type UntestedReasons = ReadonlyMap<RequirementId, Reason>;

const lacksIn = ({ by, reason, lacks = [] }: Reason): string[] => {
  const variables = lacks.filter(isVariable);
  if (variables.length > 0) return variables;
  return [by === 'user' ? reason : 'nothing to judge'];
};

const shareOf = (ids: ReadonlySet<RequirementId>, untested: UntestedReasons): Share => {
  const kept = [...ids].flatMap((id) => untested.get(id) ?? []);
  const counts = new Map<string, number>();
  for (const lack of kept.flatMap(lacksIn)) counts.set(lack, (counts.get(lack) ?? 0) + 1);
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one);
  return { testable: ids.size - kept.length, all: ids.size, lacking: Object.fromEntries(sorted) };
};

const every: ReadonlySet<RequirementId> = new Set(requirements.map(({ id }) => id));

/** By endpoint with the names of `--only`, then the rules of the whole service. */
const coverageOf = (untested: UntestedReasons): Diagnosis['coverage'] => {
  const own = operationIds.map((operation) => [operation, selectRequirements([operation])] as const);
  const endpointIds = new Set(own.flatMap(([, ids]) => [...ids]));
  const byEndpoint = own.map(([operation, ids]) => [
    String(operationOf(operation).number),
    { operation, ...shareOf(ids, untested) },
  ]);
  return {
    ...shareOf(every, untested),
    byEndpoint: Object.fromEntries(byEndpoint),
    acrossEndpoints: shareOf(new Set([...every].filter((id) => !endpointIds.has(id))), untested),
  };
};

const diagnosisOf = (
  { label, environment, embedded }: Diagnosis['target'],
  untested: UntestedReasons,
  more: Pick<Diagnosis, 'profile' | 'notes' | 'bounds'>,
): Diagnosis => ({
  format: 1,
  target: { label, environment, embedded },
  ...more,
  coverage: coverageOf(untested),
  requirements: requirements.map(({ id }) => {
    const why = untested.get(id);
    return { id, testable: why === undefined, ...(why && { lacks: lacksIn(why), reason: why.reason }) };
  }),
});

const lackingText = ({ lacking }: Share): string =>
  Object.entries(lacking)
    .map(([lack, count]) => {
      if (!variableNames.some((each) => each === lack)) return `${count}: ${lack}`;
      return `${count} ${count === 1 ? 'lacks' : 'lack'} ${lack}`;
    })
    .join(', ');

const shareRow = (name: string, share: Share): string => {
  const { testable, all } = share;
  const others = testable === all ? '' : `  ${lackingText(share)}`;
  return `  ${name}  ${String(testable).padStart(3)} of ${String(all).padStart(3)}${others}`;
};

/** The first line of a verdict counts these requirements, unless `--gate` chooses otherwise. */
const gated = requirements.filter((each) => isGated(each, 'implied')).length;

const coverageText = ({ coverage, profile }: Diagnosis): string => {
  const names = operationIds.map((operation) => {
    const { number, method, path } = operationOf(operation);
    return { number, name: `${String(number).padStart(2)} ${method.padEnd(4)} ${path}` };
  });
  const width = Math.max(...names.map(({ name }) => name.length));
  const rows = names.flatMap(({ number, name }) => {
    const share = coverage.byEndpoint[number];
    return share === undefined ? [] : [shareRow(name.padEnd(width), share)];
  });
  return [
    `Will be tested (${profile}): ${coverage.testable} of ${coverage.all} requirements`,
    `  The verdict depends on the ${gated} stated or implied requirements; the others are only reported.`,
    '  A rule for several endpoints is counted in the row of each of them.',
    ...rows,
    shareRow('   Across all endpoints'.padEnd(width), coverage.acrossEndpoints),
    '',
  ].join('\n');
};

const missingText = ({ coverage: { lacking } }: Diagnosis): string => {
  const rows = Object.entries(lacking).map(([lack, count]) => {
    const variable = variableNames.find((each) => each === lack);
    const meaning = variable === undefined ? '' : `: ${settingOf(variable).meaning}`;
    return `  ${lack}${meaning} (${plural(count, 'requirement')})`;
  });
  if (rows.length === 0) return 'All required settings are present.\n';
  return ['Not tested without these settings:', ...rows, ''].join('\n');
};

type DoctorCall = CallOf<typeof doctorOptions>;

/** A deep run tests the same requirements as a gate, with more cases. */
const profileOf = ({ file }: DoctorCall): Profile => (file.defaults.profile === 'smoke' ? 'smoke' : 'gate');

const examine = async (call: DoctorCall, settings: Settings, { signal, code }: Interruption, progress: Progress) => {
  progress.phase(asking(settings));
  const { target, notes: probed, close } = await openTarget(settings, { signal });
  await close();
  progress.phase(undefined);
  const notes = [...settings.notes, ...probed];
  const profile = profileOf(call);
  const bounds = boundsFor(target, { profile, selected: undefined });
  call.say(describeTarget(target, notes) + describeBounds({ target, profile, bounds }));
  progress.phase('Counting what a run would test');
  const tried = await tryOut({ settings, target, profile, signal });
  progress.phase(undefined);
  const untested = new Map(tried.untested);
  // If the variable is set, the requirement lacks something else, and the reason names it.
  for (const [id, { lacks, ...why }] of tried.untested)
    if (lacks?.some((lack) => Object.hasOwn(target.given ?? {}, lack))) untested.set(id, why);
  for (const [id, reason] of leavingOut(call.file.leaveOut).leftOut) untested.set(id, reasonOf('LEFT_OUT', reason));
  const diagnosis = diagnosisOf(target, untested, {
    profile,
    notes,
    bounds: { ...bounds, orders: { ...bounds.orders } },
  });
  const outputs = [
    lines(call, `${coverageText(diagnosis)}\n${missingText(diagnosis)}`),
    ...(call.options.json ? [data(call, 'doctor.json', diagnosis)] : []),
  ];
  const end = { code: code() ?? exitCode.done, tried: diagnosis.coverage.testable };
  return publish(call, outputs, end, { secrets: secretsOf(target) });
};

export async function doctor(call: DoctorCall): Promise<number | CallEnd> {
  const settings = settingsFor(call);
  return interruptible(async (interruption) => {
    try {
      return await watched(createProgress(call.people), (progress) => examine(call, settings, interruption, progress));
    } catch (error) {
      const code = interruption.code();
      if (code === undefined) throw error;
      return code;
    }
  });
}
