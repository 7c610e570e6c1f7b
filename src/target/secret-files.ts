import { spawnSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { codeOf, isInside, readFileText, whyUnreadable } from '#lib';
import type { Network } from '#run';
import type { AllGiven, Environment, GivenText } from './given.ts';
import { problemsOf } from './rules.ts';
import { keyNames, type SettingValues, type VariableName } from './table.ts';

/** A foreign repository may configure programs that could read the key, so no monitor, hook or pager runs. */
const options = [
  '--no-pager',
  '--literal-pathspecs',
  ...['-c', 'core.fsmonitor=false'],
  ...['-c', 'core.hooksPath=/dev/null'],
];

/** npx and npm scripts put the programs of a project first in PATH. */
const isTrusted = (folder: string): boolean => isAbsolute(folder) && !/[\\/]node_modules[\\/]/.test(folder);

function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env)
    .filter(([name]) => !/^(?:GIT|RAMP)_|KEY|TOKEN|SECRET|PASSPHRASE/i.test(name))
    .map(([name, value = '']) =>
      /^path$/i.test(name) ? [name, value.split(delimiter).filter(isTrusted).join(delimiter)] : [name, value],
    );
  return {
    ...Object.fromEntries(kept),
    // A partial clone fetches missing objects with a program that its configuration names.
    GIT_ALLOW_PROTOCOL: '',
    GIT_DISCOVERY_ACROSS_FILESYSTEM: '1',
    LC_ALL: 'C',
  };
}

/** Windows looks for a program in the working folder first, so this runs in Node's folder and not in the repository. */
const ask = (folder: string, ...args: readonly string[]) =>
  spawnSync('git', [...options, '-C', folder, ...args], {
    cwd: dirname(process.execPath),
    env: environment(),
    encoding: 'utf8',
    timeout: 3_000,
    killSignal: 'SIGKILL',
  });

/** The root of the repository; without one, the folder itself. */
export const repositoryRoot = (folder: string): string =>
  resolve(folder, ask(folder, 'rev-parse', '--show-cdup').stdout?.trim() || '.');

/** Remotes with their addresses, as git lists them; empty without a repository. */
export const remotesOf = (folder: string): string => ask(folder, 'remote', '-v').stdout ?? '';

type Tracking =
  | 'tracked'
  | 'untracked'
  // These values say why the answer is not known.
  | 'git is not installed'
  | 'another user owns its repository'
  | 'git cannot read its repository';

const isInRepository = (folder: string): boolean =>
  existsSync(join(folder, '.git')) || (dirname(folder) !== folder && isInRepository(dirname(folder)));

/** The tree of an ordinary repository is around its `.git`, wherever its `core.worktree` points. */
function treeOf(folder: string): readonly string[] {
  const gitFolder = ask(folder, 'rev-parse', '--absolute-git-dir').stdout?.trim() ?? '';
  return basename(gitFolder) === '.git' ? [`--work-tree=${dirname(gitFolder)}`] : [];
}

function tracking(file: string): Tracking {
  const folder = dirname(file);
  const { status, stderr, error } = ask(folder, ...treeOf(folder), 'ls-files', '--error-unmatch', '--', basename(file));
  if (status === 0) return 'tracked';
  if (codeOf(error) === 'ENOENT') return isInRepository(folder) ? 'git is not installed' : 'untracked';
  // Git prints the same after an error that prevented the look-up.
  if (/^(?:error: pathspec |fatal: not a git repository \(or any)/.test(stderr)) return 'untracked';
  return /^fatal: detected dubious ownership/.test(stderr)
    ? 'another user owns its repository'
    : 'git cannot read its repository';
}

/** Whether git tracks the file, or the file that a link leads to. */
export function trackingOf(file: string): Tracking {
  const own = tracking(join(realpathSync(dirname(file)), basename(file)));
  const meant = realpathSync(file);
  return own !== 'untracked' || meant === file ? own : tracking(meant);
}

/** A warning before a key is sent; undefined if git knows the answer. */
export const doubtAbout = (file: string, tracking: Tracking): string | undefined =>
  tracking === 'tracked' || tracking === 'untracked'
    ? undefined
    : `Check yourself that git does not track ${file}: ${tracking}`;

/** Bytes; a certificate with all its issuers has a tenth of this. */
const maxBytes = 1024 * 1024;

interface NamedFile {
  readonly text?: string;
  readonly doubt?: string | undefined;
  readonly problems: readonly string[];
}

const failed = (problem: string): NamedFile => ({ problems: [problem] });

/** A `.env` of a foreign folder must not name files outside of this folder, where other programs store secrets. */
function readNamed(variable: VariableName, { text: name, source }: GivenText, cwd: string, isSecret = true): NamedFile {
  const remedy = 'name a readable file of text';
  const file = resolve(cwd, name);
  if (source.by === 'folder' && !isInside(file, cwd))
    return failed(
      `${variable} names a file outside the folder of .env: name the settings file with --settings, or copy the file into the folder of .env`,
    );
  try {
    const text = readFileText(file, maxBytes)
      .replace(/^\uFEFF/, '')
      .trim();
    if (text === '') return failed(`${variable} names an empty file: ${remedy}`);
    if (!isSecret) return { text, problems: [] };
    const tracking = trackingOf(file);
    if (tracking === 'tracked')
      return failed(
        `${variable} names a file that git tracks: remove it from git (git rm --cached), add it to .gitignore, and replace its secret`,
      );
    return { text, problems: [], doubt: doubtAbout(file, tracking) };
  } catch (error) {
    return failed(`${variable} names a file that ${whyUnreadable(error)}: ${remedy}`);
  }
}

export function readKeyFiles(given: AllGiven, cwd: string) {
  const all: Partial<Record<VariableName, GivenText>> = { ...given };
  const problems: string[] = [];
  const doubts: string[] = [];
  for (const key of keyNames) {
    const variable = `${key}_FILE` as const;
    const named = given[variable];
    if (named === undefined) continue;
    const isTwice = given[key] !== undefined;
    const read = isTwice
      ? failed(`${variable} and ${key} are both set: remove one of them`)
      : readNamed(variable, named, cwd);
    problems.push(...read.problems);
    if (read.doubt) doubts.push(read.doubt);
    // A text in place of an unreadable file, so that its absence causes no further problem.
    if (!isTwice) all[key] = { ...named, text: read.text ?? 'unreadable-'.repeat(2) + variable };
  }
  return { given: all as AllGiven, problems, doubts };
}

type Certificate = NonNullable<Network['certificate']>;

const certVariable = 'RAMP_CLIENT_CERT';
const keyVariable = 'RAMP_CLIENT_KEY';
const passphraseVariable = 'RAMP_CLIENT_KEY_PASSPHRASE';
const authoritiesVariable = 'RAMP_CA_CERT';

const fromP12 = 'name a PEM file; openssl pkcs12 -in client.p12 -nodes makes one from a .p12 file';

const certificateIn = (text: string): X509Certificate | undefined => {
  try {
    return new X509Certificate(text);
  } catch {
    return undefined;
  }
};

function fitProblem({ cert, key, passphrase }: Certificate): string | undefined {
  const certificate = certificateIn(cert);
  if (certificate === undefined) return `${certVariable} names a file without a certificate in PEM: ${fromP12}`;
  if (Date.parse(certificate.validTo) < Date.now())
    return `${certVariable} names a certificate that has expired: have it renewed`;
  try {
    const fits = certificate.checkPrivateKey(createPrivateKey({ key, ...(passphrase && { passphrase }) }));
    const problem = `${keyVariable} names a key that does not belong to the certificate in ${certVariable}`;
    return fits ? undefined : `${problem}: name the key file of this certificate`;
  } catch {
    if (!key.includes('ENCRYPTED')) return `${keyVariable} names a file without a private key in PEM: ${fromP12}`;
    const problem = passphrase ? 'does not open the key' : 'is not set though the key is encrypted';
    return `${passphraseVariable} ${problem}: set it to the passphrase of the key`;
  }
}

function authoritiesIn(text: string, cwd: string, { NODE_EXTRA_CA_CERTS: extra }: Environment): string | undefined {
  const parts = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (parts.length === 0 || !parts.every(certificateIn)) return undefined;
  // Node 20 does not say which certificates it was given; it reports itself if it cannot read them.
  const source = { name: 'the environment', by: 'environment', texts: {} } as const;
  const { text: known = '' } = extra ? readNamed(authoritiesVariable, { text: extra, source }, cwd, false) : {};
  return [...parts, known].join('\n');
}

/** The client certificate with its key, and the authorities of a target. Git may track the authorities. */
export function readCertificates(
  values: SettingValues,
  given: AllGiven,
  { cwd, env }: { readonly cwd: string; readonly env: Environment },
) {
  const problems: string[] = [];
  const read = (name: VariableName, isSecret = true): string | undefined => {
    const named = values[name] === undefined ? undefined : given[name];
    if (named === undefined) return undefined;
    const file = readNamed(name, named, cwd, isSecret);
    problems.push(...file.problems);
    return file.text;
  };
  const { [passphraseVariable]: passphrase, [certVariable]: certFile } = values;
  const stray = ([keyVariable, passphraseVariable] as const).find((name) => values[name] !== undefined);
  if (certFile === undefined && stray) {
    const remedy = 'set it to the file of the certificate, or leave the other out';
    problems.push(`${certVariable} is not set though ${stray} is: ${remedy}`);
  }
  const cert = read(certVariable);
  const key = certFile === undefined || values[keyVariable] === undefined ? cert : read(keyVariable);
  const certificate = cert && key ? { cert, key, ...(passphrase === undefined ? {} : { passphrase }) } : undefined;
  problems.push(...problemsOf(certificate && fitProblem(certificate)));
  const text = read(authoritiesVariable, false);
  const authorities = text && authoritiesIn(text, cwd, env);
  if (text && !authorities)
    problems.push(`${authoritiesVariable} names a file without a certificate in PEM: name the file of the authority`);
  return { certificates: { ...(certificate && { certificate }), ...(authorities && { authorities }) }, problems };
}
