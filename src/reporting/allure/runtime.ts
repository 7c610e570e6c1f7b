import {
  attachment,
  description,
  displayName,
  historyId,
  labels,
  links,
  testCaseId,
} from 'allure-js-commons';
import { ALLURE_HTTP_EXCHANGE_FILE_EXTENSION } from 'allure-js-commons/http';
import type { TestReport } from '#contract';
import { forMarkdown } from '../sanitise.ts';
import type { JudgedRequirement, Verdict } from '../verdict.ts';
import { attachmentsOf } from './exchanges.ts';
import { descriptionOf, labelsOf, messageOf, requirementLink } from './requirement-result.ts';

/** Where a run leaves its pages, as seen from a report that Allure makes of its default folder. */
const pages = '../reports';

/** The error of the test shows the message of these. */
const failing: readonly JudgedRequirement['outcome'][] = ['deviates', 'broken'];

const descriptionWithReason = (requirement: JudgedRequirement): string => {
  const message = failing.includes(requirement.outcome) ? '' : messageOf(requirement);
  return [descriptionOf(requirement), ...message.split('\n').map(forMarkdown)].join('\n\n').trim();
};

/** Tells Allure, where its reporter listens, of the test under way what a run writes of the same requirement. */
export const describeForAllure = async (
  requirement: JudgedRequirement,
  report: TestReport,
  target: Pick<Verdict['target'], 'label'>,
): Promise<void> => {
  if (!('allureTestRuntime' in globalThis)) return;
  const { id, claim } = requirement;
  await displayName(claim);
  await historyId(id);
  await testCaseId(id);
  await description(descriptionWithReason(requirement));
  await labels(...labelsOf(requirement, { target }));
  await links(requirementLink(id, pages));
  const exchanges = attachmentsOf([requirement], [report]).get(id) ?? [];
  for (const { name, content, type } of exchanges)
    await attachment(name, content, {
      contentType: type,
      fileExtension: ALLURE_HTTP_EXCHANGE_FILE_EXTENSION,
    });
};
