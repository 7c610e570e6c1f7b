import {
  type Firmness,
  isRequirementId,
  operationOf,
  operationsOf,
  requirementOf,
  requirements,
} from '#contract';
import { type Command, Refused } from './command.ts';
import { exitCode } from './exit-codes.ts';
import { meant } from './nearest.ts';
import { programName } from './usage.ts';

const meanings: Readonly<Record<Firmness, string>> = {
  stated: 'the document says it; a difference deviates and fails the gate',
  implied: 'it follows from the words, or from HTTP and JSON; a difference deviates, unless --gate stated',
  shown: 'the document only shows it; a difference drifts and is reported, and fails only with --gate shown',
  silent: 'the document leaves it open; what is met is recorded and never judged',
};

function explanation(id: Parameters<typeof requirementOf>[0]): string {
  const requirement = requirementOf(id);
  const { firmness, section, claim, tag } = requirement;
  const endpoints = operationsOf(requirement).map((operation) => {
    const { number, method, path } = operationOf(operation);
    return `  ${String(number).padStart(2)} ${method.padEnd(4)} ${path}  (${operation})`;
  });
  return [
    id,
    '',
    claim,
    '',
    `Firmness   ${firmness}: ${meanings[firmness]}`,
    `Document   ${section}`,
    `Group      ${tag}`,
    'Endpoints',
    ...endpoints,
    '',
    `Run just it: ${programName} run --only ${id}`,
    '',
  ].join('\n');
}

export const explain: Command = {
  name: 'explain',
  argument: 'requirement',
  summary: 'show one requirement: its claim, where it stands, how firmly',
  options: [],
  run: async ({ argument, terminal }) => {
    if (argument === undefined)
      throw new Refused(`explain takes a requirement; ${programName} requirements lists them`);
    if (!isRequirementId(argument)) {
      const told = /^[\w./-]{1,80}$/.test(argument) ? argument : 'the argument';
      throw new Refused(
        `${told} is no requirement${meant(
          argument.slice(0, 80),
          requirements.map(({ id }) => id),
        )}`,
      );
    }
    terminal.out.write(explanation(argument));
    return exitCode.done;
  },
};
