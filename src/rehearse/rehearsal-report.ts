// A rehearsal as text, page, JUnit and data. These contain the names of the client's tests from its output. If there
// are no names, the page has a few lines of the output.
import { type OperationId, operationIds, operationOf } from '#contract';
import type { Variation } from '#faults';
import { firstOf, groupBy } from '#lib';
import {
  banner,
  facts,
  fold,
  html,
  list,
  nothing,
  plural,
  renderPage,
  type Section,
  type Tone,
  table,
} from '#reporting';
import { severityTexts } from './advice.ts';
import { alikeLines, basisOf, kindOf } from './alike.ts';
import { assertionFor, isConditional } from './assertions.ts';
import { aboutText, endpointOf, headingOf, type Lapse } from './choice.ts';
import { tellingLines } from './client-output.ts';
import type { FailurePlace } from './failed-tests.ts';
import { type Break, type PartResult, type Rehearsal, sentAgain } from './rehearsal.ts';
import { type Reliance, reliancesOf } from './reliances.ts';
import { sightingTexts } from './sightings.ts';

const secondsText = (seconds: number): string => `${seconds.toFixed(1)} s`;

const titles = {
  together: 'all variations together',
  alone: 'alternatives, one at a time',
  circumstances: 'circumstances, one at a time',
} as const;

type PartName = keyof typeof titles;

interface NamedTried extends PartResult {
  readonly name: PartName;
}

const partsOf = (rehearsal: Rehearsal): readonly NamedTried[] =>
  (Object.keys(titles) as PartName[]).flatMap((name) => {
    const part = rehearsal[name];
    return part && part.tried.length + part.unasked.length + part.unmet.length > 0 ? [{ name, ...part }] : [];
  });

export const breaksOf = (rehearsal: Rehearsal): readonly Break[] => partsOf(rehearsal).flatMap(({ broken }) => broken);

/**
 * What the client relies on, and the circumstances under which it fails, although a correct client may fail there too.
 */
function findingsOf(rehearsal: Rehearsal) {
  const { asked } = rehearsal.shipped;
  const rare = rehearsal.circumstances?.broken ?? [];
  const usual = breaksOf(rehearsal).filter((found) => !rare.includes(found));
  return { reliances: reliancesOf(usual, asked), circumstances: reliancesOf(rare, asked) };
}

const isUsable = ({ shipped }: Rehearsal): boolean => shipped.failed === 0 && shipped.requests > 0;

const waveringOf = (rehearsal: Rehearsal): number => partsOf(rehearsal).reduce((sum, { wavered }) => sum + wavered, 0);

type TriedFaults = NonNullable<Rehearsal['faults']>;

/** Counts faults, without those that matter only if the vendor promises the behaviour. */
const countedIn = ({ tried, unnoticed }: Pick<TriedFaults, 'tried' | 'unnoticed'>) => {
  const counted = tried.filter((lapse) => !isConditional(lapse));
  const noticed = counted.filter((lapse) => !unnoticed.includes(lapse)).length;
  return { counted: counted.length, noticed, conditional: unnoticed.filter(isConditional).length };
};

const share = (faults: TriedFaults): number => {
  const { counted, noticed } = countedIn(faults);
  return counted === 0 ? 1 : noticed / counted;
};

export const triedIn = (rehearsal: Rehearsal): number =>
  (rehearsal.faults ? [rehearsal.faults] : partsOf(rehearsal)).reduce((sum, { tried }) => sum + tried.length, 0);

/** 0: no failure; 1: failures, or too few faults detected; 2: no result. */
export function exitCodeOf(rehearsal: Rehearsal, minNoticed: number | undefined): 0 | 1 | 2 {
  if (!isUsable(rehearsal) || triedIn(rehearsal) === 0) return 2;
  if (rehearsal.faults) return minNoticed !== undefined && share(rehearsal.faults) < minNoticed ? 1 : 0;
  if (breaksOf(rehearsal).length > 0) return 1;
  return waveringOf(rehearsal) > 0 || partsOf(rehearsal).some(({ isComplete }) => !isComplete) ? 2 : 0;
}

interface Left<One> {
  readonly unasked: readonly One[];
  readonly unmet: readonly One[];
}

const maxSubjects = 6;

/**
 * The subjects of variations or faults, the most frequent first: `pages (8), onramp.initiate (3) and 2 more subjects
 * (4)`.
 */
function subjectsText(all: readonly { readonly id: string }[]): string {
  const groups = [...groupBy(all, aboutText)].toSorted(([, one], [, other]) => other.length - one.length);
  const named = groups.slice(0, maxSubjects).map(([subject, own]) => `${subject} (${own.length})`);
  const others = groups.slice(maxSubjects);
  const left = others.reduce((sum, [, own]) => sum + own.length, 0);
  return named.join(', ') + (left > 0 ? ` and ${plural(others.length, 'more subject')} (${left})` : '');
}

const leftOf = <One extends { readonly id: string }>({ unasked, unmet }: Left<One>) =>
  [
    { result: 'not tried', why: `your tests do not ask the endpoint: ${subjectsText(unasked)}`, all: unasked },
    { result: 'not met', why: `your tests got no reply that these change: ${subjectsText(unmet)}`, all: unmet },
  ].filter(({ all }) => all.length > 0);

const allLeftOf = (rehearsal: Rehearsal) =>
  (rehearsal.faults ? [rehearsal.faults] : partsOf(rehearsal)).flatMap((part) => leftOf<Variation | Lapse>(part));

const unheardText =
  'The sandbox got no request. Let the client take its address from RAMP_BASE_URL, or from a variable that --env names (CLIENT_URL=RAMP_BASE_URL). Do not mock the service.';

function relianceText(all: readonly Reliance[]): string {
  const grave = all.filter(({ severity }) => severity === 'critical').length;
  const worst = all[0]?.severity ?? 'low';
  const what = grave > 0 ? `${grave} ${severityTexts.critical}` : `at worst, it ${severityTexts[worst]}`;
  return `Your client relies on ${plural(all.length, 'thing')} that the document does not promise; ${what}.`;
}

function conclusionOf(rehearsal: Rehearsal): string {
  const { shipped, faults } = rehearsal;
  if (shipped.failed > 0)
    return shipped.passed > 0
      ? `Your client is flaky: as shipped it failed ${shipped.failed} of ${shipped.passed + shipped.failed} times, so that nothing can be said.`
      : `Your client fails on the sandbox as shipped, so that nothing can be said.${shipped.requests === 0 ? ` ${unheardText}` : ''}`;
  if (shipped.requests === 0) return `Your tests pass, and nothing can be said. ${unheardText}`;
  if (triedIn(rehearsal) === 0)
    return allLeftOf(rehearsal).some(({ result }) => result === 'not met')
      ? 'Nothing can be said: your tests got no reply that any of them changes.'
      : 'Nothing was tried: your tests do not ask the endpoint of any of them.';
  if (faults) {
    const { counted, noticed, conditional } = countedIn(faults);
    const also =
      conditional > 0
        ? ` ${conditional} more ${conditional === 1 ? 'is' : 'are'} unnoticed, and no mistake without a promise of your vendor.`
        : '';
    return `Your client's tests notice ${noticed} of ${plural(counted, 'fault')}.${also}`;
  }
  const { reliances } = findingsOf(rehearsal);
  const { tried: rare = [], broken = [] } = rehearsal.circumstances ?? {};
  const also =
    broken.length > 0
      ? ` It fails under ${broken.length} of ${plural(rare.length, 'circumstance')}: there a right client may fail too.`
      : '';
  if (reliances.length > 0) return relianceText(reliances) + also;
  const wavered = waveringOf(rehearsal);
  if (wavered > 0) return `Your client failed now and then (${plural(wavered, 'time')}), so that nothing can be said.`;
  const passed = triedIn(rehearsal) - broken.length;
  return `Your client passes under ${plural(passed, 'variation')} that the document allows.${also}`;
}

/** Explained here, because most readers have not read the handbook. */
const whoseText =
  'Is it the client, or only the test? Fix the test if it compares a whole record, the last digit of a fee or the order of a list. Fix the client if it throws or returns a wrong value. To try one again: rehearse --only <the id behind the semicolon>.';

const hang = ' '.repeat(13);

const entry = (name: string, [first = '', ...others]: readonly string[]): readonly string[] => [
  `   ${name.padEnd(10)}${first}`,
  ...others.map((line) => hang + line),
];

/** Most names of tests, because more do not help if everything fails. */
const shownTests = 5;

const testsText = (tests: readonly string[]): string =>
  `${plural(tests.length, 'test')} failed: ${firstOf(tests, shownTests, '; ')}`;

const pairLines = ({ variations }: Break): readonly string[] =>
  variations.flatMap((one, at) => [`${at === 0 ? '' : 'together with: '}${one.sentence}`, `${kindOf(one)}; ${one.id}`]);

const mostFiles = 2;

/** Where the failing code is: `1 fails in the test's own code (client.test.ts)`. */
function placeTexts(places: readonly FailurePlace[]): readonly string[] {
  const textOf = (some: readonly FailurePlace[], where: string): readonly string[] => {
    const tests = new Set(some.map(({ test }) => test)).size;
    const files = [...new Set(some.map(({ file }) => file))];
    return tests === 0 ? [] : [`${tests} ${tests > 1 ? 'fail' : 'fails'} in ${where} (${firstOf(files, mostFiles)})`];
  };
  const texts = [
    ...textOf(
      places.filter(({ isOfTests }) => !isOfTests),
      'your client',
    ),
    ...textOf(
      places.filter(({ isOfTests }) => isOfTests),
      "the test's own code",
    ),
  ];
  return texts.length === 0 ? [] : [texts.join('; ')];
}

const mostSeen = 3;

function seenIn({ breaks, tests }: Reliance): readonly string[] {
  const other = breaks.find(({ how }) => how !== sentAgain);
  const all = breaks.map(({ sightings = [] }) => sightingTexts(sightings));
  // One sighting of each variation first.
  const got = [...new Set([...all.flatMap(([first]) => first ?? []), ...all.flat()])];
  return [
    ...(breaks.some(({ how, isResent }) => isResent || how === sentAgain) ? [sentAgain] : []),
    ...(tests ? [testsText(tests)] : other ? [`your tests failed (${other.how})`] : []),
    ...placeTexts(breaks.flatMap(({ places = [] }) => places)),
    ...(breaks.some(({ isGivenUp }) => isGivenUp) ? ['an order was refused, and your client stopped'] : []),
    ...got.slice(0, mostSeen),
    ...(got.length > mostSeen ? [`and ${plural(got.length - mostSeen, 'more difference')}`] : []),
  ];
}

const whenIn = ({ breaks }: Reliance): readonly string[] => [
  ...alikeLines(breaks.flatMap(({ variations }) => (variations.length === 1 ? variations : []))),
  ...breaks.filter(({ variations }) => variations.length > 1).flatMap(pairLines),
];

/** Without test names, a few lines of the client's output. The terminal shows these lines beside its report. */
const outputIn = ({ tests, breaks: [first] }: Reliance): readonly string[] =>
  tests || !first ? [] : tellingLines(first.output);

const numbered = (rehearsal: Rehearsal) => {
  const { reliances, circumstances } = findingsOf(rehearsal);
  return [
    ...reliances.map((each) => ({ each, title: `${each.severity}: your client ${severityTexts[each.severity]}` })),
    ...circumstances.map((each) => ({ each, title: 'circumstance: a right client may fail here too' })),
  ].map(({ each, title }, at) => ({
    title: `${at + 1}. ${title}`,
    output: outputIn(each),
    entries: [
      ['Seen', seenIn(each)],
      ['When', whenIn(each)],
      ['Why', each.why],
      ['Fix', [each.fix]],
    ] as const,
  }));
};

type Numbered = ReturnType<typeof numbered>[number];

const relianceLines = ({ title, entries }: Numbered): readonly string[] => [
  `\n${title}`,
  ...entries.flatMap(([label, lines]) => entry(label, lines)),
];

/** The text of one break when it is confirmed: what the client relies on, and what to do. */
export function foundIn(found: Break, asked: ReadonlySet<OperationId>) {
  const [one] = reliancesOf([found], asked);
  const isRare = found.variations.some(({ isCircumstance }) => isCircumstance);
  const sentences = found.variations.map(({ sentence }) => sentence).join(' Together with: ');
  return one && { key: one.key, text: `${isRare ? 'circumstance' : one.severity}: ${sentences} Fix: ${one.fix}` };
}

const leftOutText = (leftOut: number): string => `circumstances (${leftOut}); --circumstances tries them`;

const column = 44;

const leftLines = (part: Left<{ readonly id: string }>): readonly string[] =>
  leftOf(part).map(({ result, why, all }) => `  ${all.length} ${result}: ${why}`);

const askedText = ({ shipped: { asked } }: Rehearsal): string => {
  const numbers = [...asked].map((id) => operationOf(id).number).toSorted((one, other) => one - other);
  return `${numbers.length} of ${plural(operationIds.length, 'endpoint')}${numbers.length > 0 ? `: ${numbers.join(', ')}` : ''}`;
};

const resultOf = ({ name, tried, broken }: NamedTried): string => {
  if (tried.length === 0) return 'none met';
  if (broken.length === 0) return 'passed';
  if (name === 'together') return 'FAILED';
  return `${tried.length - broken.length} passed, ${broken.length} FAILED`;
};

const partLines = (part: NamedTried): readonly string[] => [
  `${`${titles[part.name]} (${part.tried.length})`.padEnd(column)} ${resultOf(part)}`,
  ...leftLines(part),
  ...(part.isComplete ? [] : ['  the tries ran out: further variations may break it; --only narrows them']),
  ...(part.wavered > 0 ? [`  failed ${plural(part.wavered, 'time')} and passed when tried again`] : []),
];

const shippedLine = ({ shipped: { passed, failed, seconds, last } }: Rehearsal): string => {
  const share = passed === 0 ? '' : ` ${failed} of ${passed + failed}`;
  const result = failed === 0 ? 'passed' : `FAILED${share}   (${last.how})`;
  return `${'as shipped'.padEnd(column)} ${result}   ${secondsText(seconds)}`;
};

const placeOf = (lapse: Lapse, asked: ReadonlySet<OperationId>): string => {
  const operation = endpointOf(lapse, asked);
  return operation === undefined ? 'every endpoint' : `endpoint ${operationOf(operation).number}, ${operation}`;
};

/** `$.status is left out.` does not say which reply it means, nor what `$` is. */
function sentenceOf({ id, sentence, derived }: Lapse): string {
  if (!derived || !id.endsWith('/missing')) return sentence;
  return `\`${id.split('/')[1]}\` is left out of the reply to endpoint ${operationOf(derived.operation).number}.`;
}

const faultLines = ({ faults, shipped: { asked } }: Rehearsal): readonly string[] =>
  faults
    ? [
        `${`faults, one at a time (${faults.tried.length})`.padEnd(column)} ${faults.tried.length - faults.unnoticed.length} noticed, ${faults.unnoticed.length} unnoticed`,
        ...leftLines(faults),
        ...faults.unnoticed.flatMap((lapse) => [
          `  unnoticed  ${sentenceOf(lapse)}`,
          `             ${placeOf(lapse, asked)}; ${headingOf(lapse)}; ${lapse.id}`,
          `             Missing: ${assertionFor(lapse, asked)}`,
        ]),
      ]
    : [];

export function rehearsalText(rehearsal: Rehearsal): string {
  const { left, leftOut = 0 } = rehearsal;
  const found = numbered(rehearsal);
  return [
    conclusionOf(rehearsal),
    ...(found.length > 0 ? [whoseText] : []),
    ...found.flatMap(relianceLines),
    ...(found.length > 0 ? [''] : []),
    shippedLine(rehearsal),
    ...(isUsable(rehearsal) ? [`your tests ask ${askedText(rehearsal)}`] : []),
    ...partsOf(rehearsal).flatMap(partLines),
    ...(leftOut > 0 ? [`not tried: ${leftOutText(leftOut)}`] : []),
    ...faultLines(rehearsal),
    ...(left > 0 ? [`A try left ${plural(left, 'process', 'processes')} running, which this command ended.`] : []),
  ].join('\n');
}

const breakOf = ({ broken }: PartResult, variation: Variation): Break | undefined =>
  broken.find(({ variations }) => variations.includes(variation));

const partSection = (part: NamedTried): Section => {
  const rows = part.tried.map((variation) => {
    const found = breakOf(part, variation);
    const others = found?.variations.filter((other) => other !== variation) ?? [];
    const result = found ? `✗ breaks${others.length > 0 ? ' together with another' : ''} (${found.how})` : '✓ passes';
    const { sentence, heading } = variation;
    return {
      found,
      cells: [sentence, result, heading, basisOf(variation), others.map((other) => other.sentence).join(' ')],
    };
  });
  const cellsOf = (which: boolean) =>
    rows.filter(({ found }) => (found !== undefined) === which).map(({ cells }) => cells);
  const tableOf = (caption: string, cells: readonly (readonly string[])[]) =>
    table({
      caption,
      heads: ['Variation', 'Client', 'Heading of the document', 'What it says', 'Only together with'],
      rows: cells,
    });
  return {
    id: part.name,
    title: `${titles[part.name].replace(/^./, (letter) => letter.toUpperCase())} (${part.tried.length})`,
    body: html`${part.isComplete ? nothing : html`<p>The tries ran out: further variations may break the client.</p>`}
${cellsOf(true).length === 0 ? nothing : tableOf('Break the client', cellsOf(true))}
${cellsOf(false).length === 0 ? nothing : fold(`✓ ${cellsOf(false).length} pass`, tableOf('Pass', cellsOf(false)))}
${leftOf<Variation>(part).map(({ result, why, all }) =>
  fold(
    `? ${all.length} ${result}: ${why}`,
    tableOf(
      result.replace('n', 'N'),
      all.map((one) => [one.sentence, `? ${result}`, one.heading, basisOf(one), '']),
    ),
  ),
)}`,
  };
};

const faultSection = ({ tried, unnoticed, ...left }: TriedFaults, asked: ReadonlySet<OperationId>): Section => ({
  id: 'faults',
  title: `Faults (${tried.length})`,
  body: table({
    caption: 'Faults of a wrong service, one at a time',
    heads: ['Fault', "The client's tests", 'Missing assertion', 'Endpoint', 'Heading of the document', 'Id'],
    rows: [
      ...unnoticed.map((lapse) => [lapse, '✗ do not notice it'] as const),
      ...tried.filter((lapse) => !unnoticed.includes(lapse)).map((lapse) => [lapse, '✓ fail, as they should'] as const),
      ...leftOf<Lapse>(left).flatMap(({ result, why, all }) =>
        all.map((lapse) => [lapse, `? ${result}: ${why}`] as const),
      ),
    ].map(([lapse, result]) => [
      sentenceOf(lapse),
      result,
      unnoticed.includes(lapse) ? assertionFor(lapse, asked) : '',
      placeOf(lapse, asked),
      headingOf(lapse),
      lapse.id,
    ]),
  }),
});

const answerOf = (rehearsal: Rehearsal): readonly [Tone, string] => {
  const { faults } = rehearsal;
  if (!isUsable(rehearsal) || triedIn(rehearsal) === 0) return ['open', 'No answer'];
  if (faults) return faults.unnoticed.length > 0 ? ['mind', 'Faults go unnoticed'] : ['good', 'Every fault is noticed'];
  if (findingsOf(rehearsal).reliances.length > 0) return ['bad', 'Your client may break'];
  if (breaksOf(rehearsal).length > 0) return ['mind', 'Your client fails under circumstances'];
  return exitCodeOf(rehearsal, undefined) === 0 ? ['good', 'Your client passes'] : ['open', 'No answer'];
};

const relianceItem = ({ title, entries, output }: Numbered) =>
  html`<strong>${title}</strong>${[...entries, ['Output', output] as const].flatMap(([label, lines]) =>
    lines.map((line, at) => html`<br>${at === 0 ? html`<strong>${label}</strong>: ` : nothing}${line}`),
  )}`;

interface About {
  readonly command: readonly string[];
  readonly version: string;
}

export function rehearsalPage(rehearsal: Rehearsal, { command, version }: About): string {
  const { shipped, tries, faults, leftOut = 0 } = rehearsal;
  const found = numbered(rehearsal);
  return renderPage({
    title: 'Rehearsal of a client',
    lead: command.join(' '),
    version,
    first: {
      id: 'result',
      title: 'Answer',
      body: html`${banner(
        ...answerOf(rehearsal),
        conclusionOf(rehearsal),
        found.length === 0 ? nothing : html`<p>${whoseText}</p>${list(found.map(relianceItem))}`,
      )}${facts([
        [
          'As shipped',
          `${shipped.passed} of ${shipped.passed + shipped.failed} passed, ${secondsText(shipped.seconds)}`,
        ],
        ['Endpoints that its tests ask', askedText(rehearsal)],
        ['Tries', tries],
        ...(leftOut > 0 ? [['Not tried', leftOutText(leftOut)] as const] : []),
      ])}`,
    },
    sections: [...partsOf(rehearsal).map(partSection), ...(faults ? [faultSection(faults, shipped.asked)] : [])],
  });
}

interface Case {
  readonly id: string;
  readonly sentence: string;
  readonly failure?: string | undefined;
  /** Why there is no result. */
  readonly skipped?: string;
}

const fixOf = (all: readonly Reliance[], found: Break): string =>
  all.find(({ breaks }) => breaks.includes(found))?.fix ?? '';

const casesOf = (rehearsal: Rehearsal, all = Object.values(findingsOf(rehearsal)).flat()): readonly Case[] => [
  ...partsOf(rehearsal).flatMap((part) =>
    part.tried.map((variation) => {
      const { id, sentence } = variation;
      const found = breakOf(part, variation);
      return {
        id,
        sentence,
        failure:
          found && `${sentence} ${basisOf(variation)} (${variation.heading}); ${found.how}. ${fixOf(all, found)}`,
      };
    }),
  ),
  ...(rehearsal.faults?.tried ?? []).map(({ id, sentence }) => ({ id, sentence })),
  ...allLeftOf(rehearsal).flatMap(({ result, why, all }) =>
    all.map(({ id, sentence }) => ({ id, sentence, skipped: `${result}: ${why}` })),
  ),
];

/** One test case for each variation. A missed fault is no failure. */
export function rehearsalJUnit(rehearsal: Rehearsal): string {
  const { shipped } = rehearsal;
  const unusable = isUsable(rehearsal)
    ? []
    : [
        html`<testcase classname="rehearsal" name="as shipped"><error message="${conclusionOf(rehearsal)} ${shipped.last.how}"/></testcase>`,
      ];
  const unnoticed = new Set(rehearsal.faults?.unnoticed.map(({ id }) => id));
  const cases = casesOf(rehearsal);
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  const shown = cases.map(
    ({ id, sentence, failure, skipped }) =>
      html`<testcase classname="rehearsal.${id.split('/', 1)[0] ?? ''}" name="${id}">${
        failure === undefined ? nothing : html`<failure message="${failure}"/>`
      }${skipped === undefined ? nothing : html`<skipped message="${skipped}"/>`}<system-out>${unnoticed.has(id) ? `unnoticed: ${sentence}` : sentence}</system-out></testcase>`,
  );
  return `${
    html`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="rehearsal" tests="${cases.length + unusable.length}" failures="${failures}" errors="${unusable.length}" skipped="${cases.filter(({ skipped }) => skipped !== undefined).length}">
${[...unusable, ...shown]}
</testsuite>
</testsuites>`.text
  }\n`;
}

const variationData = ({ id, sentence, heading, basis }: Variation) => ({ id, sentence, heading, basis });
const lapseData = (lapse: Lapse, asked: ReadonlySet<OperationId>) => ({
  id: lapse.id,
  sentence: lapse.sentence,
  heading: headingOf(lapse),
  assertion: assertionFor(lapse, asked),
});

/** Output of `--json`. */
export function rehearsalData(rehearsal: Rehearsal, exitCode: number, { command, version }: About) {
  const { shipped, tries, left, faults } = rehearsal;
  return {
    format: 1,
    harness: { version },
    command,
    exitCode,
    conclusion: conclusionOf(rehearsal),
    tries,
    processesLeft: left,
    asShipped: {
      passed: shipped.passed,
      failed: shipped.failed,
      seconds: Number(shipped.seconds.toFixed(1)),
      how: shipped.last.how,
    },
    asks: [...shipped.asked].toSorted(),
    reliances: findingsOf(rehearsal).reliances.map(({ advice: { kind }, why, fix, severity, breaks, tests }) => ({
      kind,
      severity,
      document: why.join(' '),
      fix,
      seen: breaks.flatMap(({ sightings = [] }) => sightingTexts(sightings)),
      variations: breaks.map(({ variations }) => variations.map(({ id }) => id)),
      ...(tests && { failedTests: tests }),
    })),
    parts: partsOf(rehearsal).map(({ name, tried, unasked, unmet, broken, isComplete, wavered }) => ({
      name,
      isComplete,
      wavered,
      tried: tried.map(({ id }) => id),
      notTried: unasked.map(({ id }) => id),
      notMet: unmet.map(({ id }) => id),
      // The member has had this name since the first version.
      breaks: broken.map(({ variations, how }) => ({ how, freedoms: variations.map(variationData) })),
    })),
    ...(faults && {
      faults: {
        tried: faults.tried.map(({ id }) => id),
        notTried: faults.unasked.map(({ id }) => id),
        notMet: faults.unmet.map(({ id }) => id),
        unnoticed: faults.unnoticed.map((lapse) => lapseData(lapse, shipped.asked)),
      },
    }),
  };
}
