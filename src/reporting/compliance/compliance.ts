import { documentTitle, isRequirementId, requirementOf, riskMeanings, unobservable } from '#contract';
import { cellTexts, driftClasses, type FactChange, movedIn, subjectText, unseen, wordsOf } from '#facts';
import { maxWrongKeys, outcomes } from '#run';
import { reasonsFor } from '../causes.ts';
import { baselineText, driftIn, notComparedText } from '../comparison/drift-text.ts';
import { askedText, seenText } from '../finding.ts';
import { targetText } from '../headline.ts';
import { anchorOf, facts, html, list, type Markup, nothing, outcomeSign, renderPage, table } from '../page.ts';
import { leftOutLines } from '../remarks.ts';
import { firstOf, groupBy, plural, texts } from '../text.ts';
import type { JudgedRequirement, KnownWaiver, MoneyOperations, Verdict } from '../verdict.ts';
import {
  brokenPromise,
  byEndpoint,
  byKind,
  driftMeanings,
  endpointsText,
  headingOf,
  keeperOf,
  outcomeWords,
  parts,
  totalsOf,
  whose,
} from '../words.ts';
import { broken, brokenIn, type Content, certificate, pageTitle } from './certificate.ts';

const daysText = ({ daysLeft }: KnownWaiver): string =>
  daysLeft < 0 ? `ended ${plural(-daysLeft, 'day')} ago` : `${plural(daysLeft, 'day')} left`;

/** What the run saw of the finding that a waiver is about. */
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
  html`${waiver.approvedBy}<br><span class="word">${waiver.approvedOn ?? ''}</span>`,
  html`<span class="word">${waiver.expires}</span><br>${daysText(waiver)}`,
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

/** Reasons why requirements have no result or were not tested, numbered as the list of requirements refers to them. */
const openReasons = ({ requirements }: Verdict) => [
  ...reasonsFor(requirements, ['no-result']),
  ...reasonsFor(requirements, ['untested']),
];

/** Most claims that stand with their reason; the list of requirements marks all. */
const maxClaims = 25;

const claimList = (claims: readonly string[]): Markup =>
  list([
    ...claims.slice(0, maxClaims),
    ...(claims.length > maxClaims ? [`and ${claims.length - maxClaims} more, marked under ${parts.requirements}`] : []),
  ]);

const untested = (verdict: Verdict): Markup => {
  const reasons = openReasons(verdict);
  if (reasons.length === 0) return nothing;
  const all = new Map(verdict.requirements.map((each) => [each.id, each]));
  const claimsOf = (ids: readonly string[]): string[] => {
    const own = ids.flatMap((id) => all.get(id) ?? []);
    return [...groupBy(own, ({ claim }) => claim)].map(([claim, alike]) => {
      const numbers = [...new Set(alike.flatMap(({ endpoints }) => endpoints))].toSorted((one, other) => one - other);
      return `${claim} (${endpointsText(numbers)})`;
    });
  };
  return table({
    caption: 'What was not tested, why, and whose doing it is',
    heads: ['No.', 'What', 'Due to', 'Reason'],
    widths: [5, 50, 15, 30],
    rows: reasons.map(({ by, code = '', words, kinds, ids }, index) => [
      html`<span id="reason-${index + 1}">${index + 1}</span>`,
      html`${kinds}:${claimList(claimsOf(ids))}`,
      by === undefined ? (keeperOf(code) ?? 'the way to the service, or the harness') : whose[by],
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

/** A row for each operation: one cause most often hides all of its facts. */
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
${ofTool.map((change) => html`<p>The tool changed, which is no change of the service: this version notes other kinds of facts than the one that made the baseline (new: ${newKinds(change)}).</p>`)}
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

/** Amounts by currency, or the currencies alone where no amounts are kept. */
const acceptedText = ({ totals, currencies }: MoneyOperations['operations'][number]): string =>
  totals === undefined
    ? currencies.join(', ')
    : Object.entries(totals)
        .map(([unit, total]) => `${total} ${unit === 'unnamed' ? '(the order names no currency)' : unit}`)
        .join(', ');

const refusedText = ({ answers = [] }: Verdict): string => {
  const own = answers.find(({ by }) => by === 'business reason')?.exchanges ?? 0;
  return `Most of the refused orders were sent to be refused: each has a mistake, a wrong key or a record that may not be used.${own === 0 ? '' : ` The service gave a business reason for ${own}, such as funds, a limit, its hours or another order; nobody can judge these from outside, so that they are not held against it.`}`;
};

const nameOf = (operation: string): string => headingOf(operation) ?? operation;

const unknown = (made: NonNullable<MoneyOperations['unknown']>): Markup =>
  table({
    caption: 'Orders with an unknown outcome; none was sent again',
    heads: ['Endpoint', 'Sent at', 'Answer', 'Reference', 'Listing'],
    rows: made.map(({ operation, at, answer = 'none', reference = 'none', listing }) => [
      nameOf(operation),
      at,
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

/** Most observations of an open question that stand beside it; verdict.json has all. */
const maxObserved = 2;

/** What the lines of requirements refer to. */
interface LineContext {
  readonly places: ReadonlyMap<string, { readonly href: string; readonly text: string }>;
  /** Only some of the wrong keys were sent. */
  readonly sampled: boolean;
}

/** The places in this page where more is said of a requirement. */
const placesIn = (verdict: Verdict): LineContext['places'] => {
  const places = new Map<string, { href: string; text: string }>();
  openReasons(verdict).forEach(({ ids }, index) => {
    for (const id of ids) places.set(id, { href: `#reason-${index + 1}`, text: `reason ${index + 1}` });
  });
  brokenIn(verdict).forEach((cause, index) => {
    const place = { href: `#broken-${index + 1}`, text: `${brokenPromise.toLowerCase()} ${index + 1}` };
    for (const id of cause.requirements) places.set(id, place);
  });
  return places;
};

const observedText = ({ observations = [], findings }: JudgedRequirement): string =>
  firstOf(
    [...new Set([...observations.map(({ fact }) => fact), ...findings.map(({ observed }) => observed)])],
    maxObserved,
  );

/** Says beside a tick that it stands for one of two ways to be invalid. */
const sampledText = html` <span class="soft">Tried: one of the two (<a href="#limits">limits</a>)</span>`;

/** Says what else there is to say of a requirement; of one that was kept, nothing. */
const more = (requirement: JudgedRequirement, { places, sampled }: LineContext): Markup => {
  const { id, outcome } = requirement;
  if (outcome === 'observed')
    return html` <span class="soft">Observed: ${observedText(requirement) || 'nothing'}</span>`;
  if (outcome === 'conforms')
    return sampled && isRequirementId(id) && requirementOf(id).sampled ? sampledText : nothing;
  const place = places.get(id);
  const waived = requirement.findings.flatMap(({ waiver }) => waiver ?? []);
  return html` <span class="soft">${outcomeWords[outcome]}${waived.length > 0 ? html`, waiver ${[...new Set(waived)].join(', ')}` : nothing}${place ? html`, <a href="${place.href}">${place.text}</a>` : nothing}</span>`;
};

const line = (requirement: JudgedRequirement, context: LineContext): Markup => {
  const { id, claim, outcome } = requirement;
  // On paper nobody looks up what was kept.
  const name = outcome === 'conforms' || outcome === 'observed' ? nothing : html` <code class="id">${id}</code>`;
  return html`<li id="${anchorOf(id)}">${outcomeSign(outcome)} ${claim}${name}${more(requirement, context)}</li>`;
};

const group = (requirements: readonly JudgedRequirement[], context: LineContext): Markup =>
  html`${byKind(requirements).map(
    ({ own }) =>
      html`<h4>${totalsOf({ requirements: own }).join('')}</h4><ul class="lines">${own.map((each) => line(each, context))}</ul>`,
  )}`;

const requirements = (verdict: Verdict): Markup => {
  const context = { places: placesIn(verdict), sampled: isSampled(verdict) };
  const met = outcomes.filter((outcome) => verdict.counts[outcome] > 0);
  const signs = met.map(
    (outcome) =>
      html`<span class="key">${outcomeSign(outcome)} ${outcomeWords[outcome]}${outcome === 'conforms' ? ', or as shown' : ''}</span>`,
  );
  return html`<p class="soft">${signs}</p><div class="columns">${byEndpoint(verdict.requirements).map(
    ({ heading, requirements: own }) => html`<h3>${heading}</h3>${group(own, context)}`,
  )}</div>`;
};

const general = [
  'The result holds for this service at the time of the run, with the keys and records that the run was given.',
  'Values of payloads are redacted on capture. Equal marks stand for equal values, within this run only.',
  'The evidence keeps at most three exchanges of each requirement, of at most 16 kB each.',
];

/** The embedded service is sent more of them, because it locks nobody out. */
function isSampled({ target, passive }: Verdict): boolean {
  return !target.embedded && passive !== true;
}

const sampled = `A service that is not the embedded one is sent at most ${maxWrongKeys} wrong keys, because it may lock out a caller who sends many. So a gate sends each endpoint one invalid key, by turns an unrelated one and the valid one altered, and the way of altering it changes from endpoint to endpoint. That the key comes before the look-up and before the body, and that its header is known in any letter case, a gate tries on some endpoints alone: docs/what-is-tested.md names them.`;

const recorded = ({ recording }: Verdict): string | undefined => {
  if (recording === undefined) return undefined;
  const { files, entries, exchanges } = recording;
  const parts = [`${exchanges} judged`, ...leftOutLines(recording)].join('; ');
  return `The recording: ${plural(files, 'file')} with ${plural(entries, 'entry', 'entries')}: ${parts}.`;
};

const particular = (verdict: Verdict): string[] => {
  const { target, interrupted, crashed = [], passive } = verdict;
  return texts(
    passive
      ? 'The harness sent nothing and judged a recording. A recording shows only the requests that its callers happened to make, in the form in which they were saved.'
      : 'Tests show that a deviation exists, never that there is none: the cases were generated from the seed above, and other cases could show more.',
    recorded(verdict),
    target.embedded && 'The target was the embedded reference service: the result says nothing about any vendor.',
    isSampled(verdict) && sampled,
    interrupted && 'The run was interrupted, and proves nothing about the requirements that it had not reached.',
    ...crashed.map((why) => `The run did not reach its end: ${why}.`),
  );
};

const terms = facts([
  ['Promise', 'What the document states, or what follows from it, HTTP or JSON (implied). A broken one fails the run.'],
  ['Example', 'A value or form that the document only shows. Another one is reported, and breaks no promise.'],
  ['Open question', 'The document is silent. What the service does is recorded and never judged.'],
  ['Not tested', 'Nothing is known: somebody left it out, the service prevented it, or no record carried it.'],
  [
    'Waived',
    'The service breaks the promise, or differs from the example, and a person who is named accepted that until a date.',
  ],
  [brokenPromise, 'The service answered otherwise than the document promises. It counts against the service.'],
  [
    'Risk',
    Object.entries(riskMeanings)
      .map((pair) => pair.join(': '))
      .join('; '),
  ],
  ['No result', 'The run got no usable answer, or no test ran. It counts against nobody.'],
  ['Onramp', 'Turns money of a bank account into a digital asset.'],
  ['Offramp', 'Turns a digital asset into money; a lightning offramp takes it over the Lightning network.'],
  ['Deposit', 'Puts money on an account.'],
  ['Rail', 'The way by which a bank is paid, such as WIRE, SWIFT or ACH.'],
  ['Ledger', 'The file ledger.jsonl, which has each order before it is sent, beside the target and the time.'],
  ['Baseline', 'Observed behaviour that a person accepted, with which later runs are compared.'],
  ['Gate', 'What decides the verdict: stated promises, all of them (implied), or examples as well (shown).'],
  ['Profile', 'How much is tried: some requirements (smoke), all (gate), all with many more cases (deep).'],
  ['Seed', 'The number from which test cases are drawn: the same seed makes the same cases again.'],
  ['Embedded reference service', 'A model service inside the tool. It stands for no vendor.'],
]);

function limits({ verdict }: Content): Markup {
  return html`
${terms}
<h3 id="altered">How to check that nobody altered it</h3>
${list([
  'In the folder of the reports, sha256sum prints the digests of this page for files that nobody altered since the page was made. Who can write there can alter both: trust an attestation, a signed paper, or your own run.',
  html`The links work in the folder of the reports; ask for what you were not sent, and hold its SHA-256 against <a href="#certificate">the list above</a>: <a href="verdict.json">verdict.json</a> holds every outcome, <a href="evidence.csv">evidence.csv</a> the requests that they rest on, <a href="findings.md">findings.md</a> each finding, <a href="allure-report/index.html">allure-report</a> the exchanges.`,
])}
<h3>Limits</h3>
${list([...particular(verdict), ...general])}
${table({
  caption: 'Statements of the document that no client can observe',
  heads: ['Statement', 'Section', 'Why not'],
  rows: unobservable.map(({ statement, section, reason }) => [statement, section, reason]),
})}`;
}

/** The page for an auditor, in the order in which one reads: exceptions before rules. */
export function renderCompliance(content: Content): string {
  const { harness, document, endedAt } = content.verdict;
  return renderPage({
    title: `${pageTitle(content.verdict)}: ${targetText(content.verdict)}`,
    lead: `Held to the ${documentTitle}, version ${document.version}. The run ended at ${endedAt}.`,
    sections: [
      { id: 'certificate', title: pageTitle(content.verdict), body: certificate(content) },
      { id: 'broken', title: parts.broken, body: broken(content) },
      { id: 'waivers', title: parts.waivers, body: waivers(content.verdict) },
      { id: 'untested', title: parts.untested, body: untested(content.verdict) },
      {
        id: 'changes',
        title: parts.changes,
        body: html`${fromBaseline(content.verdict)}${fromDocument(content.verdict)}`,
      },
      { id: 'money', title: parts.money, body: money(content.verdict) },
      { id: 'limits', title: 'Terms, limits and how to check this page', body: limits(content) },
      { id: 'requirements', title: parts.requirements, body: requirements(content.verdict) },
    ],
    version: harness.version,
  });
}
