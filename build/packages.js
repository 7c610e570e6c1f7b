// What is put into the bundle is not installed: the build writes down which packages that are, for the inventory, and
// ships their licences.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const packagesFile = 'packages.json';
export const licencesFile = 'THIRD-PARTY-LICENSES.txt';

const manifestIn = (folder) => {
  const file = join(folder, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
};

/** A folder inside a package may have a manifest without a name or version. */
const packageAbove = (folder) => {
  const { name, version, license, author } = manifestIn(folder);
  if (name !== undefined && version !== undefined) return { folder, name, version, license, author };
  return packageAbove(dirname(folder));
};

const nameOf = (author) => (typeof author === 'object' ? author.name : author);

const textOf = ({ folder, license, author }) => {
  const files = readdirSync(folder).filter((each) => /^(licen[cs]e|copying|notice)/i.test(each));
  if (files.length > 0) return files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
  return `Its package has no text of the licence, and names ${license}${author ? ` and ${nameOf(author)}` : ''}.`;
};

const line = '-'.repeat(80);

/** Code that a package brings without its own packages, as its builder lists it. */
const listed = ({ source }) => {
  const tar = Buffer.from(source);
  const texts = [];
  for (let at = 0; at < tar.length && tar[at] !== 0; ) {
    const text = (from, to) => tar.toString('utf8', at + from, at + to).replace(/\0.*$/s, '');
    const size = Number.parseInt(text(124, 136), 8);
    if (text(0, 100).endsWith('LICENSE.txt')) texts.push(text(512, 512 + size).trim());
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return texts;
};

const introduction = `This package holds code of the packages below, each under its own licence. The text of Apache-2.0 is in LICENSE.
`;

const licences = (packages, archives) =>
  [
    introduction,
    ...packages.map((each) => `${line}\n${each.name} ${each.version} (${each.license})\n\n${textOf(each)}\n`),
    ...archives.flatMap((each) => listed(each).map((text) => `${line}\nIn ${each.fileName}\n\n${text}\n`)),
  ].join('\n');

const inPackages = (id) => !id.startsWith('\0') && /[\\/]node_modules[\\/]/.test(id);

export const collectPackages = () => {
  const found = new Map();
  const archives = new Map();
  return {
    name: 'packages',
    generateBundle(_options, bundle) {
      for (const each of Object.values(bundle)) if (each.fileName.endsWith('.tar')) archives.set(each.fileName, each);
      for (const { moduleIds = [] } of Object.values(bundle))
        for (const id of moduleIds.filter(inPackages)) {
          const each = packageAbove(dirname(id));
          found.set(`${each.name}@${each.version}`, each);
        }
      const sorted = [...found].sort(([one], [other]) => (one < other ? -1 : 1));
      const names = sorted.map(([id]) => id);
      this.emitFile({ type: 'asset', fileName: packagesFile, source: `${JSON.stringify(names, null, 1)}\n` });
      this.emitFile({
        type: 'asset',
        fileName: licencesFile,
        source: licences(
          sorted.map(([, each]) => each),
          [...archives.values()],
        ),
      });
    },
  };
};
