// Writes the results for Allure, with attachments of a bounded size.
import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  attachment,
  description,
  displayName,
  historyId,
  labels,
  type TestResult,
  testCaseId,
} from 'allure-js-commons';
import {
  ALLURE_HTTP_EXCHANGE_CONTENT_TYPE,
  ALLURE_HTTP_EXCHANGE_FILE_EXTENSION,
  ALLURE_HTTP_EXCHANGE_SCHEMA_VERSION,
  type HttpExchange,
  type HttpExchangeBody,
} from 'allure-js-commons/http';
import { createTestResult, stringifyEnvInfo } from 'allure-js-commons/sdk/reporter';
import { firmnesses } from '#contract';
import { makeFolder, sha256, type Written } from '#lib';
import type { Exchange, Outcome, TestReport } from '#run';
import { partOf } from '../causes.ts';
import { driftText } from '../comparison/drift-text.ts';
import { statementOf } from '../headline.ts';
import { trafficText } from '../remarks.ts';
import { cut, forMarkdown, groupBy, sanitise, shorten, webPage } from '../text.ts';
import type { JudgedRequirement, ProofSummary, Verdict } from '../verdict.ts';
import { byEndpoint } from '../words.ts';
import { renderCategories, renderConfiguration } from './allure-report.ts';
import { descriptionOf, extraResultsOf, identityOf, labelsOf, messageOf, requirementResult } from './results.ts';

/** Most exchanges of a requirement, and most bytes of each exchange. A kept promise needs less evidence. */
const budgets = { wanting: { exchanges: 3, bytes: 16_000 }, held: { exchanges: 1, bytes: 2_000 } };

/** Most bytes of all exchanges together, because the page contains each of them. */
const maxBytes = 470_000;

const wanting: readonly Outcome[] = ['deviates', 'waived', 'drifts', 'no-result', 'untested'];

interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly source: string;
  readonly content: string;
  readonly bytes: number;
}

const headersOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name: sanitise(name), value: shorten(value, 300) }));

/** JSON without white space; Allure formats it again. */
const compact = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body;
  }
};

const bodyOf = (text: string | undefined, maxBody: number): { body?: HttpExchangeBody } => {
  if (text === undefined || text === '') return {};
  const body = sanitise(compact(text));
  const value = cut(body, maxBody);
  const truncated = value.length < body.length ? { truncated: true } : {};
  return { body: { contentType: 'application/json', encoding: 'utf8', size: body.length, value, ...truncated } };
};

const toHttp = ({ request, reply, failure, startedAt, elapsedMs }: Exchange, maxBody: number): HttpExchange => {
  const start = Date.parse(startedAt);
  return {
    schemaVersion: ALLURE_HTTP_EXCHANGE_SCHEMA_VERSION,
    request: {
      method: request.method,
      url: sanitise(request.path),
      headers: headersOf(request.headers),
      ...bodyOf(request.body, maxBody),
    },
    ...(reply && {
      response: { status: reply.status, headers: headersOf(reply.headers), ...bodyOf(reply.body, maxBody) },
    }),
    ...(failure === undefined ? {} : { error: { name: 'NoAnswer', message: sanitise(failure) } }),
    ...(Number.isNaN(start) ? {} : { start, stop: start + Math.round(elapsedMs) }),
  };
};

/** Shortens the bodies until the whole exchange fits. */
const encode = (
  exchange: Exchange,
  maxWhole: number,
  maxBody = maxWhole / 2,
): Pick<Attachment, 'content' | 'bytes'> => {
  const content = JSON.stringify(toHttp(exchange, maxBody));
  const bytes = Buffer.byteLength(content);
  return bytes <= maxWhole || maxBody < 100 ? { content, bytes } : encode(exchange, maxWhole, Math.floor(maxBody / 2));
};

const attachmentOf = (exchange: Exchange, maxBody: number): Attachment => {
  const encoded = encode(exchange, maxBody);
  return {
    name: shorten(
      `${exchange.operation}${exchange.case === undefined ? '' : `, ${exchange.case}`}: ${exchange.reply?.status ?? 'no answer'}`,
      200,
    ),
    type: ALLURE_HTTP_EXCHANGE_CONTENT_TYPE,
    source: `${sha256(encoded.content)}-attachment${ALLURE_HTTP_EXCHANGE_FILE_EXTENSION}`,
    ...encoded,
  };
};

/** Exchanges by requirement, failed requirements first. evidence.csv also has the exchanges that do not fit. */
const attachmentsOf = (
  requirements: readonly JudgedRequirement[],
  reports: readonly TestReport[],
): ReadonlyMap<string, readonly Attachment[]> => {
  const byRequirement = groupBy(reports, ({ requirement }) => requirement as string);
  const held = requirements.filter(({ outcome }) => !wanting.includes(outcome));
  const ordered = wanting.flatMap((outcome) => requirements.filter((each) => each.outcome === outcome));
  const found = new Map<string, readonly Attachment[]>();
  let bytes = 0;
  for (const { id, outcome } of [...ordered, ...held]) {
    const { exchanges: most, bytes: maxBody } = budgets[wanting.includes(outcome) ? 'wanting' : 'held'];
    const exchanges = (byRequirement.get(id) ?? []).flatMap((report) => report.exchanges);
    const attachments = exchanges.slice(0, most).map((exchange) => attachmentOf(exchange, maxBody));
    bytes += attachments.reduce((sum, each) => sum + each.bytes, 0);
    if (bytes > maxBytes) break;
    found.set(id, attachments);
  }
  return found;
};

/** For these outcomes the error of the test already has the message. */
const failing: readonly JudgedRequirement['outcome'][] = ['deviates', 'no-result'];

const descriptionWithReason = (requirement: JudgedRequirement): string => {
  const message = failing.includes(requirement.outcome) ? '' : messageOf(requirement);
  return [descriptionOf(requirement), ...message.split('\n').map(forMarkdown)].join('\n\n').trim();
};

/**
 * If Allure's reporter for Vitest runs, describes the current test to it as the results of a run describe the
 * requirement.
 */
export async function describeForAllure(
  requirement: JudgedRequirement,
  report: TestReport,
  target: Pick<Verdict['target'], 'label'>,
): Promise<void> {
  if (!('allureTestRuntime' in globalThis)) return;
  const { id, claim } = requirement;
  await displayName(claim);
  await historyId(identityOf(id, target));
  await testCaseId(identityOf(id, target));
  await description(descriptionWithReason(requirement));
  await labels(...labelsOf(requirement, { target }));
  const fileExtension = ALLURE_HTTP_EXCHANGE_FILE_EXTENSION;
  for (const { name, content, type } of attachmentsOf([requirement], [report]).get(id) ?? [])
    await attachment(name, content, { contentType: type, fileExtension });
}

interface AllureResults {
  /** The run empties this folder first. */
  readonly resultsDir: string;
  readonly verdict: Verdict;
  readonly reports: readonly TestReport[];
  /** The result of `prove`, if it was run. */
  readonly proof?: ProofSummary | undefined;
}

/**
 * The position of each requirement: by sections of the page, then by endpoint as in the document, the highest level
 * first. Allure orders results by start time, so the position becomes the start time.
 */
export function placesOf(requirements: readonly JudgedRequirement[]): ReadonlyMap<string, number> {
  const byFirmness = firmnesses.flatMap((firmness) => requirements.filter((each) => each.firmness === firmness));
  const inDocument = byEndpoint(byFirmness).flatMap((group) => group.requirements);
  const ordered = inDocument.toSorted((one, other) => partOf(one)[1] - partOf(other)[1]);
  return new Map(ordered.map(({ id }, place) => [id, place]));
}

const environmentOf = (verdict: Verdict): Record<string, string> => ({
  target: verdict.target.label,
  ...(verdict.release && { release: verdict.release }),
  environment: verdict.target.environment,
  embedded: String(verdict.target.embedded),
  verdict: statementOf(verdict),
  document: verdict.document.version,
  harness: verdict.harness.version,
  ...(verdict.recording && { recording: trafficText(verdict) }),
  profile: verdict.profile,
  gate: verdict.gate,
  seed: String(verdict.seed),
  ...(verdict.baseline ? { baseline: verdict.baseline.name, drift: driftText(verdict.baseline) } : {}),
  node: process.version,
});

/**
 * Writes a result for each requirement, endpoint and waiver. It does not wait for the disk: Allure's own writer does so
 * for each of a thousand files, which takes longer than the tests. After a crash, the results can be written again from
 * the verdict.
 */
export function writeAllureResults(run: AllureResults): Written {
  const { resultsDir, verdict, reports, proof } = run;
  rmSync(resultsDir, { recursive: true, force: true });
  makeFolder(resultsDir);
  const written = new Map<string, string>();
  const write = (file: string, text: string): void => {
    // The name of the file is the digest of its content, so requirements can share the file.
    if (written.has(file)) return;
    writeFileSync(join(resultsDir, file), text, { flag: 'wx' });
    written.set(file, text);
  };
  const writeResult = (result: Partial<TestResult>): void => {
    const uuid = randomUUID();
    write(`${uuid}-result.json`, JSON.stringify({ ...createTestResult(uuid), ...result }));
  };
  const places = placesOf(verdict.requirements);
  const exchanges = attachmentsOf(verdict.requirements, reports);
  for (const requirement of verdict.requirements) {
    const place = places.get(requirement.id) ?? 0;
    const attachments = exchanges.get(requirement.id) ?? [];
    for (const { source, content } of attachments) write(source, content);
    writeResult({
      ...requirementResult(requirement, { verdict, proof, place }),
      attachments: attachments.map(({ name, type, source }) => ({ name, type, source })),
    });
  }
  for (const extra of extraResultsOf(verdict)) writeResult(extra);
  write('categories.json', renderCategories());
  write('allurerc.mjs', renderConfiguration(verdict));
  write('environment.properties', stringifyEnvInfo(environmentOf(verdict)));
  if (verdict.ci) {
    const { name, job, url } = verdict.ci;
    write('executor.json', JSON.stringify({ type: name, name, buildName: job, buildUrl: webPage(url) }));
  }
  return written;
}
