// The failed tests of a try, from JUnit files of the client's test runner.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Most files; runners for Java write one file for each class. */
const mostFiles = 500;

const mostBytes = 8 * 1024 ** 2;

const mostTests = 1_000;

const mostLetters = 160;

const mostTrace = 100_000;

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** Node's runner writes `&amp;quot;` for a quotation mark. */
const decoded = (text: string): string =>
  text
    .replaceAll('&amp;', '&')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|quot|apos|amp));/gi, (whole, decimal, hex, name) => {
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
      return entities[String(name).toLowerCase()] ?? (code <= 0x10ffff ? String.fromCodePoint(code) : whole);
    });

const attributeIn = (attributes: string, name: string): string => {
  const [, inDouble, inSingle] = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes) ?? [];
  return decoded(inDouble ?? inSingle ?? '').trim();
};

/** Replaces ids in a name, which would differ in each try. */
const steady = (name: string): string =>
  name.replace(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|\d{9,}/gi, '…').slice(0, mostLetters);

const nameOf = (attributes: string): string => {
  const [name, group] = [attributeIn(attributes, 'name'), attributeIn(attributes, 'classname')];
  // Node's runner uses the group `test` for all tests.
  return steady(group === '' || group === 'test' || name.startsWith(group) ? name : `${group} > ${name}`);
};

/** Removes output of a test that looks like tags. */
const withoutMarkup = (xml: string): string =>
  xml
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'));

/** A file of the client or of its tests in which a test failed. */
export interface FailurePlace {
  readonly test: string;
  readonly file: string;
  readonly isOfTests: boolean;
}

const library =
  /node_modules|site-packages|dist-packages|\/lib\/python|\bnode:|\/go\/src\/|\/pkg\/mod\/|^\s*at (?:java|jdk|sun|org\.(?:junit|opentest4j|gradle|assertj|hamcrest))\b/;

const mention = /([\w@./\\-]*?)([\w$-][\w$.-]*\.(?:py|[cm]?[jt]sx?|go|java|kt|rb|php|cs|rs|swift)):(?:line )?\d+/;

const isOfTests = (folder: string, file: string): boolean =>
  /(^|[/\\])(tests?|__tests__|specs?)[/\\]/i.test(folder) ||
  /(^|[._-])(tests?|spec|conftest)([._-]|$)|Tests?\.\w+$/.test(file);

/** The first file that is no test file; without one, the first test file; undefined if the text names no file. */
function placeIn(test: string, text: string): FailurePlace | undefined {
  const all = decoded(text)
    .slice(0, mostTrace)
    .split('\n')
    .flatMap((line) => {
      const [, folder = '', file] = library.test(line) ? [] : (mention.exec(line) ?? []);
      return file === undefined ? [] : [{ test, file, isOfTests: isOfTests(folder, file) }];
    });
  return all.find((place) => !place.isOfTests) ?? all[0];
}

const tag = /<(\/?)(testcase|failure|error)\b((?:[^<>"']|"[^"]*"|'[^']*')*)>/g;

interface Failed {
  /** Sorted names. */
  readonly tests: readonly string[];
  readonly places: readonly FailurePlace[];
}

/** Reads only failed tests; other content of the file is ignored. */
export function failedIn(xml: string): Failed {
  const failed = new Map<string, FailurePlace | undefined>();
  const plain = withoutMarkup(xml);
  let open: string | undefined;
  for (const { 0: whole, 1: isEnd, 2: name, 3: attributes = '', index } of plain.matchAll(tag)) {
    if (name === 'testcase') open = isEnd || attributes.endsWith('/') ? undefined : nameOf(attributes);
    else if (open !== undefined && !isEnd && failed.size < mostTests) {
      const start = index + whole.length;
      const end = attributes.endsWith('/') ? start : plain.indexOf('</', start);
      const text = `${attributes}\n${plain.slice(start, end < 0 ? undefined : end)}`;
      failed.set(open, failed.get(open) ?? placeIn(open, text));
    }
  }
  return { tests: [...failed.keys()].toSorted(), places: [...failed.values()].filter((place) => place !== undefined) };
}

const filesAt = (path: string): readonly string[] => {
  try {
    if (!statSync(path).isDirectory()) return [path];
    const names = readdirSync(path).filter((name) => name.endsWith('.xml'));
    return names.slice(0, mostFiles).map((name) => join(path, name));
  } catch {
    return [];
  }
};

const stampOf = (path: string): string => {
  try {
    const { mtimeNs, ino, size } = statSync(path, { bigint: true });
    return [mtimeNs, ino, size].join();
  } catch {
    return '';
  }
};

/**
 * Notes the files before a try. The returned function reads the failed tests after the try; it returns undefined
 * without a new file.
 */
export function watchReports(path: string): () => Failed | undefined {
  const before = new Map(filesAt(path).map((file) => [file, stampOf(file)]));
  return () => {
    const written = filesAt(path).filter((file) => stampOf(file) !== (before.get(file) ?? ''));
    if (written.length === 0) return undefined;
    const failed = written.flatMap((file) => {
      try {
        return statSync(file).size > mostBytes ? [] : [failedIn(readFileSync(file, 'utf8'))];
      } catch {
        return [];
      }
    });
    return {
      tests: [...new Set(failed.flatMap(({ tests }) => tests))].toSorted(),
      places: failed.flatMap(({ places }) => places),
    };
  };
}
