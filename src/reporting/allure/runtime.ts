import { attachment, description, displayName, historyId, labels, testCaseId } from 'allure-js-commons';
import { ALLURE_HTTP_EXCHANGE_FILE_EXTENSION } from 'allure-js-commons/http';
import type { TestReport } from '#contract';
import { forMarkdown } from '../sanitise.ts';
import type { JudgedRequirement, Verdict } from '../verdict.ts';
import { attachmentsOf } from './exchanges.ts';
import { descriptionOf, identityOf, labelsOf, messageOf } from './requirement-result.ts';

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
  await historyId(identityOf(id, target));
  await testCaseId(identityOf(id, target));
  await description(descriptionWithReason(requirement));
  await labels(...labelsOf(requirement, { target }));
  const exchanges = attachmentsOf([requirement], [report]).get(id) ?? [];
  for (const { name, content, type } of exchanges)
    await attachment(name, content, {
      contentType: type,
      fileExtension: ALLURE_HTTP_EXCHANGE_FILE_EXTENSION,
    });
};
