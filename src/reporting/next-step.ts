// The next step after a run, in one line of each report.

import { isVariable, type ReasonCode } from '#run';
import { hasNoResult, keptBy, lacking, promisesIn, wasExecuted } from './outcomes.ts';
import { dayText, groupBy, plural, rowIn, texts } from './text.ts';
import type { JudgedRequirement, Verdict } from './verdict.ts';

/** The earliest last day of the accepted deviations of these requirements. */
export function endsOf(
  { waivers = [] }: Pick<Verdict, 'waivers'>,
  requirements: readonly JudgedRequirement[],
): string[] {
  const used = new Set(requirements.flatMap(({ findings }) => findings.map(({ waiver }) => waiver)));
  return [...new Set(waivers.filter(({ id }) => used.has(id)).map(({ expires }) => expires))].sort();
}

const letThrough = 'Ask the vendor to let these requests through';
const sendFindings = 'Send findings.md (in the folder of the reports) to the vendor';
const checkAddress = 'Check RAMP_BASE_URL and the network with ramp-conformance doctor';
const reportMistake = 'Report this mistake of the tool to its makers';

type Change = string | ((verdict: Verdict) => string);

const seconds = ({ startedAt, endedAt }: Verdict): string =>
  `${Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1_000)} s`;

/** For each code, the change after which the next run tests more. */
const changes: Readonly<Record<string, Change>> = {
  DEADLINE: (verdict) => `Raise RAMP_DEADLINE_S (this run had ${seconds(verdict)})`,
  BUDGET_SPENT: ({ requests }) => `Raise RAMP_MAX_REQUESTS above ${requests.sent}`,
  RATE_LIMITED: 'Lower RAMP_REQUESTS_PER_SECOND, or ask the vendor to lift the limit',
  UNAVAILABLE: 'Wait until the service is available',
  DISTURBED: 'Wait until the service answers steadily',
  NO_SECOND_LOOK: 'Wait until the service answers steadily',
  LOCKED_OUT: letThrough,
  GATEWAY: letThrough,
  BLOCKED: letThrough,
  NO_OWN_ANSWER: letThrough,
  UNREACHABLE: checkAddress,
  DNS: checkAddress,
  CONNECT: checkAddress,
  TLS: checkAddress,
  TARGET_NOT_HTTP: checkAddress,
  NOT_THE_SERVICE: 'Correct RAMP_BASE_URL',
  KEY_REFUSED: 'Correct RAMP_API_KEY',
  KEY_EXPIRED: 'Set a new RAMP_API_KEY',
  WRONG_ROLES: 'Correct the ids in the settings',
  TRANSPORT_TIMEOUT: 'Raise RAMP_TIMEOUT_MS, or ask the vendor why answers come late',
  ORDERS_LOST: 'Ask the vendor why orders got no answer',
  HARNESS_MISTAKE: reportMistake,
  JUDGED_NOTHING: reportMistake,
  NOT_QUIET: 'Set RAMP_QUIET_ACCOUNT=true on an account that nobody else uses',
  SMALL_PROFILE: ({ profile }) => `Choose --profile ${profile === 'smoke' ? 'gate' : 'deep'}`,
  NOT_SELECTED: 'Leave out --only',
  LEFT_OUT: 'Delete the entries of leaveOut in ramp-conformance.json',
  NOT_RECORDED: 'Record the missing requests',
  NOT_ALLOWED: ({ target, permissions }) => {
    if (target.environment === 'production') return 'Use a sandbox of the vendor';
    return permissions?.readOnly ? 'Leave out --read-only' : 'Set RAMP_MONEY_HOST';
  },
} satisfies Partial<Record<ReasonCode, Change>>;

const maxVariables = 3;

const settingsText = (requirements: readonly JudgedRequirement[]): string | undefined => {
  const variables = [...new Set(requirements.flatMap(({ lacks = [] }) => lacks.filter(isVariable)))];
  const left = variables.length - maxVariables;
  if (variables.length === 0) return undefined;
  return `Set ${variables.slice(0, maxVariables).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
};

const changeFor = (requirements: readonly JudgedRequirement[], verdict: Verdict): string | undefined => {
  const [[code = '', own = []] = []] = [...groupBy(requirements, (each) => each.code ?? '')].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  const change = rowIn(changes, code);
  return settingsText(own) ?? (typeof change === 'function' ? change(verdict) : change);
};

const afterRed = ({ requirements, otherFailures = [] }: Verdict): string => {
  if (requirements.some(({ findings }) => findings.length > 0) || otherFailures.length === 0)
    return `${sendFindings}. Do not go live with this service until a new run conforms.`;
  if (otherFailures.every((why) => why.startsWith('waiver ')))
    return 'Renew or delete the waivers that fail the run, and run again.';
  return 'Ask the vendor about each change; correct the waivers or the baseline, and run again.';
};

const afterPart = (verdict: Verdict): string => {
  const left = promisesIn(verdict).filter((each) => !wasExecuted(each) && each.untestedBy !== 'nothing to judge');
  const change = left.length === 0 ? letThrough : changeFor(left, verdict);
  const rest = left.length === 0 ? 'the rest' : plural(left.length, 'more promise');
  return `${change ?? 'Change the settings or requests that are named under "Not tested"'}, and run again to test ${rest}.`;
};

const afterInconclusive = (verdict: Verdict): string => {
  const { interrupted, money, requirements, refusal } = verdict;
  const orders = money?.unknown?.filter(({ answer }) => answer === undefined).length ?? 0;
  if (interrupted) return 'Run again, and let the run end.';
  if (refusal !== undefined) return 'Correct the problem that is named here, and run again.';
  if (orders > 0) return `Ask the vendor whether it carried out ${plural(orders, 'order')}, and run again.`;
  const open = [...requirements.filter(hasNoResult), ...keptBy(verdict, 'service'), ...lacking(verdict)];
  return `${changeFor(open, verdict) ?? 'Ask the vendor about what was not tested'}, and run again.`;
};

const afterWaivers = (verdict: Verdict): string => {
  const [first] = endsOf(verdict, verdict.requirements);
  return `${sendFindings}. Ask for a fix, or renew the accepted deviations${first === undefined ? '' : `, by ${dayText(first)}`}.`;
};

const steps: Readonly<Record<Verdict['verdict'], (verdict: Verdict) => string>> = {
  conforms: ({ target }) => `Check that ${target.label} is the service that you mean. Then sign compliance.html.`,
  'conforms-in-part': afterPart,
  'conforms-with-waivers': (verdict) =>
    texts(afterWaivers(verdict), keptBy(verdict, 'user').length > 0 && afterPart(verdict)).join(' '),
  deviates: afterRed,
  inconclusive: afterInconclusive,
  refused: () => 'Correct the problem that is named here, and run again.',
};

/** `Next: Send findings.md to the vendor; …` */
export function nextStep(verdict: Verdict): string {
  const isSelfTest = verdict.target.embedded && verdict.exitCode === 0;
  return `Next: ${isSelfTest ? 'Set RAMP_BASE_URL and RAMP_API_KEY to test the service of a vendor.' : steps[verdict.verdict](verdict)}`;
}
