import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Words that are written again, and what is written instead. */
const forbidden: readonly (readonly [words: RegExp, instead: string])[] = [
  [/\bkeeps\(/, 'hasNo(...)'],
  [/\bof its own\b/i, 'another, separate, or nothing'],
  [/\bwhatever\b/i, 'any, or what exactly'],
  [/\bin (?:the )?place of\b/i, 'instead of'],
  [/\bsomebody else\b/i, 'another user, another service'],
  [/\/\*\*\s+(?:\* )?(?:What|Of|The same|None|By|As|That)\b/, 'a sentence that begins with who or what acts'],
];

const roomOf = (file: string): string => (/^src\/[^/]+(?=\/)/.exec(file) ?? /^[^/]+/.exec(file) ?? [''])[0];

const isOurs = (file: string): boolean =>
  /\.(?:ts|mjs|md)$/.test(file) && !file.endsWith('.d.ts') && file !== 'src/words.test.ts';

const files = ['src', 'schemas', 'suites', 'bench', 'examples', 'docs']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .concat('README.md', 'CONTRIBUTING.md')
  .filter(isOurs);

/** Describes each place where a text has words that are forbidden. */
const found = (file: string, text: string): readonly string[] =>
  forbidden.flatMap(([words, instead]) =>
    [...text.matchAll(new RegExp(words, `g${words.flags}`))].map(
      ({ 0: word, index }) =>
        `${file}:${text.slice(0, index).split('\n').length} has "${word.replace(/\s+/g, ' ')}": write ${instead}`,
    ),
  );

test.each([...new Set(files.map(roomOf))])('%s has plain words', (room) => {
  const ours = files.filter((file) => roomOf(file) === room);
  expect(ours.flatMap((file) => found(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
