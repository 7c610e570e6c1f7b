import { z } from 'zod';
import { Refused } from '#contract';

const header = z.object({ name: z.string(), value: z.string() });

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
  response: z.object({
    status: z.number(),
    headers: z.array(header).catch([]),
    content: z.object({ size, text, encoding: text, mimeType: text }).nullish().catch(undefined),
    bodySize: size,
  }),
  /** Chrome's mark of an answer that never crossed the wire. */
  _fromCache: z.unknown().optional(),
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
