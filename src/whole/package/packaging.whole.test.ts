import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import type { Verdict } from '#reporting';
import { compareOptions, runOptions } from '../../cli/options.ts';
import { packageRoot } from '../../cli/own-package.ts';
import { flagOf } from '../../cli/program.ts';
import { useBuilt } from '../../testing/built.test.support.ts';
import { packTarball } from '../../testing/packed.test.support.ts';
import { runShell, unreadable } from '../../testing/shell.test.support.ts';
import { newFolder } from '../../testing/terminal.test.support.ts';

const built = useBuilt();

const read = (file: string): string => readFileSync(join(packageRoot, file), 'utf8');

const { bin } = JSON.parse(read('package.json')) as {
  bin: Readonly<Record<string, string>>;
};

/** Actions of GitHub, each at the commit of its tag. */
const pins = read('src/cli/init/github.yml').match(/uses: .*/g) ?? [];

const program = bin['ramp-conformance'] ?? '';

interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly uses?: string;
  readonly if?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: unknown }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

describe('action.yml', () => {
  const document = parseDocument(read('action.yml'));
  const { inputs, outputs, runs } = document.toJS() as Action;
  const shellOf = (id: string): string => runs.steps.find((step) => step.id === id)?.run ?? '';

  /** Runs a step as it is run there, and resolves to what it puts out. */
  const perform = (id: string, env: Readonly<Record<string, string>>, stub = '') => {
    const folder = newFolder();
    const output = join(folder, 'output');
    writeFileSync(output, '');
    mkdirSync(join(folder, program, '..'), { recursive: true });
    writeFileSync(join(folder, program), stub);
    const here = { GITHUB_OUTPUT: output, GITHUB_ACTION_PATH: folder, MAIN: join(folder, program) };
    const ended = runShell(shellOf(id), { ...here, ...env });
    const lines = readFileSync(output, 'utf8').trim().split('\n');
    const put: Readonly<Record<string, string>> = Object.fromEntries(
      lines.filter((line) => line !== '').map((line) => line.split('=', 2)),
    );
    return { ...ended, put };
  };

  test('it is read without a doubt, and every shell part can be read', () => {
    expect([document.errors, document.warnings, runs.using]).toEqual([[], [], 'composite']);
    for (const step of runs.steps.filter((each) => each.run !== undefined)) {
      expect(step.shell).toBe('bash');
      expect(unreadable(step.run ?? '')).toBe('');
    }
  });

  test.each([
    '/tmp/reports',
    '../reports',
    'a/../b',
    './reports',
    '*',
    'reports\n.env',
    '!reports',
    '~/x',
    'r[1]',
    'rep\ud800orts',
    '',
    '.git/x',
    'a//b',
  ])('a folder of reports that the cache and the upload would read otherwise is refused: %j', (REPORTS) => {
    const { code, out, put } = perform('keys', { EMBEDDED: 'true', REPORTS });
    expect([code, put]).toEqual([2, {}]);
    expect(out).toContain('::error title=ramp-conformance::reports must be a folder below the working directory');
  });

  test('a folder below the working directory is taken', () => {
    for (const REPORTS of ['reports', 'out/of my_run-1.2'])
      expect(perform('keys', { EMBEDDED: 'true', REPORTS })).toMatchObject({ code: 0, put: { there: 'true' } });
  });

  test('every input is used, and only those that there are', () => {
    const used = new Set(JSON.stringify(runs).match(/(?<=inputs\.)[a-z-]+/g));
    expect([...used].toSorted()).toEqual(Object.keys(inputs).toSorted());
    for (const { default: usual } of Object.values(inputs)) expect(typeof usual).toBe('string');
  });

  test('actions stand by their digest, and uploads leave the ledger out', () => {
    const uses = read('action.yml').match(/uses: .*/g) ?? [];
    expect(uses.filter((each) => !pins.some((pin) => pin === each))).toEqual([]);
    expect(uses).toHaveLength(4);
    for (const line of uses) expect(line).toMatch(/^uses: actions\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    const upload = runs.steps.find((step) => step.uses?.startsWith('actions/upload-artifact@'));
    expect(upload?.with?.path).toMatch(/\n!.*\/ledger\*\.jsonl\n$/);
    const withKeys = runs.steps.filter(({ env = {} }) => /api-key/.test(JSON.stringify(env)));
    expect(withKeys.map(({ id }) => id)).toEqual(['keys', 'run']);
    const keys = Object.keys(inputs).filter((name) => name.endsWith('api-key'));
    const given = Object.entries(withKeys.at(-1)?.env ?? {}).filter(([, value]) => value.includes('api-key'));
    expect(given).toEqual(
      keys.map((name) => {
        const variable = `RAMP_${name.toUpperCase().replaceAll('-', '_')}`;
        return [variable, `\${{ inputs.${name} || env.${variable} }}`];
      }),
    );
  });

  test('it passes only options that run has', () => {
    const names = shellOf('run').match(/(?<= )--[a-z-]+(?= "\$)/g) ?? [];
    expect(names.length).toBeGreaterThan(8);
    const known = Object.keys(runOptions).map(flagOf);
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    expect(shellOf('run')).toContain('node "$MAIN" "$@"');
  });

  test('it installs the packed version that is named, or builds its own', () => {
    const built = perform('install', {});
    expect(built.called).toEqual(['npm ci --ignore-scripts --no-audit --no-fund', 'npm run build']);
    expect(built.put.main).toMatch(new RegExp(`/${program}$`));
    const packed = perform('install', { PACKAGE: 'vendor/packed.tgz' });
    expect(packed.called).toEqual([
      expect.stringMatching(/^npm install --prefix \S+ --ignore-scripts .* \/\S+\/vendor\/packed\.tgz$/),
    ]);
    expect(packed.put.main).toMatch(new RegExp(`/node_modules/ramp-conformance/${program}$`));
  });

  test.each<[Record<string, string>, number, Record<string, string>, RegExp]>([
    [{ API_KEY: 'k', BASE_URL: 'https://x' }, 0, { there: 'true' }, /^$/],
    [{ TARGET: 'staging' }, 0, { there: 'true' }, /^$/],
    [{ RAMP_API_KEY_FILE: 'key', BASE_URL: 'https://x' }, 0, { there: 'true' }, /^$/],
    [
      { RAMP_API_KEY_FILE: 'key', BASE_URL: 'https://x', UNTRUSTED: 'true' },
      0,
      { verdict: 'skipped' },
      /::notice .* fork/,
    ],
    [{ EMBEDDED: 'true', UNTRUSTED: 'true' }, 0, { there: 'true' }, /^$/],
    [{ BASE_URL: 'https://x', UNTRUSTED: 'true' }, 0, { verdict: 'skipped' }, /::notice .* fork/],
    [{ TARGET: 'staging', UNTRUSTED: 'true' }, 0, { verdict: 'skipped' }, /::notice .* fork/],
    [{ BASE_URL: 'https://x' }, 2, {}, /::error .*api-key is empty/],
    [{ API_KEY: 'k' }, 2, {}, /::error .*base-url and target are empty/],
  ])('keys: %j', (env, code, put, said) => {
    expect(perform('keys', env)).toMatchObject({ code, put, out: expect.stringMatching(said) });
  });

  /** A stand-in for the command: keeps its arguments, and leaves a verdict unless it is withheld. */
  const stub = `
    const { mkdirSync, writeFileSync } = require('node:fs');
    mkdirSync('out', { recursive: true });
    mkdirSync(process.env.REPORTS, { recursive: true });
    writeFileSync('out/arguments.json', JSON.stringify(process.argv.slice(2)));
    if (process.env.VERDICT) writeFileSync(process.env.REPORTS + '/verdict.json', process.env.LEFT ?? process.env.VERDICT);
    writeFileSync(process.env.REPORTS + '/summary.md', '# Does not conform');
    process.stdout.write(process.env.VERDICT ?? '');
    process.exit(Number(process.env.CODE_OF_RUN));
  `;

  test('outputs are the verdict, its line, the coverage, the summary and its folder; the comment is the summary', () => {
    const verdict: Pick<Verdict, 'verdict' | 'headline' | 'coverage' | 'exitCode' | 'runId'> = {
      verdict: 'deviates',
      exitCode: 1,
      runId: 'abcd-efgh',
      headline: 'Does not conform: 1 of 305 promises broken. sandbox.vendor.example',
      coverage: { judged: 305, judgeable: 312, byEndpoint: {} },
    };
    const env = {
      REPORTS: 'out',
      BASE_URL: 'https://x',
      GATE: 'stated',
      REQUIRE: 'rails/ \n 6\n*',
      COMMENT_FILE: 'comment.md',
    };
    const given = { VERDICT: JSON.stringify(verdict), CODE_OF_RUN: '1' };
    const { code, folder, put } = perform('run', { ...env, ...given }, stub);
    expect([code, put]).toEqual([
      1,
      {
        verdict: 'deviates',
        'exit-code': '1',
        coverage: '305 of 312',
        headline: verdict.headline,
        summary: join(folder, 'out/summary.md'),
        reports: join(folder, 'out'),
      },
    ]);
    expect(readFileSync(join(folder, 'comment.md'), 'utf8')).toBe('# Does not conform');
    expect(JSON.parse(readFileSync(join(folder, 'out/arguments.json'), 'utf8'))).toEqual(
      'run --json --reports out --base-url https://x --gate stated --require rails/ --require 6 --require *'.split(' '),
    );
    for (const { value } of Object.values(outputs))
      for (const [, id, name = ''] of value.matchAll(/steps\.(\w+)\.outputs\.([a-z-]+)/g))
        expect(id === 'run' ? put[name] : name).toBeTruthy();
  });

  const said = { verdict: 'conforms', exitCode: 0, runId: 'abcd-efgh' };
  test.each<[string, string, unknown, string]>([
    ['is torn', '0', '{"verdict":"conf', 'out'],
    ['is of another run', '0', { ...said, runId: 'ijkl-mnop' }, 'out'],
    ['has another exit code than the command', '1', said, 'out'],
    ['holds an output', '0', { ...said, verdict: 'conforms\nverdict=deviates' }, 'out'],
    ['stands in a folder that holds an output', '0', { ...said, runId: 'x' }, 'out\nexit-code=0'],
  ])('a verdict that %s gives no output but what the command ended with', (_, CODE_OF_RUN, left, REPORTS) => {
    const LEFT = typeof left === 'string' ? left : JSON.stringify(left);
    const env = { REPORTS, CODE_OF_RUN, LEFT, VERDICT: JSON.stringify(said), COMMENT_FILE: 'comment.md' };
    const { code, put, out, folder } = perform('run', env, stub);
    expect(existsSync(join(folder, 'comment.md'))).toBe(false);
    // No green without a verdict of this run.
    const ended = CODE_OF_RUN === '0' ? '3' : CODE_OF_RUN;
    expect(code).toBe(Number(ended));
    expect(put).toMatchObject({
      verdict: '',
      'exit-code': ended,
      coverage: '',
      headline: '',
      summary: '',
    });
    if (LEFT.endsWith('}')) expect(out).toContain('::error');
  });

  test('compare-with compares the run with a kept one, and only then', async () => {
    const step = runs.steps.find(({ id }) => id === 'compare');
    expect(step?.if).toBe("always() && inputs.compare-with != '' && steps.run.outputs.verdict != ''");
    const known = Object.keys(compareOptions).map(flagOf);
    expect((shellOf('compare').match(/--[a-z]+/g) ?? []).filter((name) => !known.includes(name))).toEqual([]);
    const reports = join(newFolder(), 'reports');
    const only = ['--only', 'balances.read'];
    for (const release of ['2.14', '2.15']) {
      const { code } = await built.run(['run', '--quiet', '--reports', reports, '--release', release, ...only], {});
      expect(code).toBe(0);
    }
    const page = join(newFolder(), 'page.md');
    const compareWith = (COMPARE_WITH: string) =>
      perform('compare', { REPORTS: reports, MAIN: built.main, GITHUB_STEP_SUMMARY: page, COMPARE_WITH });
    expect(compareWith('2.14')).toMatchObject({ code: 0, out: expect.stringContaining('2.14 -> 2.15') });
    expect(readFileSync(page, 'utf8')).toContain('2.14');
    for (const wrong of ['2.13', '--help', '-V']) expect(compareWith(wrong).code).toBe(2);
  });

  const inputNames = Object.keys(runs.steps.find(({ id }) => id === 'run')?.env ?? {});
  const given = inputNames.filter((name) => !/KEY|MAIN|COMMENT/.test(name));
  test.each(given)('an input that reads like an option decides nothing: %s', (name) => {
    expect(given.length).toBeGreaterThan(7);
    for (const value of ['--help', '-V']) {
      const env = { REPORTS: 'out', BASE_URL: 'http://127.0.0.1:1', [name]: value, MAIN: built.main };
      const { code, put } = perform('run', env);
      expect([value, code, put['exit-code']]).toEqual([value, 2, '2']);
      expect(put.verdict).not.toMatch(/conforms/);
    }
  });

  test.each(['0', '130', '137', '143'])('a command that ends with %s in the middle passes nothing', (CODE_OF_RUN) => {
    const forged = JSON.stringify({ verdict: 'conforms', exitCode: 0 });
    const { code, put } = perform('run', { REPORTS: 'out', CODE_OF_RUN, VERDICT: forged, LEFT: '' }, stub);
    expect(code).toBe(CODE_OF_RUN === '0' ? 3 : Number(CODE_OF_RUN));
    expect(put.verdict).toBe('');
  });

  test.each(['comment.md', 'below/comment.md'])('%s is written through no link', (COMMENT_FILE) => {
    const elsewhere = newFolder();
    writeFileSync(join(elsewhere, 'comment.md'), 'precious');
    const link = COMMENT_FILE === 'comment.md' ? 'linkSync' : 'symlinkSync';
    const [to, at] = link === 'linkSync' ? [join(elsewhere, 'comment.md'), 'comment.md'] : [elsewhere, 'below'];
    const prepared = `require('node:fs').${link}(${JSON.stringify(to)}, '${at}');${stub}`;
    const env = { REPORTS: 'out', CODE_OF_RUN: '0', VERDICT: JSON.stringify(said), COMMENT_FILE };
    const { code, put } = perform('run', env, prepared);
    expect(readFileSync(join(elsewhere, 'comment.md'), 'utf8')).toBe('precious');
    expect([code, put.verdict]).toEqual(link === 'linkSync' ? [0, 'conforms'] : [3, undefined]);
  });

  test('a run that was killed when it had printed its verdict gives no verdict', () => {
    const env = { REPORTS: 'out', CODE_OF_RUN: '137', VERDICT: JSON.stringify(said) };
    expect(perform('run', env, stub)).toMatchObject({ code: 137, put: { verdict: '', 'exit-code': '137' } });
  });

  test('a run that leaves no verdict has none', () => {
    const { code, put } = perform('run', { REPORTS: 'out', CODE_OF_RUN: '4' }, stub);
    expect([code, put]).toMatchObject([4, { verdict: '', 'exit-code': '4', coverage: '' }]);
  });
});

describe('Dockerfile', () => {
  const dockerfile = read('Dockerfile');
  const installLine = /^RUN (npm .*)$/m.exec(dockerfile)?.[1] ?? '';

  test('it is small, without root, and starts the command', () => {
    expect(dockerfile).toMatch(/^FROM node:24-slim@sha256:[0-9a-f]{64}$/m);
    expect(dockerfile.trim().split('\n').slice(-3)).toEqual([
      'USER node',
      'ENTRYPOINT ["ramp-conformance"]',
      'CMD ["run"]',
    ]);
  });

  test('it is sent the tarball alone', () => {
    expect(read('.dockerignore')).toBe('*\n!ramp-conformance-*.tgz\n');
    expect(dockerfile).toContain('COPY ramp-conformance-*.tgz /opt/\n');
  });

  test('it installs the tarball without a network, and the command is in the path', async () => {
    const tarball = await packTarball();
    const prefix = newFolder();
    const shell = installLine.replaceAll('/opt', dirname(tarball));
    execFileSync('sh', ['-e', '-c', shell], { env: { ...process.env, npm_config_prefix: prefix } });
    const version = execFileSync(join(prefix, 'bin/ramp-conformance'), ['--version'], { encoding: 'utf8' });
    expect(version).toBe(`ramp-conformance ${JSON.parse(read('package.json')).version}\n`);
  });

  test('it installs no package of Debian where it is told none', () => {
    const packages = /^RUN (test .*)$/m.exec(dockerfile)?.[1] ?? '';
    expect(packages).toContain('apt-get install');
    expect(runShell(packages, { PACKAGES: '' })).toMatchObject({ code: 0, out: '' });
  });
});

describe('the repository', () => {
  test('its workflows use the pinned actions alone, and run what every checkout can run', () => {
    const texts = ['ci', 'release'].map((name) => read(`.github/workflows/${name}.yml`));
    const used = texts.flatMap((text) => text.match(/uses: .*/g) ?? []);
    expect(used.filter((each) => !pins.some((pin) => pin === each))).toEqual([]);
    for (const text of texts) expect(text).toContain('- run: .ci/run');
    expect(texts[0]).toContain('node: [20, 22, 24, 26]');
  });

  test('updates of dependencies find the actions in the template of init', () => {
    const [pattern = ''] = JSON.parse(read('renovate.json'))['github-actions'].managerFilePatterns;
    expect('src/cli/init/github.yml').toMatch(new RegExp(pattern.slice(1, -1)));
    expect(read('src/cli/init/gitlab.yml')).toContain(`image: ${/^FROM (\S+)/m.exec(read('Dockerfile'))?.[1]}\n`);
  });

  test('each file that only its owner can complete marks one place', () => {
    for (const file of ['.github/CODEOWNERS', 'SECURITY.md']) expect(read(file).match(/OWNER:/g)).toHaveLength(1);
    expect(read('CONTRIBUTING.md')).toContain('[.github/CODEOWNERS](.github/CODEOWNERS)');
  });
});
