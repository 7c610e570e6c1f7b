import { styleText } from 'node:util';
import { operationOf } from '#contract';
import { countIn, troubles } from '../decide.ts';
import { byEndpoint, columnsIn, countOf, type EndpointGroup } from '../endpoints.ts';
import { cut, sanitise } from '../sanitise.ts';
import type { JudgedRequirement, Verdict } from '../verdict.ts';

type Style = Parameters<typeof styleText>[0];

const indentOf = (text: string): string => /^ */.exec(text)?.[0] ?? '';

/** The whole text in lines of at most the width, as far as its words allow; further lines stand a little deeper. */
export const wrapped = (text: string, width: number): string[] => {
  const indent = indentOf(text);
  const lines: string[] = [];
  let line = indent;
  for (const word of sanitise(text).trim().split(' ')) {
    const isFull = line.trim() !== '' && line.length + 1 + word.length > width;
    if (isFull) lines.push(line);
    if (isFull) line = `${indent}  `;
    line += line.trim() === '' ? word : ` ${word}`;
  }
  return [...lines, line];
};

/** Lines for a console. A text is fitted first and coloured then, so that no escape sequence is ever cut. */
export const createPaint = (colour: boolean, width: number) => {
  const paint = (text: string, style?: Style): string =>
    colour && style ? styleText(style, text, { validateStream: false }) : text;
  return {
    width,
    /** A part of a line, as it is. */
    part: paint,
    /** One line, cut at the width. */
    line: (text: string, style?: Style): string => paint(cut(indentOf(text) + sanitise(text), width), style),
    /** All lines that the text needs. */
    lines: (text: string, style?: Style): string[] => wrapped(text, width).map((line) => paint(line, style)),
  };
};

export type Paint = ReturnType<typeof createPaint>;

const nameOf = ({ name, operation }: EndpointGroup): string =>
  operation === undefined ? `   ${name}` : `${String(operationOf(operation).number).padStart(2)} ${operation}`;

/** Endpoints that are shown by themselves where something is wrong, so that the findings stay on the screen. */
const maxRows = 5;

/** Puts the endpoints without trouble into one row, if any endpoint has trouble. */
const condensed = (groups: readonly EndpointGroup[]): readonly EndpointGroup[] => {
  const troubled = groups.filter(({ requirements }) => countIn(requirements, ...troubles) > 0).slice(0, maxRows);
  const others = groups.filter((group) => !troubled.includes(group));
  if (troubled.length === 0 || others.length < 2) return groups;
  const name = `${others.length} others`;
  return [
    ...troubled,
    { title: name, name, operation: undefined, requirements: others.flatMap((group) => group.requirements) },
  ];
};

/** The endpoints with how many requirements had which outcome; a column that nothing is in is left out. */
export const endpointTable = ({ requirements }: Verdict, paint: Paint, whole: boolean): string[] => {
  const shown = columnsIn(requirements);
  const all = byEndpoint(requirements);
  const groups = whole ? all : condensed(all);
  const room = Math.max(12, Math.min(32, paint.width - shown.length * 9));
  const cells = (counted: readonly JudgedRequirement[]): string =>
    shown
      .map((column) => {
        const count = countOf(counted, column);
        return paint.part(String(count || '·').padStart(9), count === 0 ? 'dim' : column.style);
      })
      .join('');
  const heads = shown.map(({ head }) => head.padStart(9)).join('');
  return [
    paint.part(`${'endpoint'.padEnd(room)}${heads}`, 'bold'),
    ...groups.map((group) => cut(nameOf(group), room).padEnd(room) + cells(group.requirements)),
    `${'all'.padEnd(room)}${cells(requirements)}`,
  ];
};

interface Cell {
  readonly row: string;
  readonly rail: string;
  readonly fact: string;
}

const situation = /^(\w+) recipient, (\w+), (.+)$/;

const cellsIn = ({ requirements }: Verdict): Cell[] =>
  (requirements.find(({ id }) => id === 'rails/whole-space')?.observations ?? []).flatMap((observed) => {
    const [, recipient, currency, rail] = situation.exec(observed.situation) ?? [];
    if (recipient === undefined || currency === undefined || rail === undefined) return [];
    return [{ row: `${recipient}, ${currency}`, rail, fact: observed.fact }];
  });

const untried = 'not tried';

/** The rails that were accepted and refused, for every recipient and currency; empty if none was tried. */
export const railTable = (verdict: Verdict, paint: Paint): string[] => {
  const cells = cellsIn(verdict);
  if (cells.length === 0) return [];
  const rows = [...new Set(cells.map(({ row }) => row))];
  const rails = [...new Set(cells.map(({ rail }) => rail))];
  const left = Math.max(...rows.map((row) => row.length), 'recipient'.length) + 1;
  const line = (head: string, words: readonly string[]): string =>
    head.padEnd(left) +
    words.map((word, at) => word.padStart(Math.max(rails[at]?.length ?? 0, untried.length) + 1)).join('');
  const wordOf = (row: string, rail: string): string => {
    const { fact = untried } = cells.find((cell) => cell.row === row && cell.rail === rail) ?? {};
    return fact.startsWith(untried) ? untried : fact;
  };
  const reasons = cells.map(({ fact }) => fact).filter((fact) => fact.startsWith(`${untried}: `));
  return [
    paint.line(line('recipient', rails), 'bold'),
    ...rows.map((row) =>
      paint.line(
        line(
          row,
          rails.map((rail) => wordOf(row, rail)),
        ),
      ),
    ),
    ...[...new Set(reasons)].map((reason) => paint.line(`  ${reason}`, 'dim')),
  ];
};
