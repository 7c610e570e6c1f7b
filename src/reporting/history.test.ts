import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { broken, finding, green, ids, made, reportsWith, untestedBy, verdictOn } from './example.test.support.ts';
import { seenIn, withFirstSeen } from './first-seen.ts';
import { historyFile, historyWith, lostSince, readHistory, runsOf } from './history.ts';
import { historyData, historyText } from './history-view.ts';
import { lineOf, type RunLine, runOf, shortened } from './kept-run.ts';
import type { Verdict } from './verdict.ts';

const folderWith = (text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'ramp-conformance-history-'));
  writeFileSync(join(folder, historyFile), text);
  return folder;
};

/** A run of this minute, or of this day, with its own id. */
const runOn = (startedAt: string, { isBroken = false, ...change }: Partial<Verdict> & { isBroken?: boolean } = {}) => ({
  ...(isBroken ? worse : green),
  startedAt,
  endedAt: startedAt,
  runId: startedAt,
  ...change,
});
const worse = made({ reports: broken(ids.stated) });
const runAt = (minute: number, change: Parameters<typeof runOn>[1] = {}): Verdict =>
  runOn(new Date(Date.UTC(2026, 9, 1) + minute * 60_000).toISOString(), change);

const keep = (folder: string, ...runs: readonly Verdict[]) => {
  for (const run of runs)
    writeFileSync(join(folder, historyFile), historyWith(readHistory(folder), run, JSON.stringify(run)));
  return readHistory(folder);
};

test('a variable is lost until it is back, whatever run came between', () => {
  const noResult = { ...runAt(2), verdict: 'refused', interrupted: true } as const;
  const now = verdictOn(reportsWith({ [ids.stated]: untestedBy('user', 'x', ['RAMP_MONEY_HOST']) }));
  const kept = keep(folderWith(''), runAt(1, { target: now.target }), noResult);
  expect(lostSince(kept, now)).toEqual(['RAMP_MONEY_HOST']);
  expect(lostSince(keep(folderWith(''), runAt(1, { target: now.target }), now), now)).toEqual(['RAMP_MONEY_HOST']);
  expect(lostSince(keep(folderWith(''), noResult), now)).toEqual([]);
});

test('damaged and foreign lines are named by their number, left alone, and cost nothing else', () => {
  const lines = ['{ torn', '{"format":2,"runId":"of a newer version"}', '[]', '"\\u202e"'];
  const folder = folderWith(`${lines.join('\n')}\n`);
  const kept = keep(folder, runAt(1), runAt(2));
  expect(kept.runs.map(({ startedAt }) => startedAt)).toEqual([runAt(1).startedAt, runAt(2).startedAt]);
  expect(kept.problems).toEqual(
    [1, 2, 3, 4].map(
      (at) => `history.jsonl:${at} is not a run that this version can read, so the run does not change the line`,
    ),
  );
  expect(kept.lines.slice(0, 4).map(({ text }) => text)).toEqual(lines);
});

test('a run that stands twice, as after a merge of two branches, is one run', () => {
  const folder = folderWith('');
  keep(folder, runAt(1), runAt(2));
  const text = readFileSync(join(folder, historyFile), 'utf8');
  const again = readHistory(folderWith(text + text));
  expect(again.runs.map(({ startedAt }) => startedAt)).toEqual([runAt(1).startedAt, runAt(2).startedAt]);
  expect(again.lines).toHaveLength(2);
});

test('lines of another form are named up to ten, and a file of too many is left alone', () => {
  const { problems } = readHistory(folderWith('{"__proto__":1}\n'.repeat(300)));
  expect(problems).toHaveLength(11);
  expect(problems.at(-1)).toBe('history.jsonl has 290 more lines that this version cannot read as runs');
  expect(readHistory(folderWith('{}\n'.repeat(20_001)))).toMatchObject({
    isUnreadable: true,
    problems: ['history.jsonl has more than 20000 lines, so the run does not change it'],
  });
});

test('an address in the history does not withhold the next run: that earlier run is left out, and this is said', () => {
  const line = historyWith(readHistory('absent'), runAt(1, { release: 'maria@example.com' }), '');
  const kept = keep(folderWith(`{ torn\n${line}`), runAt(2));
  expect(readHistory(folderWith(`{ torn\n${line}`)).problems).toEqual([
    'history.jsonl:1 is not a run that this version can read, so the run does not change the line',
    'history.jsonl:2 contains data that no report may contain, so the run leaves the line out',
  ]);
  expect(kept.runs).toHaveLength(1);
  expect(JSON.stringify(kept)).not.toContain('maria');
});

test('two hundred runs of a target are kept, and another target keeps its own', () => {
  const other = lineOf(runAt(0, { target: { ...green.target, label: 'other' } }), '');
  const line = lineOf(runAt(1), '');
  const many = Array.from({ length: 200 }, (_, at) => {
    const { startedAt, runId } = runAt(at + 1);
    return { ...line, startedAt, runId };
  });
  const kept = keep(folderWith(`${[other, ...many].map((each) => JSON.stringify(each)).join('\n')}\n`), runAt(300));
  expect(runsOf(kept)).toHaveLength(200);
  expect(runsOf(kept)[0]?.startedAt).toBe(runAt(2).startedAt);
  expect(runsOf(kept, 'other')).toHaveLength(1);
});

test('facts stay with the latest two runs, a run that is judged again is kept once', () => {
  const facts = { 'balances.read': { '$.a': 'text' }, service: { 'settings: profile': 'gate' } };
  const runs = [1, 2, 3].map((at) => ({ ...runAt(at), facts }));
  const [, , last] = runs;
  const kept = keep(folderWith(''), ...runs, ...(last ? [{ ...last, gate: 'shown' as const }] : []));
  expect(kept.runs.map((run) => Object.keys(run.facts ?? {}))).toEqual([
    ['service'],
    ['balances.read', 'service'],
    ['balances.read', 'service'],
  ]);
  expect(kept.runs.at(-1)?.gate).toBe('shown');
});

test('a finding says when it was first seen, and the history when it was last', () => {
  const earlier = keep(folderWith(''), runAt(1, { isBroken: true, release: '2.13' }), runAt(2, { release: '2.14' }));
  const again = withFirstSeen(runAt(3, { isBroken: true, release: '2.15' }), earlier.runs);
  const [found] = again.requirements.flatMap(({ findings }) => findings);
  expect(found?.firstSeen).toEqual({ at: runAt(1).startedAt, release: '2.13' });
  expect(seenIn(earlier.runs)).toMatchObject([{ first: { release: '2.13' }, last: { release: '2.13' }, now: false }]);
  const [newly] = withFirstSeen(runAt(4, { isBroken: true }), []).requirements.flatMap(({ findings }) => findings);
  expect(newly?.firstSeen).toEqual({ at: runAt(4).startedAt });
});

test('an older line with as many requirements as now leaves out what conformed; with others it knows what it names', () => {
  const line = lineOf(runAt(1, { isBroken: true }), '');
  const short = shortened(line);
  const idsOf = (kept: RunLine) => runOf(kept).requirements.map(({ id }) => id);
  const fewer = (kept: RunLine) => ({ ...kept, counts: { ...kept.counts, conforms: 1 } });
  expect(short.outcomes.flatMap(({ requirements: named }) => named)).toEqual([ids.stated]);
  expect(idsOf(short)).toEqual(idsOf(line));
  expect(idsOf(fewer(line))).toEqual(idsOf(line));
  expect(idsOf(fewer(short))).toEqual([ids.stated]);
});

test('nothing of a payload is kept', () => {
  const request = { method: 'GET', path: 'the-path', headers: {} };
  const run = made({ reports: broken(ids.stated, { case: 'the-case', curl: 'the-curl', request }) });
  expect(historyWith(readHistory('absent'), run, '')).not.toMatch(/the-(?:case|curl|path)/);
});

const lineAt = (day: number, release: string, isBroken = false, startedAt = `2026-10-0${day}T00:00:00.000Z`) =>
  lineOf(runOn(startedAt, { isBroken, release }), '');

const runs = [lineAt(1, '2.13', true), lineAt(2, '2.14'), lineAt(3, '2.15 <b>', true)];

test('the table has a line a run, with what broke and what was mended since the one before', () => {
  const lines = historyText(runs).split('\n');
  expect(lines).toHaveLength(7);
  expect(lines[1]).toMatch(/^2026-10-01 00:00 +2\.13 .* does not conform .* 1 +0 +- +- +0$/);
  expect(lines[2]).toMatch(/2\.14 .* conforms .* 0 +1 +- +2\.13 +0$/);
  expect(lines[3]).toMatch(/2\.15 .* 1 \(1 new\) +0 +- +2\.14 +0$/);
  expect(lines[6]).toMatch(/first seen 2026-10-01 in 2\.13, last 2026-10-03 in 2\.15 <b>, still there$/);
});

test('a run is compared with the latest that looked as far, and says which', () => {
  const smoke = { ...lineAt(2, '2.14'), profile: 'smoke' as const };
  const cut = { ...lineAt(3, '2.14'), interrupted: true as const };
  const data = historyData([lineAt(1, '2.13'), smoke, cut, lineAt(4, '2.14', true), lineAt(5, '2.14', true)]);
  expect(data.runs.map(({ comparedWith, newlyBroken }) => [comparedWith?.at, newlyBroken])).toEqual([
    [undefined, 0],
    ['2026-10-01 00:00', 0],
    ['2026-10-01 00:00', 0],
    ['2026-10-01 00:00', 1],
    ['2026-10-04 00:00', 0],
  ]);
  expect(historyText([lineAt(4, '2.14'), lineAt(5, '2.14')]).split('\n')[2]).toMatch(/ 2026-10-04 00:00 +0$/);
});

test('runs of one minute are named to the second', () => {
  const [first, second] = ['10:05:31', '10:05:32'].map((time) => lineAt(1, '2.13', false, `2026-11-02T${time}.000Z`));
  const lines = historyText([first, second].flatMap((line) => line ?? [])).split('\n');
  expect(lines[1]).toMatch(/^2026-11-02 10:05:31 /);
  expect(lines[2]).toMatch(/^2026-11-02 10:05:32 .* 2026-11-02 10:05:31 +0$/);
});

test('a run that failed by drift alone says so where no promise broke', () => {
  const drifted = { ...lineAt(1, '2.13'), others: { 'baseline/vendor/balances.read': 'failed' as const } };
  expect(historyText([drifted]).split('\n')[1]).toMatch(/ 0 +0 +-, drift at 1 endpoint +- +0$/);
});

test('a finding is known again where an earlier version named each key of a map', () => {
  const requirement = 'subaccount.read/actions-have-their-members';
  const missing = (key: string) =>
    finding({
      code: 'MISSING_MEMBER',
      operation: 'subaccount.read',
      where: `$.capabilities.currencies.${key}.requiredActions[0].url`,
    });
  const verdict = made({ reports: { [requirement]: { findings: [missing('NGN'), missing('BRL')] } } });
  const found = verdict.requirements.find(({ id }) => id === requirement)?.findings ?? [];
  expect(found).toMatchObject([{ where: '$.capabilities.currencies.*.requiredActions[].url', times: 2 }]);
  const [of = expect.unreachable()] = found;
  const earlier = {
    ...lineAt(1, '2.13'),
    findings: [{ ...of, id: 'old-id', requirement, where: missing('NGN').where.replace('[0]', '[]') }],
  };
  const [again] = withFirstSeen(verdict, [earlier]).requirements.find(({ id }) => id === requirement)?.findings ?? [];
  expect(again?.firstSeen).toMatchObject({ release: '2.13' });
});
