import { answering, holding, test } from '#harness';
import { repliesOf } from '../given/example.ts';
import { recordsOf } from '../given/record.ts';

for (const operation of answering) {
  test(`${operation}/answers-with-its-record`, async (t) => {
    t.expect(await repliesOf(t, operation)).toSucceed();
  });

  test(`${operation}/has-its-members`, async (t) => {
    t.expect(await recordsOf(t, operation)).toKeep('missing', 'null', 'type', 'integer');
  });
}

for (const operation of holding.identifiers)
  test(`${operation}/writes-its-identifiers`, async (t) => {
    t.expect(await recordsOf(t, operation)).toKeep('identifier');
  });

for (const operation of holding.timestamps)
  test(`${operation}/writes-its-timestamps`, async (t) => {
    t.expect(await recordsOf(t, operation)).toKeep('timestamp');
  });

for (const operation of holding.dates)
  test(`${operation}/writes-its-dates`, async (t) => {
    t.expect(await recordsOf(t, operation)).toKeep('date');
  });

for (const operation of holding.amounts)
  test(`${operation}/writes-its-amounts`, async (t) => {
    t.expect(await recordsOf(t, operation)).toKeep('decimal', 'places');
  });

for (const operation of holding.sets)
  test(`${operation}/keeps-its-closed-sets`, async (t) => {
    t.expect(await recordsOf(t, operation)).toKeep('set');
  });

for (const operation of holding.uris)
  test(`${operation}/writes-its-uris`, async (t) => {
    t.expect(await recordsOf(t, operation)).toKeep('uri');
  });

for (const operation of holding.countries)
  test(`${operation}/writes-its-countries`, async (t) => {
    t.expect(await recordsOf(t, operation)).toKeep('country');
  });

for (const operation of holding.lowerCaseCodes)
  test(`${operation}/writes-its-codes-in-lower-case`, async (t) => {
    t.expect(await recordsOf(t, operation)).toKeep('currency-case');
  });
