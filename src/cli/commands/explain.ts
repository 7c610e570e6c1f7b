import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  firmnessMeanings,
  isRequirementId,
  operationIds,
  operationOf,
  type RequirementId,
  requirementOf,
  requirements,
  unobservable,
} from '#contract';
import { Refused } from '#lib';
import { cut, lastRunText, ownNumbers, plural, sanitiseLines } from '#reporting';
import type { CallOf } from '../call.ts';
import { exitCode } from '../exit-code.ts';
import type { explainOptions, faultsOptions, requirementsOptions } from '../options.ts';
import { reportsFolder } from '../output/folder.ts';
import { type Delivery, lines, ownText, publish } from '../output/publish.ts';
import { verdictAt } from '../output/verdict-file.ts';
import { programName } from '../own-package.ts';
import { isSelectable } from '../settings/selection.ts';
import { notA } from '../terminal/printable.ts';

const numbersOf = (endpoints: readonly number[]): string =>
  endpoints.length === operationIds.length ? 'all' : endpoints.join(',');

function table(width: number): string {
  const longest = Math.max(...requirements.map(({ id }) => id.length));
  const widest = Math.max(...requirements.map(({ endpoints }) => numbersOf(endpoints).length), 9);
  const rows = [{ id: 'requirement', firmness: 'level', at: 'endpoints', claim: 'claim' }].concat(
    requirements.map(({ id, firmness, endpoints, claim }) => ({
      id,
      firmness,
      at: numbersOf(endpoints),
      claim,
    })),
  );
  const lines = rows.map(({ id, firmness, at, claim }) => {
    const head = `${id.padEnd(longest)}  ${firmness.padEnd(8)}  ${at.padEnd(widest)}  `;
    return head + cut(claim, Math.max(30, width - head.length));
  });
  return lines.join('\n');
}

export async function listRequirements(call: CallOf<typeof requirementsOptions>): Promise<number> {
  const { live, width } = call.terminal.out;
  const tags = [...new Set(requirements.map(({ tag }) => tag))].toSorted().join(', ');
  const below = `Tags, for --only, --require and leaveOut: ${tags}
${requirements.length} requirements; ${unobservable.length} statements that no client can observe are in --json\n`;
  const shown = call.options.json
    ? { requirements, unobservable }
    : `${table(live ? width : Number.POSITIVE_INFINITY)}\n\n${below}`;
  return publish(call, [ownText(call, shown)], exitCode.done);
}

/** Loaded on use: thousands of faults take time to load, and only this command and `prove` need them. */
const faultLines = async (id: RequirementId): Promise<readonly string[]> => {
  const { faultsOf } = await import('#faults');
  return faultsOf(id).map((fault) => `  ${fault.id}: ${fault.sentence}`);
};

async function explanation(id: RequirementId): Promise<string> {
  const requirement = requirementOf(id);
  const { firmness, section, claim, tag } = requirement;
  const endpoints = requirement.operations.map((operation) => {
    const { number, method, path } = operationOf(operation);
    return `  ${String(number).padStart(2)} ${method.padEnd(4)} ${path}  (${operation})`;
  });
  const planted = await faultLines(id);
  return [
    id,
    '',
    claim,
    '',
    `Level      ${firmness}: ${firmnessMeanings[firmness]}`,
    `Document   ${section}`,
    `Group      ${tag}`,
    'Endpoints',
    ...endpoints,
    `Test       ${requirement.row}`,
    planted.length === 0
      ? 'Faults     none: it cannot fail'
      : `Faults     ${planted.length} that prove plants, and this requirement detects`,
    ...planted,
    '',
    `Test only this: ${programName} run --only ${id}`,
    ...(planted.length === 0 ? [] : [`Prove only this: ${programName} prove --only ${id}`]),
    '',
  ].join('\n');
}

/** An unknown id may be that of a fault, which looks like that of a requirement. */
async function unknown(argument: string): Promise<Refused> {
  const { faultFinder } = await import('#faults');
  if (faultFinder(argument))
    return new Refused(`${argument} is a fault or a variation; ${programName} faults --only ${argument} shows it`);
  const ids = requirements.map(({ id }) => id);
  return new Refused(notA(argument, 'requirement', ids, `; ${programName} requirements lists them`));
}

type ExplainCall = CallOf<typeof explainOptions>;

/** What the last run says about a requirement. If its verdict cannot be read, the catalogue's entry is still shown. */
function lastRun(id: RequirementId, call: ExplainCall): { outputs: Delivery[]; numbers?: readonly string[] } {
  const { cwd } = call.terminal;
  const file = join(reportsFolder(call), 'verdict.json');
  const shown = relative(cwd, file);
  const only = (text: string) => ({ outputs: [lines(call, `Last run   ${text}`, 'literal')] });
  if (!existsSync(file)) return only(`none: ${shown} does not exist; ${programName} run --only ${id} makes one`);
  try {
    const verdict = verdictAt(file, cwd);
    const { outputs } = only(shown);
    return {
      outputs: [...outputs, lines(call, sanitiseLines(lastRunText(verdict, id)))],
      numbers: ownNumbers(verdict),
    };
  } catch (error) {
    if (error instanceof Refused) return only(error.message);
    throw error;
  }
}

export async function explain(call: ExplainCall): Promise<number> {
  const { argument } = call;
  if (argument === undefined) throw new Refused(`explain takes a requirement; ${programName} requirements lists them`);
  if (!isRequirementId(argument)) throw await unknown(argument);
  const { outputs, numbers = [] } = lastRun(argument, call);
  return publish(call, [ownText(call, `${await explanation(argument)}\n`), ...outputs], exitCode.done, { numbers });
}

const subjectOf = (id: string): string => id.split('/', 1)[0] ?? '';

/** Loaded on use: thousands of faults take time to load, and most commands do not need them. */
const rowsFor = async (only: readonly string[]) => {
  const [{ faults, variations }, { scopeOf }] = await Promise.all([import('#faults'), import('./prove.ts')]);
  const subjects = new Set(variations.map(({ id }) => subjectOf(id)));
  const faultTexts = only.filter((text) => isSelectable(text) || !subjects.has(text));
  const { requirements: asked, catalogued } = scopeOf(faultTexts);
  const shownFaults = faults.filter(
    (fault) => (catalogued?.has(fault.id) ?? true) && fault.requirements.some((id) => asked.has(id)),
  );
  // A variation belongs to no requirement, because no requirement may detect it.
  const shownVariations = variations.filter(
    ({ id }) => only.length === 0 || only.includes(subjectOf(id)) || catalogued?.has(id),
  );
  return [
    ...(only.length > 0 && faultTexts.length === 0 ? [] : shownFaults).map(({ id, sentence, requirements: ids }) => ({
      id,
      kind: 'fault',
      sentence,
      requirements: ids,
    })),
    ...shownVariations.map(({ id, sentence }) => ({ id, kind: 'variation', sentence, requirements: [] })),
  ];
};

export async function listFaults(call: CallOf<typeof faultsOptions>): Promise<number> {
  const rows = await rowsFor(call.options.only);
  const longest = Math.max(...rows.map(({ id }) => id.length), 0);
  const listed = rows.map(({ id, kind, sentence }) => `${id.padEnd(longest)}  ${kind.padEnd(9)}  ${sentence}`);
  const count = (kind: string) => plural(rows.filter((row) => row.kind === kind).length, kind);
  const shown = call.options.json ? rows : `${listed.join('\n')}\n\n${count('fault')}, ${count('variation')}\n`;
  return publish(call, [ownText(call, shown)], exitCode.done);
}
