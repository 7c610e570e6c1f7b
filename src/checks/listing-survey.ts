import { keptByCache } from '#attribution';
import { type Reply, type Setting, Untested } from '#evidence';
import type { ListingSurvey, Page } from '#probes';
import { finding, type Judge, type Judgement } from './judgement.ts';
import type { WordedPromise } from './words.ts';

export interface Broken {
  readonly page: Page;
  readonly actual: string;
  /** The answer beside which the page breaks the promise. */
  readonly against?: Reply | undefined;
}

/** The pages that bear on a promise, and whether one breaks it. */
export interface Examined {
  readonly pages: readonly Page[];
  readonly broken: Broken | undefined;
  /** Why pages without a finding show nothing; undefined where they show that the promise is kept. */
  readonly lacking?: string | undefined;
}

export const brokenBy = (page: Page | undefined, actual: string, against?: Page): Broken | undefined =>
  page && { page, actual, against: against?.reply };

/** Judges a promise that no change of the listing excuses. */
export const atAnyTime =
  <T>({ code, where, expected }: WordedPromise, examine: (seen: T, setting: Setting) => Examined): Judge<T> =>
  (seen, setting) => {
    const { pages, broken, lacking } = examine(seen, setting);
    if (broken === undefined && lacking !== undefined) throw new Untested(lacking);
    if (pages.length === 0) throw new Untested('the listing was not read in such pages');
    return {
      judged: pages.map(({ reply }) => reply),
      findings: broken
        ? [
            finding({
              reply: broken.page.reply,
              against: broken.against,
              code,
              where,
              expected,
              observed: broken.actual,
            }),
          ]
        : [],
    };
  };

/** The reason why a listing that others add to shows nothing, even if the user declares the account quiet. */
export const growing = 'items come into the listing by themselves, with nothing done';

/** Throws where something is found in a listing that others may have changed meanwhile. */
const demandSteady = ({ isSteady, growsByItself }: ListingSurvey, { quiet }: Setting): void => {
  if (isSteady) return;
  if (!quiet) throw new Untested('the listing was never read twice with the same items');
  if (growsByItself) throw new Untested(growing, 'service');
};

/** A page that a cache has kept differs from a fresh one, whichever of the two shows it. */
const namingTheCache = ({ findings, ...judgement }: Judgement): Judgement => {
  const cache = judgement.judged.map(keptByCache).find((it) => it !== undefined);
  const named = findings.map((it) => ({ ...it, observed: `${it.observed} (${cache})` }));
  return { ...judgement, findings: cache === undefined ? findings : named };
};

/** Excuses a finding by a listing that changed while it was read, save on a quiet account on which none comes by itself. */
export const unlessItChanged =
  <T>(surveyIn: (seen: T) => ListingSurvey, judge: Judge<T>): Judge<T> =>
  (seen, setting) => {
    const judgement = judge(seen, setting);
    if (judgement.findings.length > 0) demandSteady(surveyIn(seen), setting);
    return namingTheCache(judgement);
  };

/** Judges pages of a listing that held the same items before and after. */
export const whileSteady = (
  promised: WordedPromise,
  examine: (seen: ListingSurvey, setting: Setting) => Examined,
): Judge<ListingSurvey> => unlessItChanged((seen) => seen, atAnyTime(promised, examine));

/** A survey, and pages that were asked for without a page or a limit. */
export type SurveyAndPlain = readonly [survey: ListingSurvey, plain: readonly Page[]];

export const present = (...pages: readonly (Page | undefined)[]): readonly Page[] =>
  pages.flatMap((page) => page ?? []);

/** Items that a page should hold, by the limit that the service says it kept. */
export const due = ({ limit }: Page, items: number): number | undefined =>
  typeof limit === 'number' ? Math.min(limit, Math.max(items, 0)) : undefined;
