import { lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import StreamZip from 'node-stream-zip';
import { z } from 'zod';
import { Refused, repeatedIn, structureProblem } from '#lib';

/** Some recorders write a number, or null for an empty value. */
const value = z.union([z.string(), z.number(), z.boolean(), z.null()]).transform((each) => String(each ?? ''));

const header = z.object({ name: z.string(), value });

/** An invalid header does not affect the others. */
const headers = z
  .array(z.unknown())
  .catch([])
  .transform((all) => all.flatMap((each) => header.safeParse(each).data ?? []));

/** Recorders leave out different members, so only the judged members are required. */
const text = z.string().nullish();
const size = z.number().nullish().catch(undefined);

const entry = z.object({
  /** Some recorders write milliseconds. */
  startedDateTime: z.union([z.string(), z.number().transform((ms) => new Date(ms).toJSON() ?? '')]).catch(''),
  time: z.number().nonnegative().catch(0),
  request: z.object({
    method: z.string().transform((method) => method.toUpperCase()),
    url: z.string(),
    headers,
    postData: z.object({ text }).nullish().catch(undefined),
  }),
  /** Undefined if a tool saves requests only. */
  response: z
    .object({
      status: z.coerce.number().catch(0),
      statusText: text.catch(undefined),
      headers,
      content: z
        .object({ size, text, encoding: text, mimeType: text, compression: size, _file: text })
        .nullish()
        .catch(undefined),
    })
    .nullish(),
  /** Marks of Chrome and Safari for a cached answer. */
  _fromCache: z.unknown().optional(),
  _fetchedViaServiceWorker: z.unknown().optional(),
  _fetchType: text.catch(undefined),
});

export interface HarEntry extends z.infer<typeof entry> {
  /** True if one of its members is repeated, so that its value is unknown. */
  readonly isUnclear?: true;
}

const har = z.object({ log: z.object({ entries: z.array(z.unknown()) }) });

const maxEntries = 50_000;

const parsed = (source: string, file: string): unknown => {
  const problem = structureProblem(source);
  if (problem !== undefined) throw new Refused(`${file} ${problem}; record the calls to the service alone`);
  try {
    return JSON.parse(source.replace(/^\ufeff/, ''));
  } catch {
    throw new Refused(`${file} is not valid JSON; save the recording as HAR 1.2`);
  }
};

/**
 * Reads the entries of a HAR file; undefined for an entry that cannot be read.
 * @throws Refused if the text is no HAR
 */
export const readHar = (source: string, file: string): readonly (HarEntry | undefined)[] => {
  const read = har.safeParse(parsed(source, file));
  if (!read.success) throw new Refused(`${file} is no HAR: it has no log.entries; save the recording as HAR 1.2`);
  const { entries } = read.data.log;
  if (entries.length > maxEntries)
    throw new Refused(`${file} has more than ${maxEntries} entries; record the calls to the service alone`);
  const repeated = repeatedIn(source, 3);
  if (repeated.some(({ length }) => length < 3))
    throw new Refused(`${file} has the same member twice, so its meaning is not clear; save the recording again`);
  const unclear = new Set(repeated.map(([, , index]) => index));
  return entries.map((each, index) => {
    const read = entry.safeParse(each).data;
    return read && unclear.has(index) ? { ...read, isUnclear: true } : read;
  });
};

export interface RecordingFile {
  readonly name: string;
  readonly text: string;
  /** Reads bodies in files beside the HAR, by the name in `_file`. */
  readonly attached?: ((name: string) => Buffer | undefined) | undefined;
}

/** Accepts neither a path to another folder nor a hidden file. */
const isPlainName = (name: string): boolean => /^\w[\w.-]{0,120}$/.test(name);

const tooLarge = (name: string, maxBytes: number): Refused =>
  new Refused(`${name} unpacks to more than ${maxBytes / 1024 ** 2} MB; record the calls to the service alone`);

/**
 * Reads a stream of unknown length.
 * @throws Refused if it has more than `maxBytes`
 */
export async function readStream(
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

/** Playwright saves bodies beside a HAR file. Each is read once, and their total size is limited. */
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

/** A HAR and its bodies in one file, from Playwright's `recordHar` with a path that ends in `.zip`. */
async function readZip(file: string, name: string, maxBytes: number): Promise<RecordingFile> {
  const zip = new StreamZip.async({ file });
  try {
    const entries = Object.values(await zip.entries());
    let left = maxBytes;
    // The announced size of an entry may be wrong.
    const read = async (entry: StreamZip.ZipEntry) => {
      const bytes = await readStream(await zip.stream(entry), name, left);
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

/** Text, maybe compressed with gzip: a `.har.gz`, or a pipe. */
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
 * Reads a HAR file, compressed or not, with the bodies beside it.
 * @throws Refused if it is damaged or too large
 */
export async function readRecordingFile(file: string, name: string, maxBytes: number): Promise<RecordingFile> {
  const bytes = readFileSync(file);
  return bytes.toString('latin1', 0, 4) === 'PK\u0003\u0004'
    ? readZip(file, name, maxBytes)
    : { ...unpacked(bytes, name, maxBytes), attached: bodiesBeside(file, maxBytes) };
}
