import { expect, test } from 'vitest';
import { broken, ids, made, saw, untestedBy } from '../example.test.support.ts';
import type { Verdict } from '../verdict.ts';
import { matrixOf } from './matrix.ts';
import { matrixText } from './matrix-view.ts';

test.each([
  ['a minute', ['10:05:31.000', '10:05:32.000'], ['10:05:31', '10:05:32']],
  ['a second', ['10:05:31.001', '10:05:31.002'], ['10:05:31.001', '10:05:31.002']],
  ['an hour', ['10:05:31.000', '10:06:31.000'], ['10:05', '10:06']],
])('two runs of one release in %s have names that differ', (_span, times, names) => {
  const runs = times.map((time) => made({ change: { release: '2.13', startedAt: `2026-11-02T${time}Z` } }));
  expect(matrixOf(runs).names).toEqual(names.map((name) => `2.13 2026-11-02 ${name}`));
});

test('a matrix answers for each later release, and says what to do next', () => {
  const of = (release: string, own: Record<string, string>): Verdict => ({
    ...saw({ 'offramp.list': { 'header content-type': 'x', ...own } }),
    release,
  });
  const [old, more] = [of('2.13', {}), of('2.14', { 'header etag': 'present' })];
  const { requirements } = made({ reports: { ...broken(ids.stated), [ids.implied]: untestedBy('service') } });
  const worse = { ...of('2.15', { 'header cache-control': 'public' }), requirements };
  expect(matrixText(matrixOf([old, more, worse]))).toMatchInlineSnapshot(`
    "3 runs. Promises broken: none in 2.13, none in 2.14, 1 in 2.15. Promises not tested: 1 in 2.15. 2 other differences.
    From 2.13 to 2.14: you may upgrade. From 2.13 to 2.15: do not upgrade yet.
    To see what your client and the vendor must do, run \`ramp-conformance compare 2.13 2.15\`.

    PROMISE BROKEN  onramp.initiate: An asset that is not listed gets 400 Bad Request with statusCode, message,
        timestamp and error.
        2.13, 2.14: kept; 2.15: broken (answered 201)
    SECURITY        offramp.list: header \`Cache-Control\`
        2.13, 2.14: not sent; 2.15: public
    ADDED           offramp.list: header \`ETag\`
        2.13, 2.15: not sent; 2.14: present"
  `);
  const same = matrixText(matrixOf([old, { ...old, release: '2.14' }, { ...old, release: '2.15' }]));
  expect(same.split('\n').slice(1, 3)).toEqual(['From 2.13 to 2.14 or 2.15: you may upgrade.', 'No action is needed.']);
});

test('a matrix has a row for a fee, a hidden member and a header, however many facts show it', () => {
  const of = (share: string, rate: string, own: Record<string, string>) =>
    saw({
      'onramp.initiate': {
        '$.fees': 'object req',
        'header content-type': 'x',
        '401 header content-type': 'x',
        'fee share: onramp_fee in BRL, of what is paid': share,
        'fee rate: plain': rate,
        ...own,
      },
    });
  const old = of('0.01', '0.02', { 'header etag': 'present', '401 header etag': 'present' });
  const now = of('0.025', '0.035', { '$.fees.hidden-bc2f': 'string req', '$.fees{*}': 'decimal(2)' });
  expect(matrixOf([old, now, now]).rows.map(({ what, cells }) => [what, ...cells].join(' | '))).toMatchInlineSnapshot(`
    [
      "header \`ETag\` | present | not sent | not sent",
      "fee share onramp_fee in BRL, of what is paid | 1 % | 2.5 % | 2.5 %",
      "a field of \`fees\` (its name is withheld here) | not seen | a decimal string with 2 places | a decimal string with 2 places",
    ]
  `);
});
