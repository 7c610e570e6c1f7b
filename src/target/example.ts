import { settingOf, type VariableName, variableNames } from './table.ts';

/** The words of a text in lines that fit 100 columns behind their `# `. */
const wrap = (text: string): readonly string[] => text.match(/\S.{0,97}(?= |$)/g) ?? [];

const comment = (text: string): string[] => wrap(text).map((line) => `# ${line}`);

const entryOf = (name: VariableName): string[] => {
  const { meaning, mustBe, fallback, otherwise, secret } = settingOf(name);
  const unset = otherwise === undefined ? [] : comment(`Unset: ${otherwise}.`);
  const kept = secret ? comment('Secret: never in git, never an argument.') : [];
  const value = fallback === undefined ? `${name}=` : `# ${name}=${fallback}`;
  return [...comment(`${meaning} Must be ${mustBe}.`), ...unset, ...kept, value, ''];
};

export const renderExample = (): string => {
  const lines = comment(
    'Settings of ramp-conformance. Copy to .env and fill in what your target has: an option counts before the environment, the environment before .env, .env before ramp-conformance.json, that before the default. Commented values are the defaults.',
  );
  let group = '';
  for (const name of variableNames) {
    const next = settingOf(name).group;
    if (next !== group) lines.push('', ...comment(`--- ${next} ---`), '');
    group = next;
    lines.push(...entryOf(name));
  }
  return `${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
};
