// Allure's generator looks for its parts in the folders of its packages, and can do more than a page: in a bundle it
// finds the one file that it needs next to itself, and what we never ask of it is left out.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What is left out, and the names by which it is imported. The first is a client that uploads reports. */
const leftOut = {
  '@allurereport/service': [
    'AllureRemoteHistory',
    'AllureServiceClient',
    'AllureTestOpsClient',
    'KnownError',
    'UnknownError',
  ],
  '@allurereport/summary': ['generateSummary'],
  '@vitest/runner': ['getCurrentSuite', 'getCurrentTest'],
  glob: ['glob'],
  jiti: ['createJiti'],
  yaml: ['parse'],
  'zip-stream': ['default'],
};

const prefix = '\0left-out:';

/** Fails where it is called, not where it is imported. */
const absent = (name) =>
  `function absent() { throw new Error(${JSON.stringify(`${name} is not part of ramp-conformance`)}); }
export { ${leftOut[name].map((each) => `absent as ${each}`).join(', ')} };`;

const page = 'allure-awesome.tar';

/** The text of a package, and what stands in its place; a new version that reads otherwise fails the build. */
const places = {
  '/@allurereport/core/dist/report.js': (folder) => [
    'JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))',
    `{ version: ${JSON.stringify(JSON.parse(readFileSync(join(folder, '../package.json'), 'utf8')).version)} }`,
  ],
  '/@allurereport/plugin-awesome/dist/generators.js': () => [
    'new URL("../dist/static/report.tar", import.meta.url)',
    `new URL("./${page}", import.meta.url)`,
  ],
};

const placeOf = (id) => Object.entries(places).find(([path]) => id.replaceAll('\\', '/').endsWith(path))?.[1];

export const allure = () => ({
  name: 'allure',
  resolveId: (id, importer = '') => {
    if (!Object.hasOwn(leftOut, id)) return null;
    if (!importer.includes('node_modules')) throw new Error(`${id} is left out, and ${importer} needs it`);
    return prefix + id;
  },
  load: (id) => (id.startsWith(prefix) ? absent(id.slice(prefix.length)) : null),
  transform(code, id) {
    const place = placeOf(id);
    if (place === undefined) return null;
    const folder = dirname(id);
    const [from, to] = place(folder);
    if (!code.includes(from)) throw new Error(`${id} no longer has ${from}`);
    if (to.includes(page))
      this.emitFile({
        type: 'asset',
        fileName: page,
        source: readFileSync(join(folder, 'static/report.tar')),
      });
    return { code: code.replace(from, () => to), map: null };
  },
});
