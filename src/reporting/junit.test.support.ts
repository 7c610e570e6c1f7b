import { expect } from 'vitest';
import { renderJunit } from './junit.ts';
import type { Verdict } from './verdict.ts';
import { type Element, readXml } from './xml.test.support.ts';

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
    children: ['testcase'],
  },
  testcase: {
    attributes: { classname: /^[\w.-]+$/, name: word, time: seconds },
    children: ['properties', 'skipped', 'error', 'failure', 'system-out'],
  },
  properties: { attributes: {}, children: ['property'] },
  property: { attributes: { name: /^\w+$/, value: word }, children: [] },
  failure: { attributes: { type: word, message: word }, children: [], text: true },
  error: { attributes: { type: word, message: word }, children: [] },
  skipped: { attributes: { message: word }, children: [] },
  'system-out': { attributes: {}, children: [], text: true },
};

const results = ['failure', 'error', 'skipped'];

export const named = ({ children }: Element, name: string): readonly Element[] =>
  children.filter((child) => child.name === name);

export const casesIn = (root: Element): readonly Element[] =>
  named(root, 'testsuite').flatMap((suite) => named(suite, 'testcase'));

const resultsIn = ({ children }: Element): readonly string[] =>
  children.map(({ name }) => name).filter((name) => results.includes(name));

/** Places where an element breaks its rule. */
export const problemsOf = (element: Element): readonly string[] => {
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

export const countsOf = (cases: readonly Element[]) => {
  const of = (name: string) => String(cases.filter((each) => resultsIn(each).includes(name)).length);
  return {
    tests: String(cases.length),
    failures: of('failure'),
    errors: of('error'),
    skipped: of('skipped'),
  };
};

/** Reads a file and holds it to the format: elements, counts, names. */
export const readJunit = (verdict: Verdict): Element => {
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

export const caseOf = (root: Element, id: string): Element => {
  const found = casesIn(root).find(({ attributes }) => attributes.name === id);
  if (found === undefined) throw new Error(`there is no case ${id}`);
  return found;
};

/** How a case ended, as readers of JUnit show it. */
export const endOf = (root: Element, id: string) => {
  const { children } = caseOf(root, id);
  const found = children.find(({ name }) => results.includes(name));
  return found === undefined ? 'passed' : `${found.name}: ${found.attributes.message}`;
};

export const propertiesOf = (root: Element, id: string) =>
  named(caseOf(root, id), 'properties')
    .flatMap(({ children }) => children)
    .map(({ attributes }) => [attributes.name, attributes.value]);
