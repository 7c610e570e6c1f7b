import { expect, test } from 'vitest';
import type { AspectName } from '#run';
import { aspects, causeOf, cellTexts, groupOf, nameOf, sentenceOf } from './aspects.ts';
import { classOf } from './change-kinds.ts';
import { compareFacts } from './compare-facts.ts';
import { examples, factsWith } from './examples.test.support.ts';
import { keyOf, readChange, readFacts, writeChange, writeFacts } from './written.ts';

test.each(Object.keys(aspects) as AspectName[])('%s', (aspect) => {
  const { endpoint, key, of, status, before, after, kind, isByHand, line, row } = examples[aspect];
  const [old, now] = [factsWith(endpoint, key, before), factsWith(endpoint, key, after)];

  const fact = old[endpoint]?.get(key);
  expect(fact).toMatchObject({ aspect, of, ...(status !== undefined && { status }) });
  expect(writeFacts(old)[endpoint]?.[key]).toBe(before);
  const subject = { aspect, of, status };
  expect(keyOf(subject)).toBe(key);

  const found = compareFacts(old, now).filter((change) => keyOf(change) === key);
  const written = { class: classOf(kind), kind, endpoint, fact: key, accepted: before, met: after };
  expect(found.map(writeChange)).toEqual(isByHand ? [] : [written]);
  const change = readChange(written);
  expect(writeChange(change)).toEqual(written);

  expect(sentenceOf(change)).toBe(line);
  const values = [old, now].map((facts) => facts[endpoint]?.get(key)?.value);
  expect([groupOf(subject, values), nameOf(subject, endpoint), ...cellTexts(subject, values)]).toEqual(row);
});

test('a text of a refusal counts as part of its message', () => {
  const of = (text: string) => readFacts({ 'offramp.read': { '401 mask: $.message': text } });
  const changes = compareFacts(of('…, 18 first, 8 last'), of('…, 4 first, 8 last'));
  expect(changes.map((change) => [change.kind, nameOf(change, change.endpoint), sentenceOf(change)])).toEqual([
    ['wording-changed', '`message` in the body of a 401', 'the message of a 401 is worded differently'],
  ]);
});

test.each([
  ['one fee of several methods', 'fee-raised', ['fee: BRL ted USDC', 'fee: MXN spei USDC'], '12', '15', 1],
  ['one value of several members', 'value-new', ['$.status', '$.state'], 'enum:a req', 'enum:a|b req', 1],
  ['one header of several statuses', 'header-new', ['header etag', '404 header etag'], 'none', 'present', 1],
  ['two headers', 'header-new', ['header etag', 'header allow'], 'none', 'present', 2],
  ['one member wherever it stands', 'member-gone', ['$.data[].note', '$.data.note'], 'text req', '(none)', 1],
  ['two fees of an order', 'fee-raised', ['fee share: a in BRL', 'fee share: b in BRL'], '0.01', '0.02', 2],
] as const)('%s', (_name, kind, facts, accepted, met, causes) => {
  const changes = facts.map((fact) =>
    readChange({ class: 'changed', kind, endpoint: 'onramp.initiate', fact, accepted, met }),
  );
  expect(new Set(changes.map(causeOf)).size).toBe(causes);
});
