import { operationOf } from '#contract';
import { type Known, quoted, referencesIn, wordOf } from '#harness';
import { validRequests } from './requests.ts';

const head = [
  '#!/bin/sh',
  '# One valid request of every endpoint. Those that start an order move money: they run only with MOVE_MONEY=yes.',
  '# The settings of a run have to be in the environment: set -a; . ./.env; set +a',
  'set -eu',
];

/** Stands for a variable until the text is written, and occurs in no request. */
const placeOf = (variable: string): string => `@${variable}@`;

/** The valid requests as a script for a POSIX shell, with a variable in place of each setting. */
export const curlScript = (): string => {
  const used = new Set<string>();
  const requests = validRequests((variable) => {
    used.add(variable);
    return placeOf(variable);
  });
  const known: readonly Known[] = [...used].map((variable) => ({
    value: placeOf(variable),
    shell: `$${variable}`,
  }));
  const lines = requests.map(({ operation, method, path, body }) => {
    const { number, purpose, movesMoney } = operationOf(operation);
    const line = [
      'curl -sS -g',
      ...(method === 'GET' ? [] : [`-X ${method}`]),
      '-H "x-api-key: $RAMP_API_KEY"',
      ...(body === undefined
        ? []
        : [
            "-H 'content-type: application/json'",
            `--data-raw ${quoted(wordOf(JSON.stringify(body), [...known, ...referencesIn(body)]))}`,
          ]),
      quoted([{ shell: '$RAMP_BASE_URL' }, ...wordOf(path, known)]),
    ].join(' ');
    const guarded = movesMoney ? `[ "\${MOVE_MONEY:-no}" != yes ] || ${line}` : line;
    return ['', `# ${number}. ${purpose}`, `${guarded}; echo`].join('\n');
  });
  return `${[...head, ...lines].join('\n')}\n`;
};
