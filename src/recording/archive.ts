import { lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import StreamZip from 'node-stream-zip';
import { Refused } from '#contract';

/** A recording as it was read from its file. */
export interface RecordingFile {
  /** The name that a message calls it by. */
  readonly name: string;
  readonly text: string;
  /** The bodies that lie beside it, by the name that an entry gives in `_file`. */
  readonly attached?: ((name: string) => Buffer | undefined) | undefined;
}

/** Nothing that leads out of a folder, and no hidden file. */
const isPlainName = (name: string): boolean => /^\w[\w.-]{0,120}$/.test(name);

const tooLarge = (name: string, maxBytes: number): Refused =>
  new Refused(
    `${name} unpacks to more than ${maxBytes / 1024 ** 2} MB; record the calls to the service alone`,
  );

/** Beside a HAR file that Playwright has saved with its bodies attached. */
const besides =
  (file: string, maxBytes: number) =>
  (name: string): Buffer | undefined => {
    if (!isPlainName(name)) return undefined;
    const path = join(dirname(file), name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found?.isFile() && found.size <= maxBytes ? readFileSync(path) : undefined;
  };

/** A HAR with its bodies in one file, as Playwright saves `recordHar` with a path that ends in `.zip`. */
async function readZip(file: string, name: string, maxBytes: number): Promise<RecordingFile> {
  const zip = new StreamZip.async({ file });
  try {
    const entries = Object.values(await zip.entries());
    if (entries.reduce((sum, { size }) => sum + size, 0) > maxBytes) throw tooLarge(name, maxBytes);
    const har = entries.find((entry) => entry.name.endsWith('.har'));
    if (har === undefined) throw new Refused(`${name} has no .har in it; save the recording as HAR 1.2`);
    const bodies = new Map<string, Buffer>();
    for (const entry of entries)
      if (entry.isFile && entry !== har) bodies.set(entry.name, await zip.entryData(entry));
    return { name, text: (await zip.entryData(har)).toString(), attached: (body) => bodies.get(body) };
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused(`${name} is a damaged .zip; save the recording again`);
  } finally {
    await zip.close().catch(() => undefined);
  }
}

/** Text that may be packed with gzip, such as a `.har.gz` or what comes through a pipe. */
export const unpacked = (bytes: Buffer, name: string, maxBytes: number): RecordingFile => {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return { name, text: bytes.toString() };
  try {
    return { name, text: gunzipSync(bytes, { maxOutputLength: maxBytes }).toString() };
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(name, maxBytes);
    throw new Refused(`${name} is a damaged .gz; save the recording again`);
  }
};

/**
 * Reads a HAR file, packed or not, with the bodies that lie beside it.
 * @throws Refused where it is damaged or too large
 */
export async function readRecordingFile(
  file: string,
  name: string,
  maxBytes: number,
): Promise<RecordingFile> {
  const bytes = readFileSync(file);
  return bytes.toString('latin1', 0, 4) === 'PK\u0003\u0004'
    ? readZip(file, name, maxBytes)
    : { ...unpacked(bytes, name, maxBytes), attached: besides(file, maxBytes) };
}
