import { plural } from '#reporting';
import { type CommandCall, exitCode } from '../command.ts';

interface Row {
  readonly id: string;
  readonly kind: 'fault' | 'variation';
  readonly sentence: string;
  /** Requirements that must notice it; a variation must be noticed by none. */
  readonly requirements: readonly string[];
}

const rowOf = (
  kind: Row['kind'],
  { id, sentence, requirements = [] }: Omit<Row, 'kind' | 'requirements'> & Partial<Row>,
): Row => ({ id, kind, sentence, requirements });

/** Thousands of faults take their time to load, and most commands need none. */
const rowsFor = async (only: readonly string[]): Promise<readonly Row[]> => {
  const [{ faults, variations }, { scopeOf }] = await Promise.all([import('#faults'), import('./prove.ts')]);
  const { requirements: asked, catalogued } = scopeOf(only);
  const isAsked = (id: string) => catalogued?.has(id) ?? true;
  const shownFaults = faults.filter((fault) => isAsked(fault.id) && fault.requirements.some((id) => asked.has(id)));
  // A variation belongs to no requirement.
  const shownVariations = variations.filter(({ id }) => isAsked(id) && (only.length === 0 || catalogued));
  return [
    ...shownFaults.map((fault) => rowOf('fault', fault)),
    ...shownVariations.map((variation) => rowOf('variation', variation)),
  ];
};

export async function listFaults({
  options,
  terminal: { out },
}: CommandCall<{ readonly only: readonly string[]; readonly json: boolean }>): Promise<number> {
  const rows = await rowsFor(options.only);
  if (options.json) out.write(`${JSON.stringify(rows, null, 2)}\n`);
  else {
    const longest = Math.max(...rows.map(({ id }) => id.length), 0);
    const lines = rows.map(({ id, kind, sentence }) => `${id.padEnd(longest)}  ${kind.padEnd(9)}  ${sentence}`);
    const count = (kind: Row['kind']) => rows.filter((row) => row.kind === kind).length;
    out.write(
      `${lines.join('\n')}\n\n${plural(count('fault'), 'fault')}, ${plural(count('variation'), 'variation')}\n`,
    );
  }
  return exitCode.done;
}
