import { LabelName, type Link, Severity, Stage, Status, type TestResult } from 'allure-js-commons';
import { endpointOf, titleOf } from '../endpoints.ts';
import { brief } from '../sanitise.ts';
import type { BaselineComparison, Verdict, WaiverInForce } from '../verdict.ts';
import { waiverText } from '../words.ts';
import { requirementLink } from './links.ts';

/** What is judged beside the requirements and has a result of its own: its name is its identity from run to run. */
interface Aside {
  readonly id: string;
  readonly name: string;
  readonly status: Status;
  readonly severity: Severity;
  readonly message: string;
  readonly epic: string;
  readonly feature: string;
  readonly story: string;
  readonly label: { readonly name: string; readonly value: string };
  readonly links: readonly Link[];
}

type Change = BaselineComparison['changes'][number];

const driftStatuses: Readonly<Record<Change['class'], { status: Status; severity: Severity }>> = {
  breaking: { status: Status.FAILED, severity: Severity.CRITICAL },
  risky: { status: Status.FAILED, severity: Severity.NORMAL },
  additive: { status: Status.PASSED, severity: Severity.MINOR },
  'evidence lost': { status: Status.SKIPPED, severity: Severity.MINOR },
};

const ofChange = (change: Change, baseline: string): Aside => {
  const { class: drift, endpoint, fact, accepted, met } = change;
  return {
    id: `baseline/${baseline}/${endpoint}/${fact}`,
    name: `${endpoint} ${fact} is as the baseline ${baseline} has it.`,
    ...driftStatuses[drift],
    message: `${drift}: accepted ${accepted}, met ${met}`,
    epic: 'Drift from the baseline',
    feature: titleOf(endpointOf(endpoint)),
    story: drift,
    label: { name: 'drift', value: drift },
    links: [],
  };
};

const waiverStatuses: Readonly<Record<NonNullable<WaiverInForce['state']>, Status>> = {
  'in force': Status.PASSED,
  expiring: Status.PASSED,
  expired: Status.FAILED,
  stale: Status.FAILED,
  'not evaluated': Status.SKIPPED,
};

const ofWaiver = (waiver: WaiverInForce): Aside => {
  const { id, requirement, finding, where, state = 'in force' } = waiver;
  return {
    id: `waiver/${id}`,
    name: `Waiver ${id} is in force and needed: ${finding} at ${where} of ${requirement}.`,
    status: waiverStatuses[state],
    severity: Severity.NORMAL,
    message: waiverText(waiver),
    epic: 'Waivers',
    feature: titleOf(endpointOf(requirement)),
    story: state,
    label: { name: 'waiver', value: id },
    links: [requirementLink(requirement)],
  };
};

/** Every change from the accepted baseline, and every waiver that the run was given. */
export const asidesOf = ({ baseline, waivers = [] }: Verdict): Aside[] => [
  ...(baseline?.changes ?? []).map((change) => ofChange(change, baseline?.name ?? '')),
  ...waivers.map(ofWaiver),
];

/** The members of its result; it took no time, and stands after all requirements. */
export const asideResult = (aside: Aside, { target, endedAt }: Verdict): Partial<TestResult> => {
  const { id, name, status, severity, message, epic, feature, story, label, links } = aside;
  const at = Date.parse(endedAt);
  return {
    name: brief(name, 300),
    fullName: id,
    testCaseId: id,
    historyId: id,
    titlePath: [feature],
    status,
    stage: Stage.FINISHED,
    statusDetails: { message: brief(message, 1000) },
    labels: [
      { name: LabelName.EPIC, value: epic },
      { name: LabelName.FEATURE, value: feature },
      { name: LabelName.STORY, value: story },
      { name: LabelName.SEVERITY, value: severity },
      label,
      { name: 'target', value: target.label },
      { name: LabelName.FRAMEWORK, value: 'ramp-conformance' },
    ],
    links: [...links],
    start: at,
    stop: at,
  };
};
