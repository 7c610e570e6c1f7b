import { z } from 'zod';
import { choices } from '#target';
import { reportsOption } from '../arguments.ts';
import { flag, option, text, texts } from '../command.ts';
import { configOptions } from './file-choices.ts';

/** Options of every command that aims at a target. */
export const targetOptions = {
  'base-url': text({ value: 'url', meaning: 'the service to test; without one the embedded sandbox' }),
  settings: text({ value: 'file', meaning: 'read instead of .env' }),
  ...configOptions,
  'read-only': flag('send only GET'),
};

const { profile, gate, seed, baseline, waivers, require, release, reports } = choices;

/** A choice among words. */
const wordsOf = <Row extends { readonly member: { readonly options: readonly string[] } }>(row: Row) => ({
  ...row,
  words: row.member.options,
});

export const profileOption = option(profile.member.default(profile.fallback), wordsOf(profile));

export const historyOption = option(z.coerce.number().int().min(0).max(200).default(20), {
  value: 'n',
  meaning: 'earlier runs that the Allure report shows',
  fallback: '20',
  form: 'a number from 0 to 200',
});

export const runOptions = {
  profile: profileOption,
  only: texts({
    value: 'what',
    meaning: 'an endpoint (6 or onramp.initiate), requirement id or its beginning, or tag',
  }),
  require: texts(require),
  seed: text(seed),
  reports: reportsOption(reports.meaning),
  gate: option(gate.member.default(gate.fallback), wordsOf(gate)),
  baseline: text(baseline),
  waivers: text(waivers),
  release: text(release),
  history: historyOption,
  quiet: flag('show nothing before the end, and then only the verdict'),
  verbose: flag('show every finding and reason at the end'),
  json: flag('print the verdict on standard output, all else on standard error'),
};
