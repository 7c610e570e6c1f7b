import { describe, expect, test } from 'vitest';
import { type RequirementId, requirements } from '#contract';
import {
  finding,
  hostile,
  ids,
  mixedReports,
  mixedVerdict,
  reportsWith,
  target,
  untestedBy,
  verdictOn,
} from './example.test.support.ts';
import { renderJunit } from './junit.ts';
import type { KnownWaiver, Verdict } from './verdict.ts';

/** An element of the little XML that we write. */
interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
}

interface OpenElement extends Element {
  readonly children: Element[];
  text: string;
}

const start = '<?xml version="1.0" encoding="UTF-8"?>\n';
const reference = /&(?!(?:amp|lt|gt|quot|apos);)/;
/** Code points that are no character of XML 1.0. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

const plain = (escaped: string): string =>
  escaped
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

const attributesIn = (text: string): Record<string, string> => {
  const pairs = [...text.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, plain(value)]);
  if (new Set(pairs.map(([key]) => key)).size < pairs.length) throw new Error(`an attribute twice: ${text}`);
  return Object.fromEntries(pairs);
};

/** Reads one document strictly: names, attributes, text and nesting; throws where a parser of XML would. */
function readXml(text: string): Element {
  if (!text.startsWith(start) || forbidden.test(text) || reference.test(text)) throw new Error('no XML 1.0');
  const document: OpenElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [document];
  for (const token of text.slice(start.length).split(/(<[^>]*>)/)) {
    const inner = open.at(-1) ?? document;
    if (!token.startsWith('<')) {
      if (token.includes('<') || token.includes('>')) throw new Error(`unescaped text ${token}`);
      inner.text += plain(token);
      continue;
    }
    const [, end, name = '', attributes = '', empty] =
      /^<(\/?)([a-z-]+)((?: [a-z]+="[^"<]*")*)(\/?)>$/.exec(token) ?? [];
    if (name === '') throw new Error(`malformed tag ${token}`);
    if (end) {
      if (open.pop()?.name !== name) throw new Error(`unbalanced ${name}`);
      continue;
    }
    const element: OpenElement = { name, attributes: attributesIn(attributes), children: [], text: '' };
    inner.children.push(element);
    if (!empty) open.push(element);
  }
  const [root, another] = document.children;
  if (open.length !== 1 || root === undefined || another || document.text.trim() !== '')
    throw new Error('not one element in the end');
  return root;
}

const word = /^[^\n\r\t]+$/;
const number = /^\d+$/;
const seconds = /^\d+(?:\.\d{1,3})?$/;
const counts = { tests: number, failures: number, errors: number, skipped: number };

interface Rule {
  /** Attributes with the form of their values; all are due, and no others. */
  readonly attributes: Readonly<Record<string, RegExp>>;
  /** Elements that may stand in it, in this order. */
  readonly children: readonly string[];
  /** Whether it holds text. */
  readonly text?: true;
}

/** The common core of what the readers of Ant, Surefire, Jenkins and GitLab take for JUnit. */
const format: Readonly<Record<string, Rule>> = {
  testsuites: { attributes: { name: word, ...counts, time: seconds }, children: ['testsuite'] },
  testsuite: {
    attributes: {
      name: word,
      ...counts,
      timestamp: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/,
      time: seconds,
    },
    children: ['properties', 'testcase'],
  },
  testcase: {
    attributes: { classname: /^[\w.-]+$/, name: word, time: seconds },
    children: ['properties', 'skipped', 'error', 'failure', 'system-out'],
  },
  properties: { attributes: {}, children: ['property'] },
  property: { attributes: { name: /^[\w./-]+$/, value: word }, children: [] },
  failure: { attributes: { type: word, message: word }, children: [], text: true },
  error: { attributes: { type: word, message: word }, children: [] },
  skipped: { attributes: { message: word }, children: [] },
  'system-out': { attributes: {}, children: [], text: true },
};

const results = ['failure', 'error', 'skipped'];

const named = ({ children }: Element, name: string): readonly Element[] =>
  children.filter((child) => child.name === name);

const casesIn = (root: Element): readonly Element[] =>
  named(root, 'testsuite').flatMap((suite) => named(suite, 'testcase'));

const resultsIn = ({ children }: Element): readonly string[] =>
  children.map(({ name }) => name).filter((name) => results.includes(name));

/** Places where an element breaks its rule. */
const problemsOf = (element: Element): readonly string[] => {
  const { name, attributes, children, text } = element;
  const rule = format[name];
  if (rule === undefined) return [`${name} is no element`];
  const found = Object.keys(attributes);
  const forms = Object.entries(rule.attributes);
  const places = children.map((child) => rule.children.indexOf(child.name));
  return [
    ...found.filter((key) => !(key in rule.attributes)).map((key) => `${name} has ${key}`),
    ...forms.filter(([key, form]) => !form.test(attributes[key] ?? '')).map(([key]) => `${name} ${key}`),
    ...(places.includes(-1) || places.some((place, at) => place < (places[at - 1] ?? 0))
      ? [`${name} holds ${children.map((child) => child.name)}`]
      : []),
    ...(rule.text !== true && text.trim() !== '' ? [`${name} holds text`] : []),
    ...(resultsIn(element).length > 1 ? [`${name} ends in several ways`] : []),
    ...children.flatMap(problemsOf),
  ];
};

const countsOf = (cases: readonly Element[]) => {
  const of = (name: string) => String(cases.filter((each) => resultsIn(each).includes(name)).length);
  return {
    tests: String(cases.length),
    failures: of('failure'),
    errors: of('error'),
    skipped: of('skipped'),
  };
};

/** Reads a file and holds it to the format: elements, counts, names. */
const readJunit = (verdict: Verdict): Element => {
  const root = readXml(renderJunit(verdict));
  expect(root.name).toBe('testsuites');
  expect(problemsOf(root)).toEqual([]);
  expect(root.attributes).toMatchObject(countsOf(casesIn(root)));
  for (const suite of named(root, 'testsuite'))
    expect(suite.attributes).toMatchObject(countsOf(named(suite, 'testcase')));
  const names = casesIn(root).map(({ attributes }) => `${attributes.classname} ${attributes.name}`);
  expect(new Set(names).size).toBe(names.length);
  return root;
};

const caseOf = (root: Element, id: string): Element => {
  const found = casesIn(root).find(({ attributes }) => attributes.name === id);
  if (found === undefined) throw new Error(`there is no case ${id}`);
  return found;
};

/** How a case ended, as readers of JUnit show it. */
const endOf = (root: Element, id: string) => {
  const { children } = caseOf(root, id);
  const found = children.find(({ name }) => results.includes(name));
  return found === undefined ? 'passed' : `${found.name}: ${found.attributes.message}`;
};

const propertiesOf = (root: Element, id: string) =>
  named(caseOf(root, id), 'properties')
    .flatMap(({ children }) => children)
    .map(({ attributes }) => [attributes.name, attributes.value]);

const propertiesIn = (root: Element) =>
  named(root, 'testsuite')
    .flatMap((suite) => named(suite, 'properties'))
    .flatMap(({ children }) => children)
    .map(({ attributes }) => [attributes.name, attributes.value]);

/** Open questions are no cases. */
const judged = requirements.filter(({ firmness }) => firmness !== 'silent');

const waiverOf = (state: NonNullable<KnownWaiver['state']>, requirement: string): KnownWaiver => ({
  id: `W-${state.replaceAll(' ', '-')}`,
  requirement,
  finding: 'WRONG_STATUS',
  where: 'status',
  reason: 'fixed in June',
  owner: 'Ann',
  approvedBy: 'Bob',
  expires: '2026-12-31',
  daysLeft: 40,
  state,
});

describe('junit', () => {
  test('reports each outcome in the words of JUnit', () => {
    const root = readJunit(mixedVerdict());
    expect(root.attributes).toMatchObject({ tests: String(judged.length), time: '30.500' });
    const ended = (id: string) => endOf(root, id);
    expect(ended(ids.stated)).toMatch(
      /^failure: Medium risk\. Promised: An asset that is not listed .* Seen: HTTP 201, expected 400$/,
    );
    expect(ended(ids.implied)).toBe('skipped: the settings leave this out: RAMP_MONEY_HOST is not set');
    expect(ended(ids.shown)).toBe('passed');
    expect(casesIn(root).map(({ attributes }) => attributes.name)).not.toContain(ids.silent);
    expect(propertiesIn(root)).toContainEqual([ids.silent, '201']);
    expect(ended('onramp.initiate/has-a-positive-rate')).toMatch(/^error: TRANSPORT_TIMEOUT/);
    expect(ended('onramp.initiate/nets-at-most-the-gross')).toBe('error: NO_TEST_RAN: no test of it ran');
    const [failure] = named(caseOf(root, ids.stated), 'failure');
    expect(failure?.text).toMatch(
      /^Promised: An asset that is not listed .*\nSeen: POST \/v2\/ramp\/\{subaccountId\}\/banking\/onramp\/initiate, .+\n {2}WRONG_STATUS .* \[replay \w{4}-\w{4}\]\n\nAgain: ramp-conformance replay \w{4}-\w{4}$/,
    );
    expect(propertiesOf(root, ids.shown)).toEqual([
      ['requirement', ids.shown],
      ['claim', expect.any(String)],
      ['level', 'shown'],
      ['outcome', 'drifts'],
      ['risk', 'critical'],
    ]);
  });

  test('a failed case has the request and the answer, both where two records disagree', () => {
    const request = { at: '2026-11-21T02:00:01.000Z', method: 'GET', path: '/v1/<the offramp>', headers: {} };
    const answer = { status: 200, id: 'x-request-id: 4f1c', body: '{\n  "id": "<uuid#1>"\n}' };
    const against = { request: { ...request, path: '/v1/list' }, answer: { status: 206 } };
    const root = readJunit(
      verdictOn(reportsWith({ [ids.stated]: { findings: [finding({ request, answer, against })] } })),
    );
    const [failure] = named(caseOf(root, ids.stated), 'failure');
    expect(failure?.text).toContain(
      '\n\nGET /v1/list\n\nHTTP 206\n\nGET /v1/<the offramp>\n\nHTTP 200\nx-request-id: 4f1c\n\n{\n  "id": "<uuid#1>"\n}\n\nAgain: ',
    );
  });

  test('a narrowed run has the cases of its selection alone', () => {
    const selected = new Set<RequirementId>([ids.stated, ids.silent]);
    const reports = reportsWith().filter(({ requirement }) => selected.has(requirement));
    const root = readJunit(verdictOn(reports, { selected }));
    expect(casesIn(root).map(({ attributes }) => attributes.name)).toEqual([ids.stated]);
    expect(named(root, 'testsuite')).toHaveLength(1);
  });

  test('a case has the time of its test, and a suite says what two runs may differ in', () => {
    const timed = mixedReports().map((report) => ({ ...report, durationMs: 1500 }));
    const root = readJunit(verdictOn(timed, { release: '2.15' }));
    expect(caseOf(root, ids.stated).attributes.time).toBe('1.500');
    const [suite] = named(root, 'testsuite');
    const properties = suite ? named(suite, 'properties').flatMap(({ children }) => children) : [];
    const values = Object.fromEntries(properties.map(({ attributes: { name = '', value } }) => [name, value]));
    expect(values).toMatchObject({ target: target.label, release: '2.15', profile: 'gate', gate: 'implied' });
  });

  test('a waived deviation is left out, and says by which waiver', () => {
    const waiver = waiverOf('in force', ids.stated);
    const covers = (requirement: string) => (requirement === ids.stated ? waiver.id : undefined);
    const root = readJunit(mixedVerdict({ waivers: { given: [waiver], covers } }));
    expect(endOf(root, ids.stated)).toMatch(/^skipped: accepted deviation: medium risk: .*\[waiver W-in-force\]/);
    expect(propertiesOf(root, ids.stated)).toContainEqual([
      'waiver',
      'waiver W-in-force in force, until 2026-12-31, owner Ann, approved by Bob: fixed in June',
    ]);
  });

  test('other failures of the run fail here too', () => {
    const given = [waiverOf('stale', ids.silent), waiverOf('not evaluated', ids.implied)];
    const root = readJunit(
      verdictOn(reportsWith(), {
        waivers: { given, covers: () => undefined },
        otherFailures: ['waiver W-stale is stale'],
      }),
    );
    expect(root.attributes).toMatchObject({ failures: '1', tests: String(judged.length + 1) });
    expect(endOf(root, 'other-failure-1')).toBe('failure: waiver W-stale is stale');
    expect(propertiesOf(root, ids.implied).at(-1)?.[1]).toContain('W-not-evaluated not evaluated');
  });

  test('a deviation outside the gate passes with a note', () => {
    const reports = reportsWith({ [ids.implied]: { findings: [finding()] } });
    const root = readJunit(verdictOn(reports, { gate: 'stated' }));
    expect(endOf(root, ids.implied)).toBe('passed');
    expect(named(caseOf(root, ids.implied), 'system-out')[0]?.text).toContain('WRONG_STATUS');
  });

  test('a blocked requirement, and a required one without a test, is an error: this file alone may be the gate', () => {
    const kept = untestedBy('service', 'refused');
    const left = untestedBy('user', 'no role');
    const reports = reportsWith({ [ids.stated]: kept, [ids.implied]: left, [ids.shown]: kept });
    const open = readJunit(verdictOn(reports));
    expect(endOf(open, ids.stated)).toContain('error');
    expect(endOf(open, ids.implied)).toContain('skipped');
    expect(endOf(open, ids.shown)).toContain('skipped');
    const required = readJunit(verdictOn(reports, { required: new Set([ids.implied]) }));
    expect(endOf(required, ids.implied)).toContain('error');
    expect(problemsOf(required)).toEqual([]);
  });

  test('hostile text stays text', () => {
    const reports = reportsWith({
      [ids.stated]: { findings: [finding({ where: `$.${hostile}`, expected: hostile, observed: hostile })] },
      [ids.implied]: { reasons: untestedBy('user', hostile).reasons },
    });
    const root = readJunit(verdictOn(reports, { crashed: [hostile], otherFailures: [hostile] }));
    expect(endOf(root, ids.implied)).toContain('<img src=x onerror=alert(1)>');
  });

  test.each<[string, (text: string) => string]>([
    ['a count that is off', (text) => text.replace(/ failures="\d+"/, ' failures="7"')],
    ['a result of no kind', (text) => text.replaceAll('<failure ', '<fault ')],
    ['an attribute of no reader', (text) => text.replace('<testcase ', '<testcase file="x" ')],
    ['an ampersand', (text) => text.replace('message="', 'message="R&D ')],
    ['an element that stays open', (text) => text.replace('</testcase>', '')],
  ])('this test knows %s', (_, spoil) => {
    const text = renderJunit(verdictOn(mixedReports()));
    const read = () => {
      const root = readXml(spoil(text));
      const [cases, totals] = [countsOf(casesIn(root)), root.attributes];
      if (problemsOf(root).length > 0 || cases.failures !== totals.failures) throw new Error('not as the format');
    };
    expect(spoil(text)).not.toBe(text);
    expect(read).toThrow();
  });
});
