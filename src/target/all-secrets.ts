// Every secret that a call could know, for any target. A client that the user rehearses must receive none of them.
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readFileText } from '#lib';
import type { Environment } from './given.ts';
import { type ConfiguredSettings, readSettingsFile } from './sources.ts';
import { settingOf, type VariableName, variableNames } from './table.ts';

interface Around {
  readonly cwd: string;
  readonly env: Environment;
  readonly configured: ConfiguredSettings;
}

const isSetting = (name: string): name is VariableName => variableNames.some((each) => each === name);

const isSecretName = (name: string, keyVariables: readonly string[]): boolean =>
  isSetting(name)
    ? settingOf(name).secret === true
    : keyVariables.includes(name) || /^RAMP_.*(?:KEY|TOKEN|SECRET|PASS|HEADERS|PROXY)/.test(name);

const isFileName = (name: string): boolean => name.endsWith('_FILE') || name === 'RAMP_CLIENT_KEY';

const passwordIn = (text: string): readonly string[] => {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return [];
  const { password } = new URL(text);
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
};

/** A login is a name and a password in base64. */
const loginIn = (text: string): readonly string[] => {
  const [, token] = /^Basic\s+(\S+)$/i.exec(text) ?? [];
  return token === undefined
    ? []
    : [
        Buffer.from(token, 'base64')
          .toString()
          .replace(/^[^:]*:/, ''),
      ];
};

/** The values in `X-Tenant=acme, X-Gateway-Token=0a1b2c`, each alone, and the text after `Bearer`. */
const headersIn = (text: string): readonly string[] =>
  text
    .split(',')
    .flatMap((part) => /^\s*[!#$%&'*+.^_`|~\w-]+=(.*)$/.exec(part)?.[1]?.trim() ?? [])
    .flatMap((value) => [value, value.replace(/^\w+\s+/, ''), ...loginIn(value)]);

const textOf = (path: string): string => {
  try {
    return readFileText(path, 1024 ** 2).trim();
  } catch {
    // A file that cannot be read has no secret that somebody could pass on.
    return '';
  }
};

const settingsFilesIn = (cwd: string): readonly string[] =>
  readdirSync(cwd).filter(
    (name) =>
      /^(?:\.env(?:\.[\w.-]+)?|[\w.-]+\.env)$/.test(name) &&
      statSync(join(cwd, name), { throwIfNoEntry: false })?.isFile() === true,
  );

/** The names of variables with a secret, and every secret in them or in their files. */
export function secretsAround({ cwd, env, configured }: Around) {
  const { keyVariables, keyFiles = [] } = configured;
  const names = keyVariables.filter((name) => !isSetting(name));
  const texts = [env, ...settingsFilesIn(cwd).map((name) => readSettingsFile(name, cwd).texts)];
  const given = texts.flatMap((each) =>
    Object.entries(each).flatMap(([name, text = '']) => {
      const isFile = isFileName(name) && (isSetting(name) || isSecretName(name.replace(/_FILE$/, ''), keyVariables));
      if (isFile) return [textOf(resolve(cwd, text.trim()))];
      return isSecretName(name, keyVariables) ? [text.trim()] : [];
    }),
  );
  const all = [...given, ...keyFiles.map((path) => textOf(resolve(cwd, path)))];
  const secrets = all.flatMap((text) => [text, ...passwordIn(text), ...headersIn(text)]);
  return { names, secrets: [...new Set(secrets)].filter((text) => text.length >= 4) };
}
