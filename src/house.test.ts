import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { files, root, sources } from './testing/sources.test.support.ts';

/** Names of a cell of the table, which has - for none. */
const listed = (cell: string): readonly string[] => cell.split(', ').filter((name) => name !== '-');

/** The table of docs/architecture.md: which module may enter which, and use which packages. */
const table = new Map(
  [
    ...readFileSync(join(root, 'docs/architecture.md'), 'utf8').matchAll(
      /^\| `(?:src\/)?(\w+)\/?` \|.*\| ([^|]+) \| ([^|]+) \|$/gm,
    ),
  ].map(([, name = '', modules = '', packages = '']) => [
    name,
    { modules: listed(modules), packages: listed(packages) },
  ]),
);

interface Import {
  readonly file: string;
  readonly module: string;
  readonly specifier: string;
}

const moduleOf = (file: string): string => {
  const [first = '', second = ''] = file.split('/');
  return first === 'src' ? second : first;
};

const imports: readonly Import[] = sources.flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8');
  // Types, and what is loaded later, are imports like any other.
  const specifiers = [/^(?:import\b|export\b(?=[^=;]*\bfrom\b))[^'";=(]*'([^']+)'/gm, /\bimport\('([^']+)'\)/g];
  return specifiers.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, specifier = '']) => ({ file, module: moduleOf(file), specifier })),
  );
});

const reason = ({ file, module, specifier }: Import): string | undefined => {
  const allowed = table.get(module);
  if (allowed === undefined) return `${file} stands in no module: give ${module} a row in docs/architecture.md`;
  if (specifier.startsWith('node:')) return undefined;
  if (specifier.startsWith('#')) {
    if (allowed.modules.includes(specifier.slice(1))) return undefined;
    return `${file} enters ${specifier}: ${module} may enter ${allowed.modules.join(', ') || 'no module'}`;
  }
  if (specifier.startsWith('.')) {
    const other = moduleOf(relative(root, resolve(root, dirname(file), specifier)));
    return other === module ? undefined : `${file} reaches into ${other} by path: enter a module by its #name`;
  }
  if (allowed.packages.some((name) => specifier === name || specifier.startsWith(`${name}/`))) return undefined;
  return `${file} uses ${specifier}: ${module} may use ${allowed.packages.join(', ') || 'no package'}`;
};

test('every import keeps to the table of modules', () => {
  expect(imports.length).toBeGreaterThan(100);
  expect(imports.flatMap((it) => reason(it) ?? [])).toEqual([]);
});

/** The file that an import leads to, where it is one of ours. */
const targetOf = ({ file, specifier }: Import): string | undefined => {
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier));
  return sources.find((each) => each.endsWith('/index.ts') && `#${moduleOf(each)}` === specifier);
};

type Edge = readonly [from: string, to: string];

const edges: readonly Edge[] = imports.flatMap((each) => {
  const target = targetOf(each);
  return target === undefined ? [] : [[each.file, target]];
});

/** Takes away, again and again, each file that imports none of those which are left, or that none of them imports. */
const inCircles = (all: readonly Edge[]): readonly string[] => {
  let left = all;
  for (;;) {
    const [importing, imported] = [new Set(left.map(([from]) => from)), new Set(left.map(([, to]) => to))];
    const rest = left.filter(([from, to]) => importing.has(to) && imported.has(from));
    if (rest.length === left.length) return [...importing].sort();
    left = rest;
  }
};

test('no circle of imports is left between files, types included', () => {
  expect(edges.length).toBeGreaterThan(1_000);
  expect(inCircles(edges)).toEqual([]);
  const planted: Edge = ['src/cli/options.ts', 'src/cli/command-table.ts'];
  expect(inCircles([...edges, planted])).toEqual(expect.arrayContaining([...planted, 'src/cli/run/run.ts']));
});

test('only the target reads the environment', () => {
  const readers = sources.filter((file) => /process\.env/.test(readFileSync(join(root, file), 'utf8')));
  expect(readers.filter((file) => !file.startsWith('src/target/') && !file.startsWith('src/cli/'))).toEqual([]);
});

/** Registries, and caches by schema, source, reply, requirement or text: two runs may share these, because a run adds nothing of its own. */
const shared = [
  'schemas/schema-walk.ts known',
  'src/attribution/alike.ts forms',
  'src/checks/row.ts declareTest',
  'src/checks/row.ts rows',
  'src/client/form-reply.ts knownForms',
  'src/client/key-parts.ts known',
  'src/client/redaction.ts known',
  'src/client/redaction.ts shapes',
  'src/contract/risk.ts known',
  'src/facts/observed-members.ts known',
  'src/facts/sight.ts fingerprints',
  'src/probes/source.ts probesBySource',
];

test('no module keeps what a run learns', () => {
  const modules = new Set(
    'attribution checks client contract evidence facts generators harness probes schemas'.split(' '),
  );
  const empty = String.raw`(?:\[\]|\{\}|new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\));$`;
  const changing = new RegExp(
    `^(?:export )?(?:let|const(?= \\w+(?:: (?!readonly|Readonly)[^=\n]+)? = ${empty})) (\\w+)`,
    'gm',
  );
  const kept = sources
    .filter((file) => modules.has(moduleOf(file)))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(changing)].map(([, name]) => `${file} ${name}`),
    );
  expect(kept.toSorted()).toEqual(shared);
});

/** The sandbox is a second witness with other words, which its faults use. */
const isWitness = (file: string): boolean => /^src\/(?:sandbox|faults)\//.test(file);

/** Names of exported types that are declared once more, and where. */
const namedTwice = (texts: ReadonlyMap<string, string>): readonly string[] => {
  const declared = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(/^(export )?(?:type|interface|class) ([A-Z]\w*)\b(?! *[,}])/gm)].map(
      ([, exported, name = '']) => ({ file, name, isExported: exported !== undefined }),
    ),
  );
  return declared.flatMap(({ file, name, isExported }) => {
    const others = declared.filter((each) => each.name === name && each.file !== file);
    return isExported ? others.map((other) => `${name}: ${file} and ${other.file}`) : [];
  });
};

test('the name of an exported type has one meaning', () => {
  const own = sources.filter((file) => !isWitness(file) && !file.endsWith('.d.ts'));
  const texts = new Map(own.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  expect(namedTwice(texts)).toEqual([]);
});

/** `src/cli/run/run.ts`, `src/rehearse`. */
const namedPath = /`((?:src|suites|schemas|docs)\/[\w./-]*\w)`/g;

const pathsIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(namedPath)].map(([, path = '']) => path)),
];

test.each(['CONTRIBUTING.md', 'docs/architecture.md', 'docs/security.md'])('%s names files that there are', (page) => {
  const paths = pathsIn(readFileSync(join(root, page), 'utf8'));
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

/** The places that a printed `vitest run` is narrowed to, such as `src/whole/field`. */
const narrowedTo = (text: string) =>
  [...text.matchAll(/vitest run ([^`#\n]*)/g)].flatMap(([, args = '']) =>
    [...args.matchAll(/\b(?:src|suites)\/[\w./-]+/g)].map(([place]) => ({ place, isWhole: args.includes('whole') })),
  );

test.each(['CONTRIBUTING.md', 'docs/adding-an-endpoint.md', 'docs/with-vitest.md'])(
  '%s runs tests that there are',
  (page) => {
    const tests = files.filter((file) => file.endsWith('.test.ts'));
    const places = narrowedTo(readFileSync(join(root, page), 'utf8')).filter(({ place }) => !place.endsWith('/'));
    const isThere = ({ place, isWhole }: (typeof places)[number]) =>
      tests.some((file) => file.startsWith(place) && file.endsWith('.whole.test.ts') === isWhole);
    expect(places).not.toEqual([]);
    expect(places.filter((each) => !isThere(each))).toEqual([]);
  },
);

test('a journey of docs/architecture.md counts its files', () => {
  const journeys = readFileSync(join(root, 'docs/architecture.md'), 'utf8').split(/^#{2,3} /m);
  const counted = journeys.flatMap((journey) => {
    const [, heading, files] = /^(.*): (\d+) files\n/.exec(journey) ?? [];
    const named = pathsIn(journey).filter((path) => path.endsWith('.ts'));
    return heading === undefined ? [] : [[heading, Number(files), named.length]];
  });
  expect(counted.length).toBeGreaterThan(3);
  expect(counted.filter(([, said, named]) => said !== named)).toEqual([]);
});

const filesIn = (folder: string, form: RegExp): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => form.test(file) && !file.includes('node_modules'));

const read = (...files: readonly string[]): string =>
  files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');

/** Names of other programs, which pages explain. */
const foreign =
  'DEVIATION Dockerfile NODE_OPTIONS any-asset deadlineS no-path-trailing-slash node-modules nohup parentSuite pnp pytest ramp-conformance-env short-conversions strptime tar tsc unverified-orders'.split(
    ' ',
  );

test('a page, a pipeline or an example names nothing that no source has', () => {
  const written = sources.filter((file) => file !== 'src/reporting/earlier-form.ts');
  const others = ['action.yml', 'package.json', ...filesIn('src/cli/init', /\.yml$/)];
  const code = written.map((file) => read(file).replace(/\/\*\*[\s\S]*?\*\/|^ *\/\/.*$/gm, '')).join('\n');
  const known = new Set([...foreign, ...((code + read(...others)).match(/[\w$][\w$-]*/g) ?? [])]);
  const pages = [
    'README.md',
    'SECURITY.md',
    '.ci/run',
    ...others,
    ...filesIn('docs', /\.md$/),
    ...filesIn('.github', /\.(?:md|yml)$/),
  ];
  const readers = [...pages, ...filesIn('examples', /\.(?:md|mjs|py|ts)$/), ...filesIn('build', /\.js$/)];
  const named = readers.flatMap((file) =>
    [...read(file).matchAll(/`([A-Za-z][\w-]*)`|\b(?:verdict|proof|finding|requirement)\??\.(\w+)/g)].map(
      ([, quoted, member = '']) => ({ file, name: quoted ?? member }),
    ),
  );
  expect(named.length).toBeGreaterThan(500);
  // An outcome of earlier versions.
  expect(known).not.toContain('unproven');
  expect(named.filter(({ name }) => !known.has(name))).toEqual([]);
});

test('.ci/run and action.yml read outcomes and verdicts that there are', () => {
  const { properties } = JSON.parse(read('src/reporting/verdict.schema.json'));
  const [, counted = ''] = /failed: \[(.*)\]\.reduce\(.*verdict\?\.counts\[name\]/.exec(read('.ci/run')) ?? [];
  const [, passed = ''] = /passed: verdict\?\.counts\.(\w+)/.exec(read('.ci/run')) ?? [];
  const [, words = ''] = /const words = "(.*)"\.split\(" "\)/.exec(read('action.yml')) ?? [];
  expect(properties.counts.propertyNames.enum).toEqual(
    expect.arrayContaining([passed, ...counted.replaceAll("'", '').split(', ')]),
  );
  expect(words.split(' ').toSorted()).toEqual(properties.verdict.enum.toSorted());
});
