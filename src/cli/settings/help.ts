import { settingOf, variableNames } from '#target';
import { programName } from '../command.ts';

/** `help settings` */
export function settingsText(): string {
  const width = Math.max(...variableNames.map((name) => name.length));
  const lines = variableNames.map((name) => {
    const { meaning, fallback, otherwise } = settingOf(name);
    const unset = fallback ?? otherwise;
    return `  ${name.padEnd(width)}  ${meaning}${unset === undefined ? '' : ` (default: ${unset})`}`;
  });
  return `Settings of ${programName}: option before environment before .env before ramp-conformance.json before default\n\n${lines.join('\n')}\n`;
}
