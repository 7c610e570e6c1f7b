import { z } from 'zod';
import { Refused } from '#contract';

/** Some recorders write a number, or null for an empty value. */
const value = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .transform((each) => String(each ?? ''));

const header = z.object({ name: z.string(), value });

/** Recorders leave different things out: only the members that are judged have to be there. */
const text = z.string().nullish();
const size = z.number().nullish().catch(undefined);

const entry = z.object({
  startedDateTime: z.string(),
  time: z.number().nonnegative().catch(0),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: z.array(header).catch([]),
    postData: z.object({ text }).nullish().catch(undefined),
  }),
  /** Left out by tools that save requests alone. */
  response: z
    .object({
      status: z.number().catch(0),
      headers: z.array(header).catch([]),
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

const parsed = (source: string, file: string): unknown => {
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
  if (!read.success)
    throw new Refused(`${file} is no HAR: it has no log.entries; save the recording as HAR 1.2`);
  return read.data.log.entries.map((each) => entry.safeParse(each).data);
};
