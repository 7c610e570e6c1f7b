// Fits lines to the width of a terminal.
import { wrapped } from '#reporting';

/** Coloured lines are fitted elsewhere; lines to copy stay in one piece. */
const asItIs = /^\s*(?:[{["]|npx |curl |\$ )/;
const coloured = '\u001b';

/** Most columns for a label or name before the text. */
const labels = 48;

function hangOf(line: string, width: number): number {
  const gaps = [...line.slice(0, labels).matchAll(/\S {2,}(?=\S)/g)].map(({ index, 0: gap }) => index + gap.length);
  const indent = line.length - line.trimStart().length;
  return gaps.findLast((column) => column <= width / 2) ?? indent + 2;
}

/** The text in lines of at most this width, where its words allow it. */
export function fitted(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) =>
      line.length <= width || line.includes(coloured) || asItIs.test(line)
        ? [line]
        : wrapped(line, width, ' '.repeat(hangOf(line, width))),
    )
    .join('\n');
}
