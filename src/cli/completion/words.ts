import { operationIds, requirements } from '#contract';
import { commonOptions } from '../arguments.ts';
import type { Command, Option } from '../command.ts';

/** What may stand behind an option: words of a list, a file, or anything. */
export type Value =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'file' | 'folder' | 'text' };

const tags = [...new Set(requirements.map(({ tag }) => tag))].toSorted();

/** The kind of a value, by its placeholder in the help; undefined for a flag. */
export const argumentOf = ({ name, value, oneOf }: Option): Value | undefined => {
  if (value === undefined) return undefined;
  if (oneOf) return { kind: 'words', words: oneOf };
  if (value === 'file') return { kind: 'file' };
  if (value === 'dir') return { kind: 'folder' };
  if (value !== 'what') return { kind: 'text' };
  return { kind: 'words', words: [...operationIds, ...tags, ...(name === 'require' ? ['all'] : [])] };
};

export const optionsOf = ({ options }: Command): readonly Option[] => [...options, ...commonOptions];

/** First words of the commands, and what may follow each. */
export const firstWords = (commands: readonly Command[]): ReadonlyMap<string, readonly Command[]> => {
  const groups = new Map<string, Command[]>();
  for (const command of commands) {
    const [first = ''] = command.name.split(' ');
    groups.set(first, [...(groups.get(first) ?? []), command]);
  }
  return groups;
};

/** Second words, of a command that has two. */
export const secondWords = (group: readonly Command[]): readonly string[] =>
  group.flatMap(({ name }) => name.split(' ').slice(1));

/** In single quotes, as every shell reads them. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
