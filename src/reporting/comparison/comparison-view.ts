import { driftClasses, type FactChange } from '#baseline';
import { isPromise } from '#contract';
import { askedText, seenText, sinceText } from '../finding.ts';
import { groupBy, plural, texts } from '../text.ts';
import type { JudgedRequirement } from '../verdict.ts';
import { type Comparison, isWorsening, type ServiceChange, tooLittle } from './compare.ts';
import {
  type ComparedRun,
  catalogueOf,
  dayAndTime,
  depthText,
  differingSettings,
  observedFacts,
} from './compared-run.ts';
import { alikeChanges, causeText } from './fact-words.ts';

/** One difference: what it is in a line, and its details. */
interface Entry {
  readonly title: string;
  readonly details: readonly string[];
}

interface ListOfChanges {
  readonly title: string;
  readonly line: string;
  readonly entries: readonly Entry[];
}

/** A comparison as every report shows it, in whole texts that each report escapes for its own form. */
export interface ComparisonView {
  readonly headline: string;
  readonly service: ListOfChanges;
  /** The run's doing and the harness's. */
  readonly others: readonly ListOfChanges[];
}

/** The release of a run, else its time; the target where the two differ. */
const namesOf = ({ before, after }: Comparison): readonly string[] => {
  const released = before.release !== undefined && before.release !== after.release && after.release;
  const isOther = before.target.label !== after.target.label;
  return [before, after].map(({ target, release, startedAt }) =>
    texts(isOther && target.label, released ? release : dayAndTime(startedAt)).join(' '),
  );
};

/** `smoke -> gate`; empty where both are the same. */
const changeText = (name: string, old: string | number, now: string | number): string[] =>
  old === now ? [] : [`${name}${old} -> ${now}`];

/** How the runs themselves differ. */
const runText = ({ before, after }: Comparison): string[] => [
  ...changeText('', depthText(before), depthText(after)),
  ...changeText('gate ', before.gate, after.gate),
  ...changeText('seed ', before.seed, after.seed),
  ...differingSettings(before, after)
    .slice(0, 3)
    .map((name) => `${name} differs`),
  ...texts(
    before.interrupted && 'the earlier run was interrupted',
    after.interrupted && 'the later run was interrupted',
  ),
];

const factsGone = ({ before }: Comparison): string[] =>
  before.passive || observedFacts(before) ? [] : ['facts not compared: those of the earlier run are not kept'];

const harnessText = ({ before, after }: Comparison): string[] => [
  ...changeText('harness ', before.harness.version, after.harness.version),
  ...changeText('catalogue ', catalogueOf(before), catalogueOf(after)),
];

const inParentheses = (parts: readonly string[]): string => (parts.length === 0 ? '' : ` (${parts.join(', ')})`);

/** Changes that mean something to a caller: order, speed and wording are only listed. */
const counted = (changes: readonly FactChange[]): readonly FactChange[] =>
  changes.filter(({ class: drift }) => drift === 'breaking' || drift === 'risky' || drift === 'additive');

const factsText = (changes: readonly FactChange[]): string | false => {
  const all = counted(changes);
  const classes = driftClasses
    .filter((drift) => drift === 'breaking' || drift === 'risky')
    .map((drift) => [all.filter((change) => change.class === drift).length, drift] as const)
    .filter(([count]) => count > 0)
    .map((pair) => pair.join(' '));
  return all.length > 0 && `${plural(all.length, 'fact')} changed${inParentheses(classes)}`;
};

/** How many promises the service broke in both runs. */
const stillBroken = ({ before, after }: Comparison): number => {
  const brokenIn = ({ requirements }: ComparedRun) =>
    requirements.filter((each) => isPromise(each) && each.outcome === 'deviates').map(({ id }) => id);
  const earlier = new Set(brokenIn(before));
  return brokenIn(after).filter((id) => earlier.has(id)).length;
};

const brokenText = (changes: readonly ServiceChange[], of: Comparison): string => {
  const promises = changes.filter(({ requirement }) => isPromise(requirement));
  const broken = promises.filter(isWorsening).length;
  const mended = promises.length - broken;
  const still = stillBroken(of);
  const examples = changes.length - promises.length;
  const incomparable = of.run.length + of.harness.length;
  const gone = factsGone(of);
  return texts(
    broken === 0 ? 'no promise broken' : `${plural(broken, 'promise')} broken`,
    mended > 0 && `${mended} mended`,
    still > 0 && `${still} still broken`,
    examples > 0 && `${plural(examples, 'example')} changed`,
    factsText(of.facts.service),
    changes.length === 0 &&
      counted(of.facts.service).length === 0 &&
      `${gone.length > 0 ? 'no requirement' : 'nothing'} changed in ${of.compared}`,
    ...gone,
    incomparable > 0 && `${incomparable} not comparable${inParentheses([...runText(of), ...harnessText(of)])}`,
  ).join(', ');
};

/** `2.14 -> 2.15: 2 promises broken, 1 mended, 3 facts changed (1 breaking), 41 not comparable (smoke -> gate)`. */
export const comparisonHeadline = (comparison: Comparison): string => {
  const why = tooLittle(comparison);
  const answer = why === undefined ? brokenText(comparison.service, comparison) : `no answer: ${why}`;
  return `${namesOf(comparison).join(' -> ')}: ${answer}`;
};

const turnWords: Readonly<Record<ServiceChange['turn'], readonly [promise: string, example: string]>> = {
  broken: ['Broken', 'Differs from the example now'],
  'broken further': ['Broken in another way', 'Differs from the example in another way'],
  mended: ['Mended', 'As the example now'],
  'mended in part': ['Mended in part', 'Nearer to the example'],
};

const changeEntry = ({ turn, requirement, findings }: ServiceChange): Entry => {
  const word = turnWords[turn][isPromise(requirement) ? 0 : 1];
  return {
    title: `${word}: ${requirement.claim}`,
    details: [
      `${requirement.id}, ${requirement.firmness}`,
      ...findings.flatMap((each) => [
        askedText(each),
        texts(`${each.code} ${seenText([each])}`, sinceText(each)).join('; '),
      ]),
    ],
  };
};

const factEntries = (changes: readonly FactChange[]): readonly Entry[] =>
  alikeChanges(changes).map((alike) => ({ title: causeText(alike), details: [] }));

const reasonEntries = (all: readonly { requirement: JudgedRequirement; reason: string }[]): Entry[] =>
  [...groupBy(all, ({ reason }) => reason)].map(([reason, alike]) => ({
    title: `${alike.length} ${reason}`,
    details: alike.map(({ requirement }) => requirement.id),
  }));

const listing = (
  title: string,
  how: readonly string[],
  all: Comparison['run'],
  facts: readonly FactChange[],
): ListOfChanges => {
  const parts = texts(
    ...how,
    all.length > 0 && `${plural(all.length, 'requirement')} not comparable`,
    facts.length > 0 && `${plural(facts.length, 'fact')} not comparable`,
  );
  return {
    title,
    line: `${title}: ${parts.join(', ') || 'nothing differs'}`,
    entries: [...reasonEntries(all), ...factEntries(facts)],
  };
};

const unobserved = 'Not observed this time';

export const comparisonView = (comparison: Comparison): ComparisonView => {
  const { service, run, harness, facts } = comparison;
  const inOrder = service.toSorted((one, other) => Number(isWorsening(other)) - Number(isWorsening(one)));
  return {
    headline: comparisonHeadline(comparison),
    service: {
      title: 'The service',
      line: '',
      entries: [...inOrder.map(changeEntry), ...factEntries(facts.service)],
    },
    others: [
      listing('Your run', runText(comparison), run, facts.run),
      listing('The harness', harnessText(comparison), harness, facts.harness),
      ...(facts.unobserved.length === 0
        ? []
        : [
            {
              title: unobserved,
              line: `${unobserved}: ${plural(facts.unobserved.length, 'fact')}, though the runs do not differ`,
              entries: factEntries(facts.unobserved),
            },
          ]),
    ],
  };
};
