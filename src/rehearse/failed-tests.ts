// Failed tests of a try, from the JUnit files of the client's test runner.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A runner for Java writes a file for each class. */
const mostFiles = 500;

const mostBytes = 8 * 1024 ** 2;

const mostTests = 1_000;

const mostLetters = 160;

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** Node writes `&amp;quot;` for a quotation mark. */
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

/** An id in a name would differ in each try. */
const steady = (name: string): string =>
  name.replace(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|\d{9,}/gi, '…').slice(0, mostLetters);

const nameOf = (attributes: string): string => {
  const [name, group] = [attributeIn(attributes, 'name'), attributeIn(attributes, 'classname')];
  // Node's runner has the group `test` for all.
  return steady(group === '' || group === 'test' || name.startsWith(group) ? name : `${group} > ${name}`);
};

const notMarkup = /<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->/g;

const tag = /<(\/?)(testcase|failure|error)\b((?:[^<>"']|"[^"]*"|'[^']*')*)>/g;

/** Sorted names; other content of the file is ignored. */
export function failedIn(xml: string): readonly string[] {
  const failed = new Set<string>();
  let open: string | undefined;
  for (const [, isEnd, name, attributes = ''] of xml.replace(notMarkup, '').matchAll(tag)) {
    if (name !== 'testcase') {
      if (open !== undefined && !isEnd && failed.size < mostTests) failed.add(open);
    } else open = isEnd || attributes.endsWith('/') ? undefined : nameOf(attributes);
  }
  return [...failed].toSorted();
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

/** Notes the files before a try; returns a reader of the failed tests after it, undefined without a new file. */
export function watchReports(path: string): () => readonly string[] | undefined {
  const before = new Map(filesAt(path).map((file) => [file, stampOf(file)]));
  return () => {
    const written = filesAt(path).filter((file) => stampOf(file) !== (before.get(file) ?? ''));
    if (written.length === 0) return undefined;
    const failed = written.flatMap((file) => {
      try {
        return statSync(file).size > mostBytes ? [] : failedIn(readFileSync(file, 'utf8'));
      } catch {
        return [];
      }
    });
    return [...new Set(failed)].toSorted();
  };
}
