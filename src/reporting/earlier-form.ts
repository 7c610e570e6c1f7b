// Reads verdicts and lines of the history that earlier versions wrote.
import { z } from 'zod';
import { riskOf, riskOfFinding } from '#contract';
import { currentCode, type ReasonCode } from '#run';

/** The format of verdict.json, and of the lines of history.jsonl. */
export const verdictFormat = 2 as const;

/** A later version wrote the file. */
export class LaterFormat extends Error {
  constructor(format: number) {
    super(`has format ${format}; this version reads the formats 1 and ${verdictFormat}: update ramp-conformance`);
  }
}

const codesByWords: readonly (readonly [words: RegExp, code: ReasonCode])[] = [
  [/no path leads to (?<operation>[a-z-]+\.[a-z]+)/, 'NO_ROUTE'],
  [/^left out by --only$/, 'NOT_SELECTED'],
  [/^the run was interrupted before its test$/, 'INTERRUPTED'],
  [/^no test of it ran/, 'NO_TEST_RAN'],
];

const code = z.string().transform(currentCode);

const ending = z.looseObject({
  outcome: z.string(),
  untestedBy: z.string().optional(),
  reason: z.string().optional(),
  code: z.string().optional(),
  reasons: z.array(z.unknown()).optional(),
});

type EarlierEnding = z.infer<typeof ending>;

const withReasons = (ended: EarlierEnding): EarlierEnding => {
  const { reason, reasons, code, untestedBy: by } = ended;
  if (reason === undefined || reasons !== undefined || code !== undefined) return ended;
  for (const [words, known] of codesByWords) {
    const found = words.exec(reason);
    const operation = found?.groups?.operation;
    // In a line of the history, the operation stands beside the reason.
    if (found) return { ...ended, code: known, operation, reasons: [{ code: known, by, reason, operation }] };
  }
  return ended;
};

const endingNow = (ended: EarlierEnding): EarlierEnding => {
  const isOpen = ended.outcome === 'broken' || ended.outcome === 'unproven';
  return withReasons(isOpen ? { ...ended, outcome: 'no-result' } : ended);
};

const countsNow = ({ broken = 0, unproven = 0, ...others }: Readonly<Record<string, number>>) => ({
  ...others,
  'no-result': broken + unproven,
});

/** Format 1 had no risks. */
const risksOf = ({ id, findings }: { id: string; findings: readonly { code: string }[] }) => ({
  risk: riskOf(id),
  findings: findings.map((finding) => ({ ...finding, risk: riskOfFinding(id, finding.code) })),
});

/** Format 1 differs in two outcomes that are one now, and in one code. */
const format1 = z.looseObject({
  format: z.literal(1).transform(() => verdictFormat),
  counts: z.record(z.string(), z.number()).transform(countsNow),
  requirements: z
    .array(
      ending
        .extend({ id: z.string(), findings: z.array(z.looseObject({ code })) })
        .transform((judged) => ({ ...endingNow(judged), ...risksOf(judged) })),
    )
    .optional(),
  waivers: z.array(z.looseObject({ finding: code.optional() })).optional(),
  outcomes: z.array(ending.transform(endingNow)).optional(),
  findings: z.array(z.looseObject({ code })).optional(),
});

/**
 * Earlier versions had other classes of drift. Their drift is left out, because the rest of the run is enough to
 * compare it.
 */
const withoutEarlierDrift = ({ changed, baseline, ...rest }: z.infer<typeof format1>) =>
  typeof changed === 'object' && changed !== null && 'breaks' in changed ? { ...rest, changed, baseline } : rest;

/**
 * Converts a verdict or a line of the history to the current format. Returns any other value unchanged.
 * @throws LaterFormat
 */
export function inThisForm(value: unknown): unknown {
  const { format } = { ...(value as { format?: unknown } | null) };
  if (typeof format === 'number' && format > verdictFormat) throw new LaterFormat(format);
  const { data } = format1.safeParse(value);
  return data === undefined ? value : withoutEarlierDrift(data);
}
