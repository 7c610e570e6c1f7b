/** Names that the version after 0.3.0 took away, each with what replaces it. A member of `ramp-conformance.json` stands in quotes. */
export const gone: Readonly<Record<string, string>> = {
  '--shard': 'run the whole on one machine; the limit of one service paces all parts alike',
  merge: 'run the whole on one machine, which leaves one verdict',
  '--all-targets': 'run each target with --target <name>',
  '--against': 'run each service with --reports <folder>, then compare the two folders',
  '--against-settings': 'run it with --settings and --reports, then compare the two folders',
  '--beside': 'compare the two folders of reports',
  '--requirements': 'pin the version of this package whose requirements you want',
  '"requirements"': 'pin the version of this package whose requirements you want',
  'export curl': 'generate a client from export openapi, which has an example of each request',
  'init --require': 'write it into the pipeline, where its comment says',
  '--mutants': 'call npm run mutants in a checkout',
};

/** Tells what replaces a name that is gone; undefined for any other text. */
export function goneText(typed: string): string | undefined {
  const instead = Object.hasOwn(gone, typed) ? gone[typed] : undefined;
  return instead === undefined ? undefined : `is gone: ${instead}`;
}
