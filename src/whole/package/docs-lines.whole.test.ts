import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../cli/own-package.ts';
import { installPacked } from '../../testing/packed.test.support.ts';
import { newFolder } from '../../testing/terminal.test.support.ts';
import { listenHttp } from '../../testing/wire.test.support.ts';

/** How a line of a page is run: here, as it stands or with another text, or by another test or script, or not at all. */
type Ruling =
  | { readonly text?: string; readonly code?: number; readonly prints?: RegExp }
  | { readonly heldBy: string; readonly as: string }
  | { readonly notHere: string };

const asItStands: Ruling = {};
const ciRuns = (as: string): Ruling => ({ heldBy: '.ci/run', as });
const offline = { heldBy: 'src/whole/package/node-versions.whole.test.ts', as: "'install', '--offline'" };
const sample = { heldBy: 'src/whole/sandbox/vendor-sample.whole.test.ts', as: 'lines' };
const pipelines = { heldBy: 'src/whole/init/package-managers.whole.test.ts', as: 'docs/installing.md' };
const suites = (as: string): Ruling => ({ heldBy: 'src/whole/vitest/suites.whole.test.ts', as });
const recipe: Ruling = { heldBy: 'src/cli/init/init.test.ts', as: 'the recipe' };
const rehearsed = (as: string): Ruling => ({ heldBy: 'src/whole/commands/rehearse.whole.test.ts', as });
/** Run as a line of another page, with other words. */
const above: Ruling = { heldBy: 'src/whole/package/docs-lines.whole.test.ts', as: 'ramp-conformance run' };
const docker = { notHere: 'needs Docker; packaging.whole.test.ts reads the Dockerfile' };
const killed = 'kill $served; while kill -0 $served 2> /dev/null; do sleep 0.1; done';
const masked = 'withdrawal.read/the-masked-address-is-the-full-one';
const unlisted = 'withdrawal/a-withdrawal-is-in-a-state-that-the-document-does-not-show-with-hash-tag-and-description';
const offset = 'timestamps/utc-is-written-00-00-instead-of-z';
const only = '--only withdrawal.read';

/** Every shell line of the README and of docs/, in its order, without the remark behind it; a new one wants a ruling. */
const rulings: Readonly<Record<string, readonly (readonly [line: string, ruling: Ruling])[]>> = {
  'README.md': [
    ['npm ci && npm start', ciRuns('step run npm start')],
    ['node examples/vendor/service.mjs > .env.vendor &', sample],
    ['npx ramp-conformance run --settings .env.vendor --reports reports/vendor', sample],
    ['npm ci && npm test', ciRuns('step test npm test')],
    ['npx ramp-conformance init', { prints: /^wrote \.github/m }],
    [
      'cp .env.example .env',
      {
        text: 'cp .env.example .env; npx ramp-conformance sandbox --detach --write; cat .env.sandbox >> .env',
      },
    ],
    ['npx ramp-conformance doctor', { prints: /127\.0\.0\.1/ }],
    ['npx ramp-conformance run --profile smoke', { prints: /^Conforms in part: .*127\.0\.0\.1/m }],
    ['npx ramp-conformance run', { text: 'npx ramp-conformance run --only taxonomy.list', prints: /^Conforms/m }],
  ],
  'docs/adding-an-endpoint.md': [
    ['npm run check && npm run build', ciRuns('npm run check')],
    ['npx ramp-conformance run --only rate.read', above],
    ['npx ramp-conformance prove --only rate.read', ciRuns('step prove npx ramp-conformance prove')],
    ['npm test', ciRuns('step test npm test')],
  ],
  'docs/after-an-upgrade.md': [
    ['npx ramp-conformance sandbox --port 4711 --write --detach', asItStands],
    ['npx ramp-conformance run --settings .env.sandbox --release 2.14', {}],
    ['kill <the process that the sandbox named>', { text: killed }],
    [`npx ramp-conformance sandbox --port 4711 --write --detach --as ${masked}`, asItStands],
    ['npx ramp-conformance run --settings .env.sandbox --release 2.15', { code: 1 }],
    [
      'npx ramp-conformance compare',
      { code: 1, prints: /^2\.14 -> 2\.15 at \S+: Do not upgrade yet\. 1 promise broken \(opens data or access\)\.$/m },
    ],
  ],
  'docs/baselines-and-waivers.md': [
    ['npx ramp-conformance sandbox --port 4711 --write --detach', asItStands],
    [
      'npx ramp-conformance run --settings .env.sandbox',
      { text: 'npx ramp-conformance run --settings .env.sandbox --profile smoke' },
    ],
    ['npx ramp-conformance baseline accept vendor', { prints: /^\d+ files written, 0 already the same$/m }],
    ['kill <the process that the sandbox named>', { text: killed }],
    [`npx ramp-conformance sandbox --port 4711 --write --detach --as ${unlisted}`, asItStands],
    [
      'npx ramp-conformance run --settings .env.sandbox --baseline vendor',
      {
        text: 'npx ramp-conformance run --settings .env.sandbox --baseline vendor --profile smoke',
        prints: /^Drift from the baseline vendor: \d changed/m,
      },
    ],
    [
      "npx ramp-conformance baseline accept vendor --only withdrawal.read --reason 'states of release 2.4'",
      { prints: /another value/ },
    ],
    [
      'npx ramp-conformance baseline accept vendor --from ~/Downloads/verdict.json',
      {
        text: 'mkdir ~/Downloads; cp reports/verdict.json ~/Downloads; npx ramp-conformance baseline accept vendor --from ~/Downloads/verdict.json',
      },
    ],
    [
      'npx ramp-conformance waivers draft waivers.json',
      {
        text: `${killed}; npx ramp-conformance sandbox --port 4711 --write --detach --as ${masked}; npx ramp-conformance run --settings .env.sandbox ${only}; npx ramp-conformance waivers draft waivers.json`,
        prints: /waivers\.json/,
      },
    ],
    ['npx ramp-conformance waivers check waivers.json', { code: 2 }],
  ],
  'docs/commands.md': [
    ['npx ramp-conformance export openapi > openapi.json', asItStands],
    ['npx ramp-conformance export schemas --only onramp > onramp.schema.json', asItStands],
  ],
  'docs/in-ci.md': [
    ['npm ci', pipelines],
    [`case "$RAMP_RESTRICTED_API_KEY" in '$('*) unset RAMP_RESTRICTED_API_KEY ;; esac`, recipe],
    ['npx --no -- ramp-conformance run --base-url "$RAMP_BASE_URL"', pipelines],
    [
      "find reports -name 'ledger*.jsonl' -delete",
      { text: "mkdir reports; find reports -name 'ledger*.jsonl' -delete" },
    ],
    ['npm ci --prefer-offline', pipelines],
    [
      'grep -q "^RAMP_BASE_URL=." "$CONFORMANCE_SETTINGS"',
      {
        text: 'echo RAMP_BASE_URL=x > settings; CONFORMANCE_SETTINGS=settings; grep -q "^RAMP_BASE_URL=." "$CONFORMANCE_SETTINGS"',
      },
    ],
    ['npx --no -- ramp-conformance run --settings "$CONFORMANCE_SETTINGS"', above],
    [
      'npx allure generate --config reports/allure-results/allurerc.mjs reports/allure-results',
      { notHere: 'needs the command of Allure, which is none of our packages' },
    ],
    ['gh pr comment "$NUMBER" --edit-last --create-if-none --body-file comment.md', { notHere: 'needs GitHub' }],
    ['npm ci && npm pack', { heldBy: 'src/testing/packed.test.support.ts', as: "['pack'" }],
    ['docker build -t ramp-conformance .', docker],
    ['docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/work" ramp-conformance run', docker],
  ],
  'docs/installing.md': [
    ['npm ci && npm pack --pack-destination ..', { heldBy: 'src/testing/packed.test.support.ts', as: "['pack'" }],
    ['mkdir -p vendor && cp ../ramp-conformance-0.5.0.tgz vendor/', pipelines],
    ['npm install --save-dev ./vendor/ramp-conformance-0.5.0.tgz', pipelines],
    ['npx ramp-conformance init', pipelines],
    ['git add vendor package.json package-lock.json .gitignore .env.example ramp-conformance.json .github', pipelines],
    ['npm install --offline --save-dev ./ramp-conformance-0.5.0.tgz', offline],
    ['npx --no ramp-conformance run', offline],
  ],
  'docs/prove.md': [
    [
      'npx ramp-conformance prove --only onramp.initiate',
      { text: `npx ramp-conformance prove --only ${masked}`, prints: /^PROVED: every check can fail/m },
    ],
  ],
  'docs/rehearse.md': [
    ['npx ramp-conformance rehearse -- npm test', rehearsed('--only')],
    [`npx ramp-conformance sandbox --as ${offset} --write --detach`, asItStands],
    ['set -a; . ./.env.sandbox; set +a', asItStands],
    [
      'npm test',
      {
        text: 'node -e "fetch(process.env.RAMP_BASE_URL + \'/v1/ramp/banking/balances\').then(({ status }) => console.log(status))"',
        prints: /^401$/m,
      },
    ],
    ["kill $(sed -n 's/^# Served by process //p' .env.sandbox)", asItStands],
    ['npx ramp-conformance rehearse --faults -- npm test', rehearsed('--faults')],
    ['npm ci', pipelines],
    ['npx --no -- ramp-conformance rehearse --reports reports --jobs 2 -- npm test', rehearsed('--reports')],
    [
      'npx --no -- ramp-conformance rehearse --faults --min-noticed 0.8 --reports reports/faults --jobs 2 -- npm test',
      rehearsed('--min-noticed'),
    ],
  ],
  'docs/with-vitest.md': [
    ['npx vitest run suites/endpoints/onramp.test.ts', suites("'suites/endpoints/onramp.test.ts'")],
    ['npx vitest run suites/endpoints/onramp.test.ts -t echoes-the-asset', suites("'echoes-the-asset'")],
    ["npx vitest run --project conformance --tags-filter 'stated && onramp.initiate'", suites("'--tags-filter'")],
    ['npx vitest list suites/rules/rails.test.ts', suites("'list'")],
    ['npx vitest suites/endpoints/onramp.test.ts', { notHere: 'waits at a terminal for edits' }],
    ['npx vitest --ui --project conformance', { notHere: 'waits in a browser' }],
    [
      'npx vitest run --project conformance --reporter=default --reporter=allure-vitest/reporter',
      suites("'--reporter=allure-vitest/reporter'"),
    ],
  ],
};

const pages = ['README.md', ...readdirSync(join(packageRoot, 'docs')).map((name) => `docs/${name}`)].filter((page) =>
  page.endsWith('.md'),
);

const read = (file: string): string => readFileSync(join(packageRoot, file), 'utf8');

/** Shell lines of the fenced blocks of a page: typed at a prompt, or parts of a recipe. */
const linesOf = (page: string): readonly string[] =>
  [...read(page).matchAll(/^```(?:console|yaml|groovy)\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
    [
      ...block.matchAll(/^\$ (.*)|^ *(?:- )?(?:sh '|script: |run: )(?!\|)(.*?)'?$|(?<=script: \|\n)((?: {10}.*\n)+)/gm),
    ].flatMap(([, typed, part, several]) =>
      (typed ?? part ?? several ?? '')
        .trim()
        .split(/\n */)
        .map((line) => line.replace(/ +# .*/, '').trim()),
    ),
  );

test.each(pages)('every shell line of %s has a ruling', (page) => {
  expect(linesOf(page)).toEqual((rulings[page] ?? []).map(([line]) => line));
});

test('the tests and scripts that hold a line are there', () => {
  for (const [, ruling] of Object.values(rulings).flat())
    if ('heldBy' in ruling) expect(read(ruling.heldBy)).toContain(ruling.as);
});

describe.skipIf(process.platform === 'win32')('the lines', () => {
  let modules: string;
  beforeAll(async () => {
    modules = join((await installPacked()).project, 'node_modules');
  });

  /** npx without its search, and the port of the pages where nobody else listens. */
  const folderFor = () => {
    const folder = newFolder();
    symlinkSync(modules, join(folder, 'node_modules'), 'dir');
    mkdirSync(join(folder, 'bin'));
    const npx = `#!/bin/sh\n[ "$1" != --no ] || shift 2\nname=$1; shift; exec "node_modules/.bin/$name" "$@"\n`;
    writeFileSync(join(folder, 'bin/npx'), npx, { mode: 0o755 });
    return folder;
  };

  const isRunHere = ([, ruling]: readonly [string, Ruling]): boolean => !('heldBy' in ruling || 'notHere' in ruling);

  test.each(Object.entries(rulings).filter(([, lines]) => lines.some(isRunHere)))(
    'of %s do in a fresh folder what the page says',
    async (_page, lines) => {
      const folder = folderFor();
      const { port, close } = await listenHttp(() => undefined);
      close();
      const script = lines.filter(isRunHere).flatMap(([line, ruling]) => {
        const { text = line, code = 0 } = ruling as { text?: string; code?: number };
        return [
          `echo '$ '${JSON.stringify(line).replaceAll('$', '\\$')}`,
          'served=$(sed -n "s/^# Served by process //p" .env.sandbox 2> /dev/null)',
          text.replace('--port 4711', `--port ${port}`),
          `code=$?; [ $code = ${code} ] || { echo "exit code $code"; exit 1; }`,
        ];
      });
      const program = `trap 'kill $(sed -n "s/^# Served by process //p" .env.sandbox 2> /dev/null) 2> /dev/null || true' EXIT\n${script.join('\n')}`;
      const { PATH, TMPDIR } = process.env;
      const env = { PATH: `${join(folder, 'bin')}${delimiter}${PATH}`, TMPDIR, HOME: folder };
      const { stdout } = await promisify(execFile)('bash', ['-c', program], { cwd: folder, env }).catch((error) => {
        throw new Error(`${error.stdout}\n${error.stderr}`);
      });
      const said = stdout.split(/^\$ .*\n/m).slice(1);
      const expected = lines.filter(isRunHere).map(([, ruling]) => ('prints' in ruling && ruling.prints) || /(?:)/);
      expect(said).toEqual(expected.map((prints) => expect.stringMatching(prints)));
    },
  );
});
