// Waivers: read from a file, applied to the findings of a run, and drafted.
import { z } from 'zod';
import { isOfWholeService, isRequirementId, type RequirementId, requirementOf, requirements } from '#contract';
import { didYouMean, formProblem, line, membersAt, Refused, readFileText, readJson, rowIn, whyUnreadable } from '#lib';
import { currentCode, type Finding, type Profile, profiles, type TestReport } from '#run';
import { meansObserved, meansPlace, patternsFor, placesOverlap, textsOverlap } from './patterns.ts';

/** Texts of findings until 0.4.0, by code; their texts say more now. */
const earlierTexts: Readonly<Record<string, string>> = {
  BALANCE_MOVED: 'another amount',
  ORDERED_ONCE: 'another record with the reference',
  JSON_DIGITS: 'one that changes when read',
  JSON_SIZE: 'more than 100000 members or items',
};

const currentText = ({ finding, observed }: Pick<Waiver, 'finding' | 'observed'>): string =>
  rowIn(earlierTexts, finding) === observed ? '*' : observed;

const day = z.iso.date('must be a day that exists, as YYYY-MM-DD');

const waiverForm = z.strictObject({
  id: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'must be letters, digits, dots, dashes and underscores')
    .describe('name of the waiver, its own in this file'),
  requirement: line(120).describe('exact id of the requirement that the finding belongs to'),
  finding: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{1,79}$/, 'must be the code of a finding, such as WRONG_STATUS')
    .describe('code of the finding'),
  where: line(300).describe(
    'place of the finding: a JSON path, `status` or `header <name>`; `[]` is any index, `*` any one name',
  ),
  observed: line(300).describe('the observation, as the finding reports it; `*` stands for any text'),
  targets: z
    .array(line(200))
    .min(1, 'must name a target')
    .max(50, 'must name at most 50 targets')
    .describe('labels of the targets, as the report names them: the host, or `embedded sandbox`'),
  reason: z
    .string()
    .trim()
    .min(10, 'must give the reason in a sentence of at least 10 characters')
    .max(600)
    .describe('why the deviation is accepted'),
  owner: line(120).describe('who follows the deviation until it is fixed'),
  approvedBy: line(120).describe('who approved; not the owner'),
  approvedOn: day.describe('day of the approval'),
  expires: day.describe('last day in force; at most 90 days after the approval'),
  profile: z
    .enum(profiles)
    .optional()
    .describe(
      'the smallest profile that shows the finding (default: `gate`). A run with a smaller profile never calls the waiver stale',
    ),
  ticket: line(200).optional().describe('where the work on it is followed'),
});

/** Nobody can be responsible for more. */
const maxWaivers = 500;

export const waiverFileForm = z
  .strictObject({
    $schema: z.string().optional(),
    format: z.literal(1, 'must be 1, the format that this version reads'),
    waivers: z.array(waiverForm).max(maxWaivers, `must be at most ${maxWaivers} waivers`),
  })
  .meta({ title: 'Known deviations that a run of ramp-conformance tolerates' });

export type Waiver = z.infer<typeof waiverForm>;

const maxDays = 90;
const dayMs = 86_400_000;

/** Days. A waiver with at most so many days left expires soon. */
export const expiringDays = 14;

/** Whole days, negative for a past day. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

function unwaivable(requirement: string, finding: string): string | undefined {
  if (isRequirementId(requirement)) {
    const { tag, section } = requirementOf(requirement);
    if (tag === 'authentication' || section === 'Authentication' || requirement === 'errors/speak-of-the-key')
      return 'authentication';
  }
  if (requirement === 'errors/hide-the-inside' || /^SEC_|^INSIDE_|^FOREIGN_|LEAK|KEY_ECHO/.test(finding))
    return 'a leak';
  if (requirement === 'http/does-not-redirect' || finding.includes('REDIRECT')) return 'a redirect';
  return /PRODUCTION|GUARD/.test(finding) ? 'the production guard' : undefined;
}

const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

function problemsWith(waiver: Waiver, today: string) {
  const { requirement, finding, targets, owner, approvedBy, approvedOn, expires } = waiver;
  const problems: { readonly member: keyof Waiver; readonly problem: string }[] = [];
  const add = (member: keyof Waiver, problem: string) => problems.push({ member, problem });
  if (!isRequirementId(requirement))
    add(
      'requirement',
      `no requirement is called ${requirement}${
        didYouMean(
          requirement,
          requirements.map(({ id }) => id),
        ) || '; ramp-conformance requirements lists all'
      }`,
    );
  const kind = unwaivable(requirement, finding);
  if (kind !== undefined) add('requirement', `${kind} can never be waived; remove this waiver`);
  for (const target of targets.filter((each) => each.includes('://')))
    add(
      'targets',
      `${target} is a URL; write the label that the reports show, such as ${target.replace(/^.*?:\/\/|\/$/g, '')}`,
    );
  if (same(owner, approvedBy)) add('approvedBy', 'is the owner; another person must approve');
  if (daysBetween(today, approvedOn) > 0) add('approvedOn', 'lies in the future; write the day of the approval');
  const days = daysBetween(approvedOn, expires);
  if (days < 0) add('expires', 'lies before the approval; write a day after it');
  if (days > maxDays) add('expires', `is ${days} days after the approval; at most ${maxDays} are allowed`);
  return problems;
}

const shareTarget = (one: Waiver, other: Waiver): boolean =>
  one.targets.some((target) => other.targets.includes(target));

/** Two waivers for one finding would have two owners. */
function overlap(one: Waiver, other: Waiver): boolean {
  return (
    one.requirement === other.requirement &&
    one.finding === other.finding &&
    shareTarget(one, other) &&
    placesOverlap(one.where, other.where) &&
    textsOverlap(one.observed, other.observed)
  );
}

const refusal = (problems: readonly string[]): Refused =>
  new Refused(['the waivers cannot be used', ...problems].join('\n  '));

interface Problem {
  readonly path: readonly PropertyKey[];
  readonly problem: string;
}

const shownName = (name: PropertyKey): string =>
  typeof name === 'number' || /^[\w$.-]{1,40}$/.test(String(name)) ? String(name) : 'a member of another name';

const nameAt = (path: readonly PropertyKey[], waivers: readonly { readonly id?: unknown }[]): string => {
  const [, index, ...members] = path;
  if (typeof index !== 'number') return path.map(shownName).join('.') || 'the file';
  const id = waivers[index]?.id;
  const name = typeof id === 'string' && /^[\w.-]{1,64}$/.test(id) ? `waiver ${id}` : `waiver ${index + 1}`;
  return [name, ...members.map(shownName)].join(', ');
};

const listedIn = (value: unknown): readonly { readonly id?: unknown }[] => {
  const listed = (value as { waivers?: unknown } | null)?.waivers;
  return Array.isArray(listed) ? listed.map((each) => (each ?? {}) as { id?: unknown }) : [];
};

const wholeForm = '{ "format": 1, "waivers": [] }; ramp-conformance waivers draft writes one';

const formProblems = (value: unknown): Problem[] => {
  const { error } = waiverFileForm.safeParse(value);
  return (error?.issues ?? []).flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        path: [...issue.path, key],
        problem: `is no member of a waiver file${didYouMean(key, membersAt(waiverFileForm, issue.path))}`,
      }));
    const problem = formProblem(issue, value);
    return [{ path: issue.path, problem: issue.path.length > 0 ? problem : `${problem}: ${wholeForm}` }];
  });
};

/** Most waivers of one kind, because each is compared with all others. */
const maxAlike = 50;

const ruleProblems = (waivers: readonly Waiver[], today: string): Problem[] => {
  const ids = new Set<string>();
  const kinds = new Map<string, Waiver[]>();
  return waivers.flatMap((waiver, index) => {
    const at = (member: string): readonly PropertyKey[] => ['waivers', index, member];
    const [id, kind] = [waiver.id.toLowerCase(), `${waiver.requirement} ${waiver.finding}`];
    const isTwin = ids.has(id);
    const alike = kinds.get(kind) ?? [];
    const rival = alike.slice(0, maxAlike).find((other) => overlap(waiver, other));
    ids.add(id);
    kinds.set(kind, alike);
    const isTooMany = alike.push(waiver) > maxAlike;
    return [
      ...problemsWith(waiver, today).map(({ member, problem }) => ({ path: at(member), problem })),
      ...(isTwin ? [{ path: at('id'), problem: 'is the id of an earlier waiver; choose another id' }] : []),
      ...(rival ? [{ path: at('where'), problem: `overlaps with waiver ${rival.id}; keep one of the two` }] : []),
      ...(isTooMany
        ? [
            {
              path: at('finding'),
              problem: `is one of more than ${maxAlike} waivers for one requirement and code; use * so that one waiver covers several places`,
            },
          ]
        : []),
    ];
  });
};

/**
 * The waivers in the text of a file.
 * @param today - the latest current day on earth, as YYYY-MM-DD; no approval can have a later day
 * @throws Refused with file, line and all problems
 */
export function parseWaivers(text: string, file: string, today: string): readonly Waiver[] {
  const { value, lineOf } = readJson(text, (line, problem) => refusal([`${file}:${line} ${problem}`]));
  const listed = listedIn(value);
  const refuse = (problems: readonly Problem[]) => {
    const print = ({ path, problem }: Problem) => `${file}:${lineOf(path)} ${nameAt(path, listed)}: ${problem}`;
    if (problems.length > 0) throw refusal(problems.map(print));
  };
  refuse(formProblems(value));
  const waivers = waiverFileForm
    .parse(value)
    .waivers.map((waiver) => ({ ...waiver, finding: currentCode(waiver.finding), observed: currentText(waiver) }));
  refuse(ruleProblems(waivers, today));
  return waivers;
}

const maxBytes = 1024 ** 2;

/** @throws Refused */
export function readWaivers(path: string, shown: string, today: string): readonly Waiver[] {
  let text: string;
  try {
    text = readFileText(path, maxBytes);
  } catch (error) {
    throw refusal([
      `${shown} ${whyUnreadable(error)}; name another file, or write one with ramp-conformance waivers draft`,
    ]);
  }
  return parseWaivers(text.replace(/^\ufeff/, ''), shown, today);
}

/** `expiring` is in force and ends soon; `not evaluated` could not be judged in this run. */
type WaiverState = 'in force' | 'expiring' | 'expired' | 'stale' | 'not evaluated';

export interface WaiversInRun {
  readonly waivers: readonly Waiver[];
  readonly target: string;
  /** The day of the run, as YYYY-MM-DD. */
  readonly today: string;
  /** The clock of this day, if it is not ours. */
  readonly clock?: string | undefined;
  readonly reports: readonly TestReport[];
  readonly profile: Profile;
  /** True for a run of only some requirements, and for a recording. */
  readonly narrowed?: boolean;
  /** True if another seed draws the cases. */
  readonly drawnAnew?: boolean;
}

const isCoveredBy = (
  { requirement: wanted, finding: code, where, observed }: Waiver,
  requirement: string,
  finding: Pick<Finding, 'code' | 'where' | 'observed'>,
): boolean =>
  wanted === requirement &&
  code === finding.code &&
  meansPlace(where, finding.where) &&
  meansObserved(observed, finding.observed);

/** A test that ended early does not prove that a finding is gone. */
const wasTested = (reports: readonly TestReport[]): boolean =>
  reports.length > 0 && reports.every(({ reasons = [] }) => reasons.length === 0);

/** False if an endpoint of the claim was not tested, because it may still break the claim. */
const wereAllAsked = ({ requirement }: Waiver, reports: readonly TestReport[]): boolean => {
  const operations = isRequirementId(requirement) ? requirementOf(requirement).operations : [];
  if (operations.length < 2) return true;
  const tested = new Set(reports.flatMap(({ observedFacts = [] }) => observedFacts.map(({ operation }) => operation)));
  return operations.every((operation) => tested.has(operation));
};

const triedAsMuch = (waiver: Waiver, own: readonly TestReport[], run: WaiversInRun): boolean => {
  const { requirement, profile: of = 'gate' } = waiver;
  if (profiles.indexOf(run.profile) < profiles.indexOf(of)) return false;
  if (run.drawnAnew && own.some(({ cases = 0 }) => cases > 0)) return false;
  // A narrowed run has fewer answers for a rule about every answer.
  const isOfAll = isRequirementId(requirement) && isOfWholeService(requirementOf(requirement));
  return !(run.narrowed && isOfAll) && wereAllAsked(waiver, run.reports);
};

const stateOf = (waiver: Waiver, run: WaiversInRun): WaiverState => {
  const { target, today, reports } = run;
  if (!waiver.targets.includes(target)) return 'not evaluated';
  const daysLeft = daysBetween(today, waiver.expires);
  if (daysLeft < 0) return 'expired';
  const own = reports.filter(({ requirement }) => requirement === waiver.requirement);
  const came = own.some(({ requirement, findings }) =>
    findings.some((finding) => isCoveredBy(waiver, requirement, finding)),
  );
  if (came) return daysLeft <= expiringDays ? 'expiring' : 'in force';
  return wasTested(own) && triedAsMuch(waiver, own, run) ? 'stale' : 'not evaluated';
};

const failureOf = (
  { id, requirement, finding, where, expires }: Waiver,
  state: WaiverState,
  { today, clock }: WaiversInRun,
): string[] => {
  const by = clock === undefined ? '' : ` (it is ${today} by ${clock})`;
  if (state === 'expired')
    return [`waiver ${id} expired on ${expires}${by}: renew it with a new approval, or remove the waiver`];
  if (state === 'stale')
    return [
      `waiver ${id} is no longer needed: this run tested ${requirement} and did not see ${finding} at ${where}; delete the waiver`,
    ];
  return [];
};

/** The state of each waiver, the waivers of findings, and the waivers that fail the run. */
export function applyWaivers(run: WaiversInRun) {
  const standings = run.waivers.map((waiver) => ({
    ...waiver,
    state: stateOf(waiver, run),
    /** Negative after the last day. */
    daysLeft: daysBetween(run.today, waiver.expires),
  }));
  const alive = standings.filter(({ state }) => state === 'in force' || state === 'expiring');
  return {
    standings,
    /** The id of the waiver that covers a finding and has not ended. */
    covers: (requirement: RequirementId, finding: Finding) =>
      alive.find((each) => isCoveredBy(each, requirement, finding))?.id,
    failures: standings.flatMap((each) => failureOf(each, each.state, run)),
  };
}

interface Unanswered extends Pick<Finding, 'code' | 'where' | 'observed'> {
  readonly id?: string | undefined;
  readonly requirement: string;
}

interface Drafts {
  /** The text of a waiver file. It is refused until somebody fills in the empty members. */
  readonly text: string;
  readonly drafted: readonly Waiver[];
  readonly excluded: readonly { readonly finding: Unanswered; readonly kind: string }[];
}

const draftsOf = (
  { id, requirement, code, where, observed: seen }: Unanswered,
  { target, profile }: Pick<WaiversInRun, 'target' | 'profile'>,
): Waiver[] => {
  const name = id ?? `${requirement.replace(/[^\w.-]+/g, '-')}-${code}`.slice(0, 60);
  return patternsFor(seen).map((observed, index) => ({
    id: index === 0 ? name : `${name}-${index + 1}`,
    requirement,
    finding: code,
    where: where.replace(/\[\d+\]/g, '[]'),
    observed,
    targets: [target],
    reason: '',
    owner: '',
    approvedBy: '',
    approvedOn: '',
    expires: '',
    ...(profile === 'deep' && { profile }),
  }));
};

/**
 * Writes findings of a target as waivers without owner, reason and last day. Findings that one waiver covers become
 * one.
 * @throws Refused if a file could not contain them
 */
export function draftWaivers(findings: readonly Unanswered[], run: Pick<WaiversInRun, 'target' | 'profile'>): Drafts {
  const drafted: Waiver[] = [];
  const excluded: Drafts['excluded'][number][] = [];
  for (const finding of findings) {
    const kind = unwaivable(finding.requirement, finding.code);
    if (kind === undefined)
      drafted.push(...draftsOf(finding, run).filter((draft) => !drafted.some((each) => overlap(each, draft))));
    else excluded.push({ finding, kind });
    if (drafted.length > maxWaivers)
      throw new Refused(
        `the last run needs more than ${maxWaivers} waivers, the limit of a file; ask the vendor to fix some findings first`,
      );
  }
  return { text: `${JSON.stringify({ format: 1, waivers: drafted }, null, 2)}\n`, drafted, excluded };
}
