// The page for an auditor: the first sheet, how to check the page, the differences, and all requirements.
import { documentTitle, isRequirementId, operationOf, requirementOf } from '#contract';
import { cellTexts, driftClasses, type FactChange, movedIn, subjectText, unseen, wordsOf } from '#facts';
import { outcomes } from '#run';
import { type Cause, causeFacts, formsText } from '../causes.ts';
import { baselineText, driftIn, notComparedText } from '../comparison/drift-text.ts';
import { askedText, exchangesOf, promisedText, seenText } from '../finding.ts';
import { bySubject, type SubjectGroup } from '../grid.ts';
import { statementOf, targetText } from '../headline.ts';
import { isInPart, wasExecuted } from '../outcomes.ts';
import {
  anchorOf,
  facts,
  html,
  list,
  type Markup,
  nothing,
  outcomeSign,
  preformatted,
  renderPage,
  riskMark,
  table,
} from '../page.ts';
import { capital, dayText, firstOf, groupBy, momentText, plural, texts } from '../text.ts';
import type { JudgedRequirement, KnownWaiver, MoneyOperations, Verdict } from '../verdict.ts';
import {
  byEndpoint,
  driftMeanings,
  endpointsText,
  headingOf,
  keeperOf,
  kindsText,
  outcomeWords,
  parts,
  totalsOf,
  untestedWords,
} from '../words.ts';
import { brokenIn, certificate, numberOf, openReasons, pageTitle } from './certificate.ts';
import { type Content, howToCheck, isSampled } from './how-to-check.ts';

const daysText = ({ daysLeft }: KnownWaiver): string =>
  daysLeft < 0 ? `ended ${plural(-daysLeft, 'day')} ago` : `${plural(daysLeft, 'day')} left`;

const seenUnder = (
  { requirement, finding, state }: KnownWaiver,
  all: ReadonlyMap<string, JudgedRequirement>,
): string => {
  const found = all.get(requirement)?.findings.filter(({ code }) => code === finding) ?? [];
  if (found.length > 0 && state !== 'stale') return seenText(found);
  return state === 'not evaluated'
    ? 'not looked at'
    : `nothing: the ${all.get(requirement)?.firmness === 'shown' ? 'example was met' : 'promise was kept'} there`;
};

const waiverRow = (waiver: KnownWaiver, all: ReadonlyMap<string, JudgedRequirement>): (Markup | string)[] => [
  html`<span class="word">${waiver.id}</span>`,
  waiver.state ?? 'in force',
  html`${all.get(waiver.requirement)?.claim ?? ''}<br>${waiver.requirement}, at ${waiver.where}`,
  seenUnder(waiver, all),
  waiver.reason,
  waiver.owner,
  html`${waiver.approvedBy}<br><span class="word">${waiver.approvedOn === undefined ? '' : dayText(waiver.approvedOn)}</span>`,
  html`<span class="word">${dayText(waiver.expires)}</span><br>${daysText(waiver)}`,
  waiver.ticket ?? '',
];

const waivers = ({ waivers: known = [], requirements }: Verdict): Markup => {
  if (known.length === 0) return nothing;
  const all = new Map(requirements.map((each) => [each.id, each]));
  return table({
    caption: 'Deviations that a person accepted until a date, and what this run saw of each',
    heads: ['Waiver', 'State', 'Promise or example', 'Seen', 'Reason', 'Owner', 'Approved by', 'Expires', 'Ticket'],
    widths: [9, 8, 23, 14, 13, 11, 11, 11],
    rows: known.map((waiver) => waiverRow(waiver, all)),
  });
};

/** Most causes in full. With more broken promises, the rest has no use for the reader. */
const maxCauses = 40;

const sent = 'Sent, with words instead of keys and ids';
const exchangeTitles = {
  first: 'Sent before',
  second: sent,
  only: sent,
  answer: 'Came back, with formats instead of values',
};

const block = (title: string, lines: readonly string[]): Markup =>
  html`<h5>${title}</h5>${preformatted(lines.join('\n'))}`;

const maxNamed = 5;

const concerned = ({ requirements }: Cause): Markup => {
  const left = requirements.length - maxNamed;
  const named = requirements.slice(0, maxNamed).map((id) => html`<a href="#${anchorOf(id)}">${id}</a>`);
  return html`${named}${left > 0 ? html` and ${left} more` : nothing}`;
};

const article = (cause: Cause, at: number): Markup => {
  return html`
<article aria-labelledby="broken-${at}">
<h4 id="broken-${at}">${at}. ${riskMark(cause.risk)} ${promisedText(cause)}</h4>
${facts([...causeFacts(cause), ['Requirements', concerned(cause)]])}
${exchangesOf(cause).map(({ name, lines }) => block(exchangeTitles[name], lines))}
${cause.curl === undefined ? nothing : block('To see it again, in a shell', [cause.curl])}
</article>`;
};

const articles = (causes: readonly Cause[]): Markup[] =>
  causes.map((cause, index) => {
    const isFirst = cause.kind !== causes[index - 1]?.kind;
    return html`${isFirst ? html`<h3>${parts.broken}: ${cause.kind}</h3>` : nothing}${article(cause, index + 1)}`;
  });

const broken = (verdict: Verdict): Markup => {
  const causes = brokenIn(verdict);
  if (causes.length === 0) return nothing;
  const left = causes.length - maxCauses;
  return html`
<p>${formsText} Equal marks, such as #716a, stand for equal values.</p>
${articles(causes.slice(0, maxCauses))}
${left > 0 ? html`<p>And ${plural(left, 'more cause')}: findings.md has them.</p>` : nothing}`;
};

const maxClaims = 4;

const whatText = (own: readonly JudgedRequirement[]): Markup => {
  const claims = [...groupBy(own, ({ claim }) => claim)];
  if (claims.length > maxClaims) {
    const places = byEndpoint(own).map(({ operation, requirements: there }) =>
      operation === undefined
        ? `rules across endpoints (${there.length})`
        : `${operationOf(operation).number} (${there.length})`,
    );
    return html`${kindsText(own)}. By endpoint: ${places.join(', ')}`;
  }
  const lines = claims.map(([claim, alike]) => {
    const numbers = [...new Set(alike.flatMap(({ endpoints }) => endpoints))].toSorted((one, other) => one - other);
    return `${claim} (${endpointsText(numbers)})`;
  });
  return html`${kindsText(own)}:${list(lines)}`;
};

const untested = (verdict: Verdict): Markup => {
  const reasons = openReasons(verdict.requirements);
  if (reasons.length === 0) return nothing;
  return table({
    caption: 'What was not tested, and why',
    heads: ['No.', 'What', 'Due to', 'Reason'],
    widths: [5, 45, 20, 30],
    rows: reasons.map(({ by, code = '', words, own }, index) => [
      html`<span id="reason-${index + 1}">${index + 1}</span>`,
      whatText(own),
      by === undefined
        ? (keeperOf(code) ?? 'the connection to the service, or the harness')
        : capital(untestedWords[by]),
      words,
    ]),
  });
};

const fromDocument = ({ requirements }: Verdict): Markup => {
  const rows = requirements
    .filter(({ outcome }) => outcome === 'drifts')
    .map((each) => [each.claim, list(each.findings.map((finding) => `${askedText(finding)}: ${seenText([finding])}`))]);
  return rows.length === 0
    ? nothing
    : table({
        caption: 'Differences from examples of the document; they break no promise',
        heads: ['Example', 'Difference'],
        rows,
      });
};

const newKinds = (change: FactChange): string => movedIn(change).came.join(', ') || 'none';

const changeRow = (change: FactChange): string[] => [
  `${change.endpoint}, ${subjectText(change)}`,
  ...cellTexts(change, [change.before, change.after]).map((text) => (text === unseen ? 'not observed' : text)),
];

/** One row for each operation, because one cause usually hides all of its facts. */
const unseenRows = (changes: readonly FactChange[]): string[][] =>
  [...groupBy(changes, ({ endpoint }) => endpoint)].map(([endpoint, own]) => [
    `${endpoint}, ${plural(own.length, 'fact')}`,
    own
      .map((each) => `${subjectText(each)}: ${each.before === undefined ? 'not observed' : wordsOf(each, each.before)}`)
      .join('; '),
    'not observed: this run sent no such request, or got no answer that shows it',
  ]);

const fromBaseline = ({ baseline }: Verdict): Markup => {
  if (!baseline) return nothing;
  const held = notComparedText(baseline);
  if (baseline.changes.length === 0)
    return held === ''
      ? html`<p>Nothing changed since the ${baselineText(baseline)}.</p>`
      : html`<p>No difference from the ${baselineText(baseline)} in what could be compared. ${held}.</p>`;
  const all = driftIn(baseline);
  const [ofTool, ofService] = [
    all.filter(({ aspect }) => aspect === 'kinds of facts'),
    all.filter(({ aspect }) => aspect !== 'kinds of facts'),
  ];
  const groups = driftClasses
    .map((drift) => ({ drift, changes: ofService.filter((change) => change.class === drift) }))
    .filter(({ changes }) => changes.length > 0);
  return html`
${ofTool.map((change) => html`<p>The tool changed, not the service: this version notes other kinds of facts than the version that made the baseline (new: ${newKinds(change)}).</p>`)}
${
  groups.length === 0
    ? html`<p>Nothing of the service changed since the ${baselineText(baseline)}.</p>`
    : table({
        caption: `What changed since the ${baselineText(baseline)}`,
        heads: ['Where', 'Accepted', 'Actual'],
        widths: [30, 40, 30],
        groups: groups.map(({ drift, changes }) => ({
          title: `${drift}: ${changes.length}, ${driftMeanings[drift]}`,
          rows: drift === 'unseen' ? unseenRows(changes) : changes.map(changeRow),
        })),
      })
}${held === '' ? nothing : html`<p>${held}.</p>`}`;
};

/** Amounts by currency, or only the currencies if no amounts are kept. */
const acceptedText = ({ totals, currencies }: MoneyOperations['operations'][number]): string =>
  totals === undefined
    ? currencies.join(', ')
    : Object.entries(totals)
        .map(([unit, total]) => `${total} ${unit === 'unnamed' ? '(the order names no currency)' : unit}`)
        .join(', ');

const refusedText = ({ answers = [] }: Verdict): string => {
  const own = answers.find(({ by }) => by === 'business reason')?.exchanges ?? 0;
  return `The run sent most of the refused orders to see a refusal: each has a mistake, a wrong key or a record that it may not use.${own === 0 ? '' : ` The service gave a business reason for ${own}, such as funds, a limit, its hours or another order. Nobody can check these reasons from outside, so they do not count as deviations.`}`;
};

const nameOf = (operation: string): string => headingOf(operation) ?? operation;

const unknown = (made: NonNullable<MoneyOperations['unknown']>): Markup =>
  table({
    caption: 'Orders with an unknown outcome; none was sent again',
    heads: ['Endpoint', 'Sent at', 'Answer', 'Reference', 'Listing'],
    rows: made.map(({ operation, at, answer = 'none', reference = 'none', listing }) => [
      nameOf(operation),
      html`<span class="word">${momentText(at)}</span>`,
      answer,
      reference,
      listing,
    ]),
  });

const orders = (made: MoneyOperations, verdict: Verdict): Markup => html`
<p>The ledger counts every order that was sent. ${refusedText(verdict)}</p>
${table({
  caption: 'Orders that the run sent',
  heads: ['Endpoint', 'Accepted', 'Refused', 'Outcome unknown', 'Accepted in all'],
  widths: [30, 10, 10, 10, 40],
  rows: made.operations.map((each) => {
    const { operation, accepted, refused, unanswered } = each;
    return [nameOf(operation), accepted, refused, unanswered, acceptedText(each)];
  }),
})}
${made.unknown ? unknown(made.unknown) : nothing}`;

const money = (verdict: Verdict): Markup => {
  const { money: made } = verdict;
  if (made === undefined) return nothing;
  return made.operations.length > 0 ? orders(made, verdict) : html`<p>None: the run sent no order.</p>`;
};

const maxObserved = 2;

interface LineContext {
  readonly places: ReadonlyMap<string, { readonly href: string; readonly text: string }>;
  /** Only some of the wrong keys were sent. */
  readonly sampled: boolean;
}

const placesIn = (verdict: Verdict): LineContext['places'] => {
  const places = new Map<string, { href: string; text: string }>();
  openReasons(verdict.requirements).forEach(({ own }, index) => {
    for (const { id } of own) places.set(id, { href: `#reason-${index + 1}`, text: `reason ${index + 1}` });
  });
  brokenIn(verdict).forEach((cause, index) => {
    const place = { href: `#broken-${index + 1}`, text: `details ${index + 1}` };
    for (const id of cause.requirements) places.set(id, place);
  });
  return places;
};

const observedText = ({ observations = [], findings }: JudgedRequirement): string =>
  firstOf(
    [...new Set([...observations.map(({ fact }) => fact), ...findings.map(({ observed }) => observed)])],
    maxObserved,
  );

/** The tick represents one of two ways in which a key can be invalid. */
const sampledText = html` <span class="soft">Tested with one of two kinds of wrong key (<a href="#limits">limits</a>)</span>`;

const more = (requirement: JudgedRequirement, { places, sampled }: LineContext): Markup => {
  const { id, outcome } = requirement;
  if (outcome === 'observed')
    return html` <span class="soft">Observed: ${observedText(requirement) || 'nothing'}</span>`;
  if (outcome === 'conforms')
    return sampled && isRequirementId(id) && requirementOf(id).sampled ? sampledText : nothing;
  const place = places.get(id);
  const waived = requirement.findings.flatMap(({ waiver }) => waiver ?? []);
  const seen = requirement.findings.length === 0 ? '' : `, seen: ${seenText(requirement.findings, undefined, true)}`;
  return html` <span class="soft">${outcomeWords[outcome]}${seen}${waived.length > 0 ? html`, waiver ${[...new Set(waived)].join(', ')}` : nothing}${place ? html`, <a href="${place.href}">${place.text}</a>` : nothing}</span>`;
};

const line = (requirement: JudgedRequirement, context: LineContext): Markup => {
  const { id, claim, outcome } = requirement;
  // On paper, ids of kept requirements are of no use, and untested requirements stand with their reason.
  const name = isDone(requirement) || !wasExecuted(requirement) ? nothing : html` <code class="id">${id}</code>`;
  return html`<li id="${anchorOf(id)}">${outcomeSign(outcome)} ${claim}${name}${more(requirement, context)}</li>`;
};

/** True if nobody has to look at the requirement. */
const isDone = ({ outcome }: JudgedRequirement): boolean => outcome === 'conforms' || outcome === 'observed';

/** A screen folds the kept requirements of a subject; paper shows all. */
const subject = ({ name, anchor, requirements: own }: SubjectGroup, context: LineContext): Markup => {
  const [open, done] = [own.filter((each) => !isDone(each)), own.filter(isDone)];
  const lines = (all: readonly JudgedRequirement[]) =>
    html`<ul class="lines">${all.map((each) => line(each, context))}</ul>`;
  const counts = totalsOf({ requirements: done })
    .map((text) => text.replace(/^.*: /, ''))
    .join(', ');
  return html`<div class="subject" id="${anchor}"><h4>${name}</h4>${open.length === 0 ? nothing : lines(open)}${
    done.length === 0
      ? nothing
      : html`<details><summary>${outcomeSign('conforms')} ${counts}</summary>${lines(done)}</details>`
  }</div>`;
};

const requirements = (verdict: Verdict): Markup => {
  const context = { places: placesIn(verdict), sampled: isSampled(verdict) };
  const occurring = outcomes.filter((outcome) => verdict.counts[outcome] > 0);
  const signs = occurring.map(
    (outcome) =>
      html`<span class="key">${outcomeSign(outcome)} ${outcomeWords[outcome]}${outcome === 'conforms' ? ', or as shown' : ''}</span>`,
  );
  return html`<p class="soft">${signs}</p><div class="columns">${byEndpoint(verdict.requirements).map(
    (group) =>
      html`<h3>${group.heading}</h3><p class="soft totals">${totalsOf(group).join('; ')}</p>${bySubject(group).map((each) => subject(each, context))}`,
  )}</div>`;
};

/** A title that nobody can mistake for a certificate. */
const titleOf = (verdict: Verdict, named: string): string => {
  const part = isInPart(verdict);
  const isBroken = statementOf(verdict).startsWith('Does not conform');
  const titles: Readonly<Record<Verdict['verdict'], string>> = {
    conforms: `Report: ${named} keeps the selected promises`,
    'conforms-in-part': `Report: ${named} was tested in part`,
    'conforms-with-waivers': `Report: ${named} ${part ? 'was tested in part, and' : 'conforms, but'} has accepted deviations`,
    deviates: `Report: ${named} does not ${isBroken ? 'conform' : 'pass'}`,
    inconclusive: `Report without a result: ${named}`,
    refused: `Report: ${named} was not tested`,
  };
  return titles[verdict.verdict];
};

const headingsOf = (verdict: Verdict, named: string) => ({
  Certificate: `Certificate of conformance: ${named}`,
  Report: titleOf(verdict, named),
  'Self-test': 'Self-test of ramp-conformance',
});

/** The page for an auditor as HTML, exceptions before rules. */
export function renderCompliance(content: Content): string {
  const { verdict } = content;
  const { harness, document, endedAt, report = {} } = verdict;
  const named = texts(report.vendor, report.product).join(', ') || targetText(verdict);
  const [kind, number] = [pageTitle(verdict), numberOf(verdict)];
  return renderPage({
    title: `${kind}: ${targetText(verdict)}`,
    heading: headingsOf(verdict, named)[kind],
    lead: texts(number, momentText(endedAt), `${documentTitle} ${document.version}`).join(' · '),
    running: texts(number, named).join(', '),
    first: { id: 'certificate', title: kind, body: certificate(verdict) },
    sections: [
      { id: 'check', title: 'How to check this page', body: howToCheck(content) },
      { id: 'broken', title: parts.broken, body: broken(verdict) },
      { id: 'waivers', title: parts.waivers, body: waivers(verdict) },
      { id: 'untested', title: parts.untested, body: untested(verdict) },
      { id: 'changes', title: parts.changes, body: html`${fromBaseline(verdict)}${fromDocument(verdict)}` },
      { id: 'money', title: parts.money, body: money(verdict) },
      { id: 'requirements', title: parts.requirements, body: requirements(verdict) },
    ],
    version: harness.version,
  });
}
