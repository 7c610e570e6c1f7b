import { lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import StreamZip from 'node-stream-zip';
import { Refused } from '#lib';

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
  new Refused(`${name} unpacks to more than ${maxBytes / 1024 ** 2} MB; record the calls to the service alone`);

/**
 * Reads a stream of unknown length.
 * @throws Refused where it has more than `maxBytes`
 */
export async function readBounded(
  chunks: AsyncIterable<Buffer | string>,
  name: string,
  maxBytes: number,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let left = maxBytes;
  for await (const chunk of chunks) {
    left -= chunk.length;
    if (left < 0) throw tooLarge(name, maxBytes);
    parts.push(Buffer.from(chunk));
  }
  return Buffer.concat(parts);
}

/** Reads the bodies that Playwright has saved beside a HAR file, each once; their sizes together are bounded. */
const bodiesBeside = (file: string, maxBytes: number) => {
  const known = new Map<string, Buffer | undefined>();
  let left = maxBytes;
  const read = (name: string): Buffer | undefined => {
    if (!isPlainName(name)) return undefined;
    const path = join(dirname(file), name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found?.isFile() || found.size > left) return undefined;
    left -= found.size;
    return readFileSync(path);
  };
  return (name: string): Buffer | undefined => {
    if (!known.has(name)) known.set(name, read(name));
    return known.get(name);
  };
};

/** A HAR with its bodies in one file, as Playwright saves `recordHar` with a path that ends in `.zip`. */
async function readZip(file: string, name: string, maxBytes: number): Promise<RecordingFile> {
  const zip = new StreamZip.async({ file });
  try {
    const entries = Object.values(await zip.entries());
    let left = maxBytes;
    // The size that an entry announces may be a lie.
    const read = async (entry: StreamZip.ZipEntry) => {
      const bytes = await readBounded(await zip.stream(entry), name, left);
      left -= bytes.length;
      return bytes;
    };
    const har = entries.find((entry) => entry.name.endsWith('.har'));
    if (har === undefined) throw new Refused(`${name} has no .har in it; save the recording as HAR 1.2`);
    const bodies = new Map<string, Buffer>();
    for (const entry of entries) if (entry.isFile && entry !== har) bodies.set(entry.name, await read(entry));
    return { name, text: (await read(har)).toString(), attached: (body) => bodies.get(body) };
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
export async function readRecordingFile(file: string, name: string, maxBytes: number): Promise<RecordingFile> {
  const bytes = readFileSync(file);
  return bytes.toString('latin1', 0, 4) === 'PK\u0003\u0004'
    ? readZip(file, name, maxBytes)
    : { ...unpacked(bytes, name, maxBytes), attached: bodiesBeside(file, maxBytes) };
}
