import { z } from 'zod';
import { Refused, structureProblem } from '#lib';

/** Some recorders write a number, or null for an empty value. */
const value = z.union([z.string(), z.number(), z.boolean(), z.null()]).transform((each) => String(each ?? ''));

const header = z.object({ name: z.string(), value });

/** Those that are sound: an odd one spoils no other. */
const headers = z
  .array(z.unknown())
  .catch([])
  .transform((all) => all.flatMap((each) => header.safeParse(each).data ?? []));

/** Recorders leave different things out: only the members that are judged have to be there. */
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
  /** Left out by tools that save requests alone. */
  response: z
    .object({
      status: z.coerce.number().catch(0),
      headers,
      content: z
        .object({ size, text, encoding: text, mimeType: text, compression: size, _file: text })
        .nullish()
        .catch(undefined),
    })
    .nullish(),
  /** Marks of an answer that never crossed the wire: Chrome's, and Safari's. */
  _fromCache: z.unknown().optional(),
  _fetchedViaServiceWorker: z.unknown().optional(),
  _fetchType: text.catch(undefined),
});

export type HarEntry = z.infer<typeof entry>;

const har = z.object({ log: z.object({ entries: z.array(z.unknown()) }) });

const maxEntries = 50_000;

const parsed = (source: string, file: string): unknown => {
  const problem = structureProblem(source);
  if (problem !== undefined) throw new Refused(`${file} ${problem}; record the calls to the service alone`);
  try {
    return JSON.parse(source.replace(/^\ufeff/, ''));
  } catch {
    throw new Refused(`${file} is no JSON; save the recording as HAR 1.2`);
  }
};

/**
 * Reads the entries of a HAR file; undefined instead of one that cannot be read.
 * @throws Refused where the text is no HAR at all
 */
export const readHar = (source: string, file: string): readonly (HarEntry | undefined)[] => {
  const read = har.safeParse(parsed(source, file));
  if (!read.success) throw new Refused(`${file} is no HAR: it has no log.entries; save the recording as HAR 1.2`);
  const { entries } = read.data.log;
  if (entries.length > maxEntries)
    throw new Refused(`${file} has more than ${maxEntries} entries; record the calls to the service alone`);
  return entries.map((each) => entry.safeParse(each).data);
};
