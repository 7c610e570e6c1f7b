import { describe, expect, test } from 'vitest';
import { type RequirementId, requirements } from '#contract';
import { type ReasonCode, reasonOf } from '#run';
import {
  broken,
  failedBy,
  ids,
  type Made,
  made,
  report,
  reportsWith,
  untestedBy,
  verdictOn,
  waiver,
} from './example.test.support.ts';
import { headlineOf, statementOf } from './headline.ts';
import { answersOfOthers, leaveOutEntries, reasonsOf, trafficText } from './remarks.ts';
import { unjudgedVerdict } from './ruling.ts';
import { annotations, renderSummary } from './summary.ts';

const of = (...firmnesses: readonly string[]) =>
  requirements.filter(({ firmness }) => firmnesses.includes(firmness)).length;
const promises = of('stated', 'implied');
const examples = of('shown');
const limited = failedBy('RATE_LIMITED', 'the limit did not lift');
const lacking = untestedBy('user', 'RAMP_MONEY_HOST is not set', ['RAMP_MONEY_HOST']);
const nothing = untestedBy('nothing to judge');
const waivers = { given: [waiver], covers: () => 'W1' };
const drift = 'drift from the baseline vendor: 1 change breaks clients';
const change = { endpoint: 'onramp.initiate', fact: '$.a', accepted: 'x', met: 'y', kind: 'member-new' } as const;
const baseline = {
  name: 'vendor',
  accepted: '2026-11-20',
  release: '2.14',
  changes: (['breaks', 'more', 'more'] as const).map((drift) => ({ ...change, class: drift })),
};

/** The counts of the catalogue by one letter: `N-2 of N promises`. */
const named = (line: string) =>
  line.replace(/\b\d{2,3}\b(?! Jan)/g, (text) => {
    const all = [promises, of('stated'), examples].find((each) => Number(text) <= each && Number(text) > each - 5);
    return all === undefined ? text : `N${Number(text) === all ? '' : Number(text) - all}`;
  });

test('the first line has the verdict, what was kept of how much, and why not all', () => {
  const { stated, implied, shown } = ids;
  const runs: Readonly<Record<string, Made>> = {
    'all was kept': {},
    'some had nothing to judge': { reports: { [stated]: nothing } },
    'promises were broken': { reports: { ...broken(stated), ...broken(implied) } },
    'one was broken, and another not tested': { reports: { ...broken(stated), [implied]: untestedBy('user') } },
    'one was broken, and another had nothing to judge': { reports: { ...broken(stated), [implied]: nothing } },
    'an example differs, and the gate judges examples': { reports: broken(shown), results: { gate: 'shown' } },
    'the gate judges what is stated alone': { reports: broken(implied), results: { gate: 'stated' } },
    'what was found is waived, and a limit kept another': {
      reports: { ...broken(stated), [implied]: limited },
      results: { waivers },
    },
    'what was found is waived': { reports: broken(stated), results: { waivers } },
    'an example is waived': { reports: broken(shown), results: { waivers } },
    'a promise and an example are waived, and others were left out or had nothing to judge': {
      reports: {
        ...broken(stated),
        ...broken(shown),
        [implied]: lacking,
        'subaccount.read/has-its-members': nothing,
      },
      results: { waivers },
    },
    'the user left one out': { reports: { [stated]: lacking } },
    'a gateway answered one kind of input, and the user left another promise out': {
      reports: {
        [stated]: { blocked: [{ kind: 'malformed JSON', by: 'nginx', status: 403 }] },
        [implied]: lacking,
      },
    },
    'a rate limit kept some from being tested': { reports: { [stated]: limited, [implied]: limited } },
    'the run was interrupted': { results: { interrupted: true } },
    'the run was interrupted where a limit kept some': {
      reports: { [stated]: limited, [implied]: limited },
      results: { interrupted: true },
    },
    'only the baseline failed': { results: { baseline, otherFailures: [drift] } },
    'the baseline failed beside a waiver': {
      reports: broken(stated),
      results: { baseline, otherFailures: [drift], waivers: { given: [], covers: () => 'W1' } },
    },
    'only a waiver failed': { results: { otherFailures: ['waiver W1 is stale'] } },
  };
  const lines = Object.entries(runs).map(([what, run]) => [what, named(statementOf(made(run)))]);
  expect(Object.fromEntries(lines)).toMatchInlineSnapshot(`
    {
      "a gateway answered one kind of input, and the user left another promise out": "Conforms in part: all N-1 promises tested were kept, 1 was left out (RAMP_MONEY_HOST is not set); for one of them a gateway (nginx, 403) answered every request with malformed JSON itself.",
      "a promise and an example are waived, and others were left out or had nothing to judge": "Conforms in part, with an accepted deviation: N-3 of N promises kept, 1 broken and accepted until 31 Jan 2027, 1 left out (RAMP_MONEY_HOST is not set), 1 had no record or case to judge; 1 example differs and is accepted until 31 Jan 2027.",
      "a rate limit kept some from being tested": "Inconclusive: N-2 of N promises could be tested, none broken: a rate limit kept 2 from being tested.",
      "all was kept": "Conforms: all N promises kept.",
      "an example differs, and the gate judges examples": "Does not conform: no promise broken, but 1 of N examples differ.",
      "an example is waived": "Conforms with accepted deviations: N of N promises kept; 1 example differs and is accepted until 31 Jan 2027.",
      "one was broken, and another had nothing to judge": "Does not conform: 1 of N promises broken, 1 had no record or case to judge.",
      "one was broken, and another not tested": "Does not conform: 1 of N promises broken, 1 not tested.",
      "only a waiver failed": "No promise broken, but waiver W1 is stale.",
      "only the baseline failed": "No promise broken, but the service changed: 1 change breaks clients, 1 more since baseline vendor (accepted 2026-11-20, release 2.14).",
      "promises were broken": "Does not conform: 2 of N promises broken.",
      "some had nothing to judge": "Conforms: all N-1 promises that could be judged were kept; 1 had no record or case to judge.",
      "the baseline failed beside a waiver": "No promise broken besides 1 accepted, but the service changed: 1 change breaks clients, 1 more since baseline vendor (accepted 2026-11-20, release 2.14).",
      "the gate judges what is stated alone": "Conforms: all N stated promises kept.",
      "the run was interrupted": "Inconclusive: all N promises tested, none broken: the run was interrupted before its end.",
      "the run was interrupted where a limit kept some": "Inconclusive: N-2 of N promises could be tested, none broken: the run was interrupted before its end.",
      "the user left one out": "Conforms in part: all N-1 promises tested were kept, 1 was left out (RAMP_MONEY_HOST is not set).",
      "what was found is waived": "Conforms with accepted deviations: N-1 of N promises kept, 1 broken and accepted until 31 Jan 2027.",
      "what was found is waived, and a limit kept another": "Inconclusive: N-1 of N promises could be tested, 1 broken and accepted: a rate limit kept 1 from being tested.",
    }
  `);
});

describe('the first line', () => {
  test('of a refusal is its first problem', () => {
    const why = 'RAMP_BASE_URL is no URL\nRAMP_API_KEY is missing';
    const refused = { verdict: 'refused' as const, exitCode: 2, why };
    const { headline } = unjudgedVerdict(refused, '0.1.0', new Date());
    expect(headline).toBe('Refused: nothing was tested (RAMP_BASE_URL is no URL).');
  });

  test('speaks of one promise as of one', () => {
    const { headline } = verdictOn([report(ids.stated)], { selected: new Set([ids.stated]) });
    expect(headline).toMatch(/^Conforms in part: the 1 promise tested was kept, \d+ were left out/);
  });

  test('of open questions alone promises nothing', () => {
    const verdict = verdictOn([report(ids.silent)], { selected: new Set([ids.silent]) });
    expect(statementOf(verdict)).toBe('No promise was selected: 1 open question observed.');
  });
});

test('drift from a baseline is counted apart from broken promises', () => {
  const verdict = made({ results: { baseline, otherFailures: [drift] } });
  expect(verdict.counts.deviates).toBe(0);
  expect(verdict.changed).toEqual({ breaks: 1, changed: 0, more: 2, least: 0, unseen: 0 });
});

test.each(['UNREACHABLE', 'KEY_REFUSED'] as const)(
  'why nothing at all was tested is said once, and first: %s',
  (code) => {
    const failed = failedBy(code, '127.0.0.1:1 cannot be tested: no connection');
    const leftOut = new Map<RequirementId, string>([[ids.stated, 'left out by A. Person: not offered']]);
    const reports = reportsWith()
      .filter(({ requirement }) => !leftOut.has(requirement))
      .map((each) => ({ ...each, ...failed }));
    const verdict = verdictOn(reports, { leftOut });
    expect(statementOf(verdict)).toMatch(
      /^Inconclusive: none of \d+ promises could be tested: 127\.0\.0\.1:1 cannot be tested: no connection/,
    );
    expect(annotations(verdict)).toHaveLength(1);
    expect(renderSummary(verdict).match(/no connection/g)).toHaveLength(1);
    expect(renderSummary(verdict)).not.toMatch(/no test was executed|no usable answer/);
  },
);

test('what the run itself cut, and when the service was away, is named as that', () => {
  const spent = failedBy('DEADLINE', 'the time is up');
  const away = [
    { from: '2026-11-21T02:00:05.000Z', ms: 41_000, back: true },
    { from: '2026-11-21T02:00:09.000Z', ms: 200, back: true },
  ];
  const verdict = verdictOn(reportsWith({ [ids.stated]: spent, [ids.implied]: spent }), {
    requests: { sent: 42, retried: 1, rateLimited: 0, away },
  });
  expect(headlineOf(verdict)).toContain('the time limit of the run (RAMP_DEADLINE_S) kept 2 from being tested');
  expect(reasonsOf(verdict)).toContain('the run reached a limit of its own and did not test 2 promises');
  expect(reasonsOf(verdict).join()).not.toContain('no usable answer');
  expect(new Set(verdict.requirements.flatMap(({ reason }) => reason ?? []))).toEqual(
    new Set(['DEADLINE: the time is up']),
  );
  expect(trafficText(verdict)).toBe('42 requests (1 sent again, the service unavailable for 41 s from 02:00:05 UTC)');
});

test('a firewall is named that kept some from being tested, and a limit that turns the caller away is none of the service', () => {
  const kept = (code: ReasonCode) => ({ reasons: [reasonOf(code, 'why')], judgements: 0 });
  const verdict = verdictOn(reportsWith({ [ids.stated]: kept('BLOCKED'), [ids.implied]: kept('LOCKED_OUT') }));
  expect(headlineOf({ ...verdict, answers: [{ by: 'block', name: 'nginx', exchanges: 3 }] })).toContain(
    'a limit or a lock-out kept 1 from being tested, and a gateway or a firewall (nginx) 1',
  );
});

test('why nothing more was sent stands in the first line', () => {
  const gone = 'the key was accepted until 14:03:22 UTC and is refused since';
  const lost = { reasons: [reasonOf('KEY_EXPIRED', gone)], judgements: 0 };
  const verdict = verdictOn(reportsWith({ [ids.stated]: lost }), {
    requests: { sent: 42, retried: 0, rateLimited: 0, gone },
  });
  expect(verdict.exitCode).toBe(3);
  expect(headlineOf(verdict)).toContain(`none broken: ${gone}`);
});

test('answers of others stand one by one', () => {
  const answers = [
    { by: 'service' as const, exchanges: 40 },
    { by: 'block' as const, exchanges: 3, requests: ['GET /v1/x, a long path: 431'] },
  ];
  expect(answersOfOthers({ answers })).toEqual([
    '3 from a parser or a firewall before the service, to an invalid request:',
    '  GET /v1/x, a long path: 431',
    '  and 2 more',
  ]);
});

test('what the service kept back can be left out by entries that are ready to paste', () => {
  const kept = { reasons: [reasonOf('ORDER_REFUSED', 'refused', { values: ['GHS'] })], judgements: 0 };
  const { title, entries } = leaveOutEntries(made({ reports: { [ids.stated]: kept } }));
  expect(title).toMatch(/^if the service does not offer this/);
  expect(JSON.parse(entries[0] ?? '')).toMatchObject({ what: ids.stated, values: ['GHS'], owner: expect.any(String) });
  expect(leaveOutEntries(made({ reports: { [ids.stated]: limited } })).entries).toEqual([]);
  const away = [{ from: '2026-11-21T02:00:05.000Z', ms: 41_000, back: true }];
  const requests = { sent: 42, retried: 1, rateLimited: 0, away };
  expect(leaveOutEntries(made({ reports: { [ids.stated]: kept }, results: { requests } })).entries).toEqual([]);
});

test('before anything is left out, the settings that it stands on are looked at', () => {
  const see = ['RAMP_LOCAL_RECIPIENT_CURRENCY', 'RAMP_LOCAL_RECIPIENT_ID'];
  const kept = { reasons: [reasonOf('ORDER_REFUSED', 'the service refused a valid order', { see })], judgements: 0 };
  expect(leaveOutEntries(made({ reports: { [ids.stated]: kept } })).title).toMatch(
    /^if RAMP_LOCAL_RECIPIENT_CURRENCY and RAMP_LOCAL_RECIPIENT_ID are right and the service does not offer this/,
  );
});

test('a first line names a variable once', () => {
  const reports = {
    [ids.stated]: lacking,
    [ids.implied]: untestedBy('user', 'RAMP_MONEY_HOST is not set, so that nothing is paid', ['RAMP_MONEY_HOST']),
    'subaccount.read/has-its-members': untestedBy('user', 'RAMP_UNBANKED_SUBACCOUNT_ID is not set', [
      'RAMP_UNBANKED_SUBACCOUNT_ID',
    ]),
  };
  const variables = headlineOf(made({ reports })).match(/RAMP_\w+/g);
  expect(variables?.toSorted()).toEqual(['RAMP_MONEY_HOST', 'RAMP_UNBANKED_SUBACCOUNT_ID']);
});
