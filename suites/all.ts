import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inStages } from '#harness';

const ending = extname(import.meta.filename);

const suitesIn = (folder: string): readonly string[] =>
  readdirSync(join(import.meta.dirname, folder))
    .filter((file) => extname(file) === ending)
    .map((file) => `${folder}/${file.slice(0, -ending.length)}`)
    .sort();

/** Begin first, so that none is left to run when all others have ended. */
const longest = [
  'rules/sequences',
  'rules/rails',
  'endpoints/onramp',
  'endpoints/offramp',
  'endpoints/lightning-offramp',
  'endpoints/deposit',
];

/** An offramp that is started would show up between the pages of a listing. */
const listings = ['flows/balances', 'rules/pagination-walks', 'rules/pagination'];

/** Create nothing. Refused keys come last, because a service may lock out who sends them. */
const besideFlows = ['endpoints/taxonomy', 'rules/errors', 'rules/malformed-ids', 'rules/authentication'];

/** An order that is taken in spite of its key would be blamed on what looks at listings and balances meanwhile. */
const last = ['rules/authentication-orders'];

/**
 * All suites are one file of the runner, which ends a file before it begins the next: so the tests of many suites overlap.
 * What is not named is of the first stage, or of the third where it is a flow.
 */
const named = [...longest, ...listings, ...besideFlows, ...last];
const unnamed = (suite: string): boolean => !named.includes(suite);

const loading = (suites: readonly string[]) => async () => {
  for (const suite of suites)
    await import(pathToFileURL(join(import.meta.dirname, `${suite}${ending}`)).href);
};

inStages([
  {
    name: 'records',
    load: loading([...longest, ...[...suitesIn('endpoints'), ...suitesIn('rules')].filter(unnamed)]),
  },
  { name: 'listings', load: loading(listings) },
  { name: 'flows', load: loading([...suitesIn('flows').filter(unnamed), ...besideFlows]) },
  { name: 'orders', load: loading(last) },
]);
