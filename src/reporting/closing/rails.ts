import type { Verdict } from '../verdict.ts';
import type { Paint } from './paint.ts';

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

const wordOf = (facts: readonly string[]): string => {
  const [fact = 'not tried'] = facts;
  return fact.startsWith('not tried') ? 'not tried' : fact;
};

/** Which rails were accepted and refused, for every recipient and currency; empty if none was tried. */
export const railTable = (verdict: Verdict, paint: Paint): string[] => {
  const cells = cellsIn(verdict);
  const rows = [...new Set(cells.map(({ row }) => row))];
  const rails = [...new Set(cells.map(({ rail }) => rail))];
  const left = Math.max(...rows.map((row) => row.length), 'recipient'.length) + 1;
  const widths = rails.map((rail) => Math.max(rail.length, 'not tried'.length) + 1);
  const line = (head: string, texts: readonly string[]): string =>
    head.padEnd(left) + texts.map((text, index) => text.padStart(widths[index] ?? 0)).join('');
  const factsOf = (row: string, rail: string) =>
    cells.filter((cell) => cell.row === row && cell.rail === rail).map(({ fact }) => fact);
  const reasons = [
    ...new Set(cells.map(({ fact }) => fact).filter((fact) => fact.startsWith('not tried: '))),
  ];
  return cells.length === 0
    ? []
    : [
        paint.line(line('recipient', rails), 'bold'),
        ...rows.map((row) => {
          const words = rails.map((rail) => wordOf(factsOf(row, rail)));
          return paint.line(line(row, words));
        }),
        ...reasons.map((reason) => paint.line(`  ${reason}`, 'dim')),
      ];
};
