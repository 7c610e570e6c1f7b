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
  readonly isType: boolean;
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
  const of = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, type, specifier = '']) => {
      return { file, room: roomOf(file), specifier, isType: type !== undefined };
    });
  // What is loaded later makes no circle.
  const later = of(/()\bimport\('([^']+)'\)/g);
  return [...of(/^(?:import\b|export\b(?=[^=;]*\bfrom\b))( type)?[^'";=(]*'([^']+)'/gm), ...later];
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

/** Takes away, again and again, each file that imports none of those which are left; the rest is in circles. */
const inCircles = (edges: ReadonlyMap<string, readonly string[]>): readonly string[] => {
  const left = new Map(edges);
  for (let before = 0; before !== left.size; ) {
    before = left.size;
    for (const [file, imported] of [...left]) if (!imported.some((each) => left.has(each))) left.delete(file);
  }
  return [...left.keys()];
};

test('no import of values goes round', () => {
  const byPath = imports.filter(({ specifier, isType }) => specifier.startsWith('.') && !isType);
  const edges = sources.map((file): [string, readonly string[]] => [
    file,
    byPath
      .filter((each) => each.file === file)
      .map(({ specifier }) => relative(root, resolve(root, dirname(file), specifier))),
  ]);
  expect(inCircles(new Map(edges))).toEqual([]);
});

test('only the target reads the environment', () => {
  const readers = sources.filter((file) => /process\.env/.test(readFileSync(join(root, file), 'utf8')));
  expect(readers.filter((file) => !file.startsWith('src/target/') && !file.startsWith('src/cli/'))).toEqual([]);
});

/** Registries, and caches by schema, source, reply or text: two runs may share these, because a run adds nothing of its own. */
const shared = [
  'schemas/schema-walk.ts known',
  'src/attribution/alike.ts forms',
  'src/checks/judgement.ts checks',
  'src/checks/judgement.ts declareTest',
  'src/client/form-reply.ts knownForms',
  'src/client/redaction.ts known',
  'src/client/redaction.ts shapes',
  'src/harness/facts.ts documentedSuccesses',
  'src/harness/terms.ts fingerprints',
  'src/probes/source.ts probesBySource',
];

test('no module keeps what a run learns', () => {
  const rooms = new Set('attribution checks client contract evidence generators harness probes schemas'.split(' '));
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
