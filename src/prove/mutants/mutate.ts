import { changesAt, type Mutation } from './operators.ts';
import { below, type Language, type Syntax } from './syntax.ts';

export interface Mutant {
  /** Says what is changed and where, without a line: an edit elsewhere leaves it as it is. */
  readonly id: string;
  readonly file: string;
  readonly line: number;
  /** The file with the change. */
  readonly text: string;
}

const maxLength = 70;

const excerpt = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
};

/** The outermost declaration names the place. */
const nameOf = (statement: Syntax, text: string): string =>
  /^(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:function|const|let|class)\s*([\w$]+)/.exec(
    text.slice(statement.start, statement.end),
  )?.[1] ?? 'module';

const changesBelow = (node: Syntax, text: string): readonly Mutation[] => [
  ...changesAt(node, text),
  ...below(node).flatMap((each) => changesBelow(each, text)),
];

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

export const mutantsOf = (file: string, text: string, { parse }: Language): readonly Mutant[] => {
  const seen = new Map<string, number>();
  const mutantOf = (place: string, { operator, start, end, to }: Mutation): Mutant => {
    const words = `${file}/${place} ${operator}: ${excerpt(text.slice(start, end))} → ${excerpt(to) || 'nothing'}`;
    const times = (seen.get(words) ?? 0) + 1;
    seen.set(words, times);
    return {
      id: times === 1 ? words : `${words} (${times})`,
      file,
      line: lineAt(text, start),
      text: text.slice(0, start) + to + text.slice(end),
    };
  };
  return below(parse(file, text)).flatMap((statement) =>
    changesBelow(statement, text).map((change) => mutantOf(nameOf(statement, text), change)),
  );
};
