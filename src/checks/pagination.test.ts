import { expect, test } from 'vitest';
import { Untested } from '#evidence';
import type { ListingSurvey, Page } from '#probes';
import { replyOf, settingOf } from '../attribution/reply.test.support.ts';
import { type Defect, surveyOf } from '../probes/listings/listing-survey.test.support.ts';
import type { CheckContext, Judge } from './judgement.ts';
import type { SurveyAndPlain } from './pagination.ts';
import {
  agreesWithItself,
  echoesTheLimit,
  echoesThePage,
  heedsTheLimit,
  heedsThePage,
  keepsItsOrder,
  keepsLimit,
  takesBounds,
} from './pagination.ts';

const setting = settingOf();
const busy: CheckContext = { ...setting, quiet: false };

/** The largest pages also stand for the pages without a limit. */
const withPlain =
  (judge: Judge<SurveyAndPlain>): Judge<ListingSurvey> =>
  (survey, where) =>
    judge([survey, survey.large], where);

const judges = {
  echoesThePage,
  echoesTheLimit,
  keepsLimit: withPlain(keepsLimit),
  heedsThePage: withPlain(heedsThePage),
  heedsTheLimit: withPlain(heedsTheLimit),
  keepsItsOrder,
} as const;

const codes = (judge: Judge<ListingSurvey>, survey: ListingSurvey, where: CheckContext = setting): readonly string[] =>
  judge(survey, where).findings.map(({ code }) => code);

const allItems =
  (count: number): Defect =>
  () => ({ data: surveyOf(count).large.flatMap(({ items }) => items) });

test.each(Object.entries(judges))('%s is content with a right listing, and needs several items', (_name, judge) => {
  expect(codes(judge, surveyOf(23))).toEqual([]);
  expect(judge(surveyOf(23), setting).judged).not.toEqual([]);
  expect(() => judge(surveyOf(0), setting)).toThrow(Untested);
});

test.each<[keyof typeof judges, Defect]>([
  ['echoesThePage', () => ({ page: undefined })],
  ['echoesThePage', () => ({ page: '1' })],
  ['echoesTheLimit', () => ({ limit: undefined })],
  ['keepsLimit', () => ({ limit: null })],
  ['heedsThePage', (it) => ({ data: it.data.map(() => ({})) })],
  ['keepsItsOrder', (it) => ({ data: it.data.map(() => ({})) })],
])('%s is untested where no page carries what it speaks of', (name, defect) => {
  const items = surveyOf(23);
  const survey = {
    ...surveyOf(23, defect),
    large: items.large.map((page) => ({ ...page, ...defectOf(page, defect) })),
  };
  expect(() => judges[name](survey, setting)).toThrow(Untested);
});

/** Keeps the ids of the walk, so that only the members in question are missing. */
function defectOf(page: Page, defect: Defect): Partial<Page> {
  const changed = defect({ data: [], count: 0, page: 1, limit: 1, totalPages: 1 }, { page: 1, limit: 1 });
  return { ...page, ...('data' in changed ? {} : changed) };
}

test('another order on the second read is found', () => {
  const [one, other] = surveyOf(23).twice;
  if (one === undefined || other === undefined) throw new Error('no page');
  const turned = { ...other, ids: other.ids.toReversed() };
  expect(codes(keepsItsOrder, surveyOf(23, undefined, { twice: [one, turned] }))).toEqual(['UNSTEADY_ORDER']);
  expect(() => keepsItsOrder(surveyOf(23, undefined, { twice: [one, undefined] }), setting)).toThrow(Untested);
});

test('a second page that was not answered shows nothing of the page', () => {
  const [first] = surveyOf(23).single;
  const survey = surveyOf(23, undefined, { single: [first, undefined] });
  expect(() => judges.heedsThePage(survey, setting)).toThrow(Untested);
});

test('a change meanwhile is excused on a busy account, but not on a quiet one, nor is a page that is too long', () => {
  const survey = surveyOf(23, allItems(23), { isSteady: false });
  expect(() => judges.heedsTheLimit(survey, busy)).toThrow('never read twice with the same items');
  expect(codes(judges.heedsTheLimit, survey)).toEqual(['LIMIT_IGNORED']);
  expect(codes(judges.keepsLimit, survey, busy)).toEqual(['PAGE_TOO_LONG']);
  expect(codes(judges.heedsTheLimit, surveyOf(23, undefined, { isSteady: false }), busy)).toEqual([]);
});

const answers = (status: number, headers = {}) => replyOf({ operation: 'offramp.list', status, headers });

const refusing = (status: number, unnumbered: number): SurveyAndPlain => {
  const limited = [1, 2, 1000].map((asked) => ({ asked, reply: answers(status), page: undefined }));
  const changes = {
    large: [],
    limited,
    single: [undefined, undefined],
    unnumbered: answers(unnumbered),
  } as const;
  return [surveyOf(23, undefined, changes), surveyOf(23).large];
};

test('a listing that refuses every page or every limit does not have the one that it refuses', () => {
  const found = (judge: Judge<SurveyAndPlain>, seen: SurveyAndPlain) =>
    judge(seen, setting).findings.map(({ code }) => code);
  expect(found(heedsTheLimit, refusing(400, 400))).toEqual(['BOUND_REFUSED']);
  expect(found(heedsThePage, refusing(400, 200))).toEqual(['BOUND_REFUSED']);
  expect(() => heedsThePage(refusing(400, 400), setting)).toThrow(Untested);
  expect(() => heedsTheLimit(refusing(400, 200), setting)).toThrow(Untested);
  for (const status of [401, 403, 404, 429, 500])
    expect(() => heedsTheLimit(refusing(status, status), setting)).toThrow(Untested);
  const [survey] = refusing(400, 400);
  expect(() => heedsTheLimit([survey, []], setting)).toThrow(Untested);
});

test('one limit that is answered with a page shows nothing of two', () => {
  const whole = surveyOf(23);
  const survey = { ...whole, limited: whole.limited.slice(0, 1) };
  expect(() => heedsTheLimit([survey, whole.large], setting)).toThrow('does not answer with pages of two small sizes');
});

const answeredUnder = (...statuses: readonly number[]) => ({
  ...surveyOf(23),
  limited: statuses.map((status, asked) => ({
    asked,
    reply: replyOf({ operation: 'offramp.list', status }),
    page: undefined,
  })),
});

const codesOf = (seen: ListingSurvey, plain = surveyOf(23).large) =>
  takesBounds([seen, plain], setting).findings.map(({ code }) => code);

test('a listing that is refused altogether, or fails, shows nothing', () => {
  expect(() => codesOf(answeredUnder(400, 400, 400), [])).toThrow(Untested);
  expect(() => codesOf(answeredUnder(500, 500, 400))).toThrow(Untested);
  expect(() => codesOf(answeredUnder(403, 403, 403))).toThrow(Untested);
});

const envelope = (of: object) =>
  replyOf({ operation: 'offramp.list', status: 200, body: { data: [{ id: 'a' }, { id: 'b' }], page: 1, ...of } });
const sound = envelope({ limit: 10, count: 2, totalPages: 1 });
const counted = envelope({ limit: 10, count: 1, totalPages: 1 });

test('an envelope that another actor has outrun once is excused on a busy account alone', () => {
  expect(agreesWithItself([sound], busy).findings).toEqual([]);
  expect(agreesWithItself([sound, counted], busy).findings).toEqual([]);
  expect(agreesWithItself([counted, sound, counted], busy).findings).toHaveLength(2);
  expect(agreesWithItself([sound, counted], setting).findings).toHaveLength(1);
  expect(agreesWithItself([envelope({ limit: 1, count: 2, totalPages: 2 })], busy).findings).toHaveLength(1);
});

test.each([1, 2])('page %i that says it is the third is told by its own envelope', (asked) => {
  const body = { data: [{ id: 'a' }], page: 3, limit: 1 };
  const reply = replyOf({ operation: 'offramp.list', path: `/?page=${asked}`, body });
  expect(agreesWithItself([reply], setting).findings.map(({ code }) => code)).toEqual(['PAGE_NOT_ECHOED']);
});

test('an envelope without a limit and a count agrees with nothing', () => {
  expect(() => agreesWithItself([envelope({})], setting)).toThrow(Untested);
});
