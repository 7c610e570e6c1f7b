import type { SettingProblem } from './problem.ts';
import { type Values, type VariableName, variableNames, variableOf } from './table.ts';
import type { Texts } from './texts.ts';

interface Parsed {
  readonly value: unknown;
  readonly problem?: SettingProblem;
}

const parseVariable = (name: VariableName, text: string | undefined): Parsed => {
  const { form, fallback } = variableOf(name);
  const usual = fallback === undefined ? undefined : form.schema.parse(fallback);
  if (text === undefined) return { value: usual };
  const parsed = form.schema.safeParse(text);
  if (parsed.success) return { value: parsed.data };
  const [issue] = parsed.error.issues;
  // Only the base URL says more closely what is wrong with it.
  const right = name === 'RAMP_BASE_URL' && issue?.code === 'custom' ? issue.message : form.right;
  const unset = fallback === undefined ? '' : `, or leave it out for ${fallback}`;
  const problem = { variable: name, problem: 'cannot be used', remedy: `it must be ${right}${unset}` };
  return { value: usual, problem };
};

/** Reads every text; a wrong one counts as unset, so that the others are still checked. */
export function parseTexts(texts: Texts): { values: Values; problems: SettingProblem[] } {
  const parsed = variableNames.map((name) => [name, parseVariable(name, texts[name])] as const);
  return {
    // The table gives each variable its type, so the record follows from it and not from this loop.
    values: Object.fromEntries(parsed.map(([name, { value }]) => [name, value])) as Values,
    problems: parsed.flatMap(([, { problem }]) => problem ?? []),
  };
}
