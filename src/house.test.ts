import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Names of a cell of the table, which has - for none. */
const listed = (cell: string): readonly string[] => cell.split(', ').filter((name) => name !== '-');

/** The table of docs/architecture.md: which room may enter which, and use which packages. */
const house = new Map(
  [
    ...readFileSync(join(root, 'docs/architecture.md'), 'utf8').matchAll(
      /^\| `(?:src\/)?(\w+)\/?` \|.*\| ([^|]+) \| ([^|]+) \|$/gm,
    ),
  ].map(([, room = '', rooms = '', packages = '']) => [room, { rooms: listed(rooms), packages: listed(packages) }]),
);

interface Import {
  readonly file: string;
  readonly room: string;
  readonly specifier: string;
}

const roomOf = (file: string): string => {
  const [first = '', second = ''] = file.split('/');
  return first === 'src' ? second : first;
};

const sources = ['src', 'schemas', 'suites']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  // Suites are tests that are part of the house.
  .filter((file) => file.endsWith('.ts') && (file.startsWith('suites/') || !/\.test(\.support)?\.ts$/.test(file)));

const imports: readonly Import[] = sources.flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8');
  // Types, and what is loaded later, are imports like any other.
  const specifiers = [/^(?:import\b|export\b(?=[^=;]*\bfrom\b))[^'";=(]*'([^']+)'/gm, /\bimport\('([^']+)'\)/g];
  return specifiers.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, specifier = '']) => ({ file, room: roomOf(file), specifier })),
  );
});

const reason = ({ file, room, specifier }: Import): string | undefined => {
  const allowed = house.get(room);
  if (allowed === undefined) return `${file} stands in no room: give ${room} a row in docs/architecture.md`;
  if (specifier.startsWith('node:')) return undefined;
  if (specifier.startsWith('#')) {
    if (allowed.rooms.includes(specifier.slice(1))) return undefined;
    return `${file} enters ${specifier}: ${room} may enter ${allowed.rooms.join(', ') || 'no room'}`;
  }
  if (specifier.startsWith('.')) {
    const met = roomOf(relative(root, resolve(root, dirname(file), specifier)));
    return met === room ? undefined : `${file} reaches into ${met} by path: enter a room by its #name`;
  }
  if (allowed.packages.some((name) => specifier === name || specifier.startsWith(`${name}/`))) return undefined;
  return `${file} uses ${specifier}: ${room} may use ${allowed.packages.join(', ') || 'no package'}`;
};

test('every import keeps to the house', () => {
  expect(imports.length).toBeGreaterThan(100);
  expect(imports.flatMap((it) => reason(it) ?? [])).toEqual([]);
});

/** The file that an import leads to, where it is one of ours. */
const targetOf = ({ file, specifier }: Import): string | undefined => {
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier));
  return sources.find((each) => each.endsWith('/index.ts') && `#${roomOf(each)}` === specifier);
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

/** Registries, and caches by schema, source, reply or text: two runs may share these, because a run adds nothing of its own. */
const shared = [
  'schemas/schema-walk.ts known',
  'src/attribution/alike.ts forms',
  'src/checks/row.ts declareTest',
  'src/checks/row.ts rows',
  'src/client/form-reply.ts knownForms',
  'src/client/redaction.ts known',
  'src/client/redaction.ts shapes',
  'src/facts/observed-members.ts known',
  'src/facts/sight.ts fingerprints',
  'src/probes/source.ts probesBySource',
];

test('no module keeps what a run learns', () => {
  const rooms = new Set(
    'attribution checks client contract evidence facts generators harness probes schemas'.split(' '),
  );
  const empty = String.raw`(?:\[\]|\{\}|new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\));$`;
  const changing = new RegExp(
    `^(?:export )?(?:let|const(?= \\w+(?:: (?!readonly|Readonly)[^=\n]+)? = ${empty})) (\\w+)`,
    'gm',
  );
  const kept = sources
    .filter((file) => rooms.has(roomOf(file)))
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
