import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failedIn, watchReports } from './failed-tests.ts';

test.each<[runner: string, xml: string, failed: readonly string[]]>([
  [
    'node --test',
    '<testsuite name="outer > x"><testcase name="is &lt;paid> &amp;quot;twice&amp;quot;" classname="test" failure="]]> &lt;testcase"><failure message="1 == 2">Error\n</failure></testcase><testcase name="ok" classname="test"/></testsuite>',
    ['is <paid> "twice"'],
  ],
  [
    'Vitest, and Jest with jest-junit',
    '<testcase classname="client.test.ts" name="orders &gt; start" time="0.1">\n<failure message="a > b" type="AssertionError"/></testcase><testcase classname="client.test.ts" name="b"><skipped/></testcase>',
    ['client.test.ts > orders > start'],
  ],
  [
    'pytest, with a name drawn anew and an error of its setup',
    '<testcase classname="test_x.TestA" name="test_p[0f0f0f0f-0001-4000-8000-00000000f00f]"><failure message="E">x</failure></testcase><testcase classname="" name="test_client"><error message="collection failure"/></testcase>',
    ['test_client', 'test_x.TestA > test_p[…]'],
  ],
  [
    'JUnit 5, with output that looks like a report',
    "<testcase name='pays()' classname='com.acme.ClientTest'><system-out><![CDATA[<testcase name=\"no\"><failure/>]]></system-out><failure><![CDATA[</testcase>]]></failure></testcase><!-- <testcase name='no'><error/></testcase> -->",
    ['com.acme.ClientTest > pays()'],
  ],
  ['one that was cut off', '<testcase name="a"><failure/></testcase><testcase name="b"><fail', ['a']],
  ['none at all', 'no XML &#x110000; <', []],
])('names the tests that failed in a report of %s', (_, xml, failed) => {
  expect(failedIn(xml).tests).toEqual(failed);
});

test.each<[runner: string, trace: string, file: string | undefined, isOfTests: boolean | undefined]>([
  [
    'pytest, in the client',
    '<failure message="RampError">test_client.py:29: \nramp_client.py:77: RampError</failure>',
    'ramp_client.py',
    false,
  ],
  [
    'pytest, in the test',
    '<failure>&gt; assert p == 1\ntest_client.py:73: AssertionError</failure>',
    'test_client.py',
    true,
  ],
  [
    'pytest, in the standard library',
    '<failure>tests/helpers.py:9: \n/usr/lib/python3.11/_strptime.py:352: ValueError</failure>',
    'helpers.py',
    true,
  ],
  [
    'Vitest',
    '<failure>ZodError\n ❯ node_modules/zod/v4/core/parse.js:20:21\n ❯ client.ts:41:30\n ❯ client.test.ts:12:3</failure>',
    'client.ts',
    false,
  ],
  [
    'JUnit 5',
    '<failure><![CDATA[org.opentest4j.AssertionFailedError\n\tat org.junit.jupiter.api.Assertions.fail(Assertions.java:55)\n\tat com.acme.ClientTest.pays(ClientTest.java:20)]]></failure>',
    'ClientTest.java',
    true,
  ],
  ['Go', '<failure message="Failed">client_test.go:45: status 429</failure>', 'client_test.go', true],
  ['one without a trace', '<failure message="no luck"/>', undefined, undefined],
])('names the file of a failure in a report of %s', (_, failure, file, isOfTests) => {
  const [place] = failedIn(`<testcase name="a">${failure}</testcase>`).places;
  expect([place?.file, place?.isOfTests]).toEqual([file, isOfTests]);
});

test('a report that was there before a try says nothing of it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'junit-'));
  writeFileSync(join(folder, 'TEST-a.xml'), '<testcase name="old"><failure/></testcase>');
  const failed = watchReports(folder);
  expect(failed()).toBeUndefined();
  writeFileSync(join(folder, 'TEST-b.xml'), '<testcase name="new"><failure/></testcase>');
  expect(failed()?.tests).toEqual(['new']);
});
