/** Imports one file of suites, which registers its tests. */
export type Load = () => Promise<unknown>;

/**
 * Suites that judge what the first stage was answered, and create nothing. Where only some requirements run, what they
 * judge may not have been asked for: then they stand in the first stage themselves.
 */
interface Recalling {
  readonly recalling: Load;
}

/** Suites whose tests run beside each other, once those of the stage before have ended. */
export interface Stage {
  readonly name: string;
  readonly suites: readonly (Load | Recalling)[];
  /** The longer the listings, the more requests it takes. */
  readonly walksListings?: true;
}

/** The files of suites of a stage, in a run of all requirements or of some. */
export const loadsOf = (stage: Stage, stages: readonly Stage[], isWhole: boolean): readonly Load[] =>
  stages.flatMap((own) =>
    own.suites.flatMap((suite) => {
      const recalls = 'recalling' in suite;
      const place = recalls && !isWhole ? stages[0] : own;
      return place === stage ? [recalls ? suite.recalling : suite] : [];
    }),
  );
