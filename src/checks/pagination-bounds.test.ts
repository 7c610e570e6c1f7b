import { expect, test } from 'vitest';
import { Untested } from '#evidence';
import { surveyOf } from './listing-survey.test.support.ts';
import { takesBounds } from './pagination-bounds.ts';
import { replyOf, settingOf } from './reply.test.support.ts';

const survey = surveyOf(23);

const answered = (...statuses: readonly number[]) => ({
  ...survey,
  limited: statuses.map((status, asked) => ({
    asked,
    reply: replyOf({ operation: 'offramp.list', status }),
    page: undefined,
  })),
});

const codes = (seen: typeof survey, plain = survey.large) =>
  takesBounds([seen, plain], settingOf()).findings.map(({ code }) => code);

test('one limit that is accepted is enough', () => {
  expect(codes(survey)).toEqual([]);
  expect(codes(answered(200, 200, 400))).toEqual([]);
});

test('a listing that is answered without bounds takes some', () => {
  expect(codes(answered(400, 422, 400))).toEqual(['BOUNDS_REFUSED']);
});

test('a listing that is refused altogether, or fails, shows nothing', () => {
  expect(() => codes(answered(400, 400, 400), [])).toThrow(Untested);
  expect(() => codes(answered(500, 500, 400))).toThrow(Untested);
  expect(() => codes(answered(403, 403, 403))).toThrow(Untested);
});
