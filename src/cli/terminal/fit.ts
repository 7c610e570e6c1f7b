// Fits lines to the width of a terminal.
import { wrapped } from '#reporting';

/** Colours are fitted by who sets them; what is to be pasted stays in one piece. */
const asItIs = /^\s*(?:[{["]|npx |curl |\$ )/;
const coloured = '\u001b';

/** Columns in which a label or a name may stand before the text. */
const labels = 48;

/** Where the further lines of a line begin: under its text, or a little deeper than itself. */
function hangOf(line: string, width: number): number {
  const gaps = [...line.slice(0, labels).matchAll(/\S {2,}(?=\S)/g)].map(({ index, 0: gap }) => index + gap.length);
  const indent = line.length - line.trimStart().length;
  return gaps.findLast((column) => column <= width / 2) ?? indent + 2;
}

/** A text of which no line is longer than the width, as far as its words allow. */
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
