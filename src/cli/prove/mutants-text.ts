import type { MutantReport } from '#prove';

const rows = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', `${title} (${lines.length})`, ...lines.map((line) => `  ${line}`)];

/** What mutants show, for the terminal. */
export const mutantsText = (
  { counts, possible, killedShare, unruled, stale, tried, holds }: MutantReport,
  { seconds, file }: { readonly seconds: number; readonly file: string },
): string =>
  [
    '',
    `Mutants      ${tried.length} of ${possible}, ${counts['not viable']} not viable`,
    `Killed       ${counts.killed}; ${counts.drifts} only drift, ${counts.inconclusive} leave the gate inconclusive`,
    `Survived     ${counts.survived}: ${counts.equivalent} equivalent, ${counts.open} open, ${counts.miss} misses, ${counts.unruled} without a ruling`,
    `Share        ${(100 * killedShare).toFixed(1)} % of those that are neither equivalent nor open`,
    `Time         ${seconds.toFixed(1)} s`,
    ...rows(
      'Survivors without a ruling',
      unruled.map(({ at, mutant }) => `${at}  ${mutant}`),
    ),
    ...rows('Rulings of mutants that are gone or no longer survive', stale),
    '',
    holds ? 'PROVED: every survivor has a ruling' : 'NOT PROVED',
    `  mutants: ${file}`,
    '',
  ].join('\n');
