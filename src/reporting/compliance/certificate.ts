// The first sheet of the page: target, result, grid of endpoints and subjects, accepted and untested promises,
// signatures.
import { byRisk, documentTitle, isRequirementId, requirementOf, riskMeanings, riskOf, unobservable } from '#contract';
import { type Cause, causesOf, gravestIn, reasonsFor } from '../causes.ts';
import { seenText } from '../finding.ts';
import { grid } from '../grid.ts';
import { statementOf } from '../headline.ts';
import { nextStep } from '../next-step.ts';
import { isInPart, promisesIn, wasExecuted } from '../outcomes.ts';
import { banner, facts, html, list, type Markup, nothing, riskMark, type Tone } from '../page.ts';
import { gapsOf } from '../remarks.ts';
import { capital, dayText, groupBy, momentText, plural, texts, webPage } from '../text.ts';
import type { JudgedRequirement, KnownWaiver, Verdict } from '../verdict.ts';
import { endpointTitles, kindsText, parts, untestedWords } from '../words.ts';
import { isSampled } from './how-to-check.ts';

/**
 * Causes of broken promises, and causes that fail the gate. Accepted deviations stand elsewhere, with the name of the
 * owner.
 */
export function brokenIn(verdict: Verdict): Cause[] {
  const causes = causesOf(verdict).filter(({ failing, outcome }) => failing || outcome === 'deviates');
  return [...groupBy(causes, ({ kind }) => kind).values()].flat();
}

/** Only a complete gate run that conforms without any accepted deviation is a certificate. */
export function pageTitle({ target, verdict, gate }: Verdict): 'Certificate' | 'Report' | 'Self-test' {
  if (target.embedded) return 'Self-test';
  return verdict === 'conforms' && gate !== 'stated' ? 'Certificate' : 'Report';
}

/** `RC-2026-11-28-vkdz`: the day of the run, and the first letters of its id. */
export function numberOf({ runId, endedAt }: Verdict): string | undefined {
  return runId === undefined ? undefined : `RC-${endedAt.slice(0, 10)}-${runId.slice(0, 4)}`;
}

const tones: Readonly<Record<Verdict['verdict'], Tone>> = {
  conforms: 'good',
  'conforms-in-part': 'mind',
  'conforms-with-waivers': 'mind',
  deviates: 'bad',
  inconclusive: 'open',
  refused: 'open',
};

const acceptedText = ({ findings }: Cause, waivers: readonly KnownWaiver[]): string => {
  const ids = new Set(findings.flatMap(({ waiver = [] }) => waiver));
  const [first] = waivers
    .filter(({ id }) => ids.has(id))
    .toSorted((one, other) => (one.expires < other.expires ? -1 : 1));
  return first === undefined ? '' : `Accepted by ${first.approvedBy} until ${dayText(first.expires)}.`;
};

const maxNamed = 5;

/** Broken promises, with or without a waiver, the most severe first. */
const seenLines = (verdict: Verdict): Markup[] => {
  const broken = brokenIn(verdict);
  const accepted = causesOf(verdict).filter(({ outcome }) => outcome === 'waived');
  const all = [
    ...broken.toSorted((one, other) => byRisk(one.risk, other.risk)),
    ...accepted.toSorted((one, other) => byRisk(one.risk, other.risk)),
  ];
  const left = all.length - maxNamed;
  return [
    ...all.slice(0, maxNamed).map((cause) => {
      const { claim, operations, findings, risk, firmness } = cause;
      const place = broken.includes(cause) ? `broken-${broken.indexOf(cause) + 1}` : 'waivers';
      const kept = firmness === 'shown' ? 'Example not followed' : 'Promise not kept';
      return html`${riskMark(risk)} <strong>${endpointTitles(operations)}: ${seenText(findings)}.</strong>
${kept}: <a href="#${place}">${claim}</a> ${acceptedText(cause, verdict.waivers ?? [])}`;
    }),
    ...(left > 0
      ? [html`<a href="#${broken.length > 0 ? 'broken' : 'waivers'}">${plural(left, 'more cause')}</a>`]
      : []),
  ];
};

const gravestLine = (verdict: Verdict): Markup => {
  const risk = gravestIn(verdict);
  return risk === undefined ? nothing : html`<p>${riskMark(risk)} means: ${riskMeanings[risk]}.</p>`;
};

/** Why nobody should sign; undefined if the run may be signed. */
const unsignedText = (verdict: Verdict): string | undefined => {
  if (verdict.verdict === 'deviates') return 'the service does not pass';
  if (!verdict.verdict.startsWith('conforms')) return 'the run has no result';
  return isInPart(verdict) ? 'the run tested only a part of the promises' : undefined;
};

const nextMarkup = (verdict: Verdict): Markup => {
  const file = 'findings.md';
  const [before = '', after] = nextStep(verdict).replace('sign compliance.html', 'sign this page').split(file);
  const sign =
    unsignedText(verdict) === undefined || verdict.target.embedded
      ? nothing
      : html` <strong>Do not sign this page.</strong>`;
  return after === undefined ? html`${before}${sign}` : html`${before} <a href="${file}">${file}</a> ${after}${sign}`;
};

/** A run of the embedded service says nothing about a vendor, so nobody signs it. */
const selfTest = 'This page says nothing about any vendor';

const answer = (verdict: Verdict): Markup => {
  const statement = statementOf(verdict);
  const { embedded } = verdict.target;
  const [word = '', ...rest] = statement.split(': ');
  const lines = [
    ...seenLines(verdict),
    ...texts(verdict.refusal, ...(verdict.otherFailures ?? []), ...gapsOf(verdict))
      // The statement already has this text.
      .filter((text) => !statement.includes(text))
      .map((text) => `${capital(text)}.`),
  ];
  return banner(
    embedded && verdict.exitCode === 0 ? 'open' : tones[verdict.verdict],
    embedded ? selfTest : word,
    embedded ? `The tool tested its own reference service. ${statement}` : capital(rest.join(': ')),
    html`${gravestLine(verdict)}${lines.length > 0 ? list(lines) : nothing}`,
    nextMarkup(verdict),
  );
};

/** `127.0.0.1:8080`, which may be any program on the machine of the run. */
const loopback = /^(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?(?:\/|$)/;

const serviceText = ({ target, passive }: Verdict): string => {
  if (target.embedded) return `${target.label} (the reference service inside the tool)`;
  const machine = loopback.test(target.label)
    ? ' This address is on the machine of the tester: the page cannot show whose service it is.'
    : '';
  return `${target.label}, ${target.environment}${passive ? ', from a recording' : ''}.${machine}`;
};

const madeBy = ({ ci, harness }: Verdict): Markup => {
  const tool = `ramp-conformance ${harness.version}`;
  if (ci === undefined) return html`${tool}, not in a CI pipeline`;
  const { name, job, commit } = ci;
  const url = webPage(ci.url);
  const page = url === undefined ? html`${job ?? name}` : html`<a href="${url}">${job ?? name}</a>`;
  return html`${tool}, in ${page}${commit === undefined ? nothing : html`, commit <code>${commit}</code>`}`;
};

type Particular = readonly [string, Markup | string];

/** Who tested whom. The page is for others too, so it says which names are missing. */
const parties = (verdict: Verdict): readonly Particular[] => {
  const { release, document, endedAt, report = {}, target } = verdict;
  const unnamed = target.embedded ? undefined : 'not named';
  const named = (term: string, text: string | undefined): readonly Particular[] =>
    text === undefined ? [] : [[term, text]];
  return [
    ...named('Vendor', report.vendor ?? unnamed),
    ...named('Product', report.product),
    ['Service', serviceText(verdict)],
    ...named('Release', release && `${release}, as the tester named it`),
    ['Document', `${documentTitle} ${document.version}`],
    ['Tested on', html`<span class="word">${momentText(endedAt)}</span>`],
    ...named('Tested by', report.tester ?? unnamed),
    ...named('Tested for', report.organisation),
    ['Tested with', madeBy(verdict)],
  ];
};

const refusals = ({ permissions, target }: Verdict): string[] =>
  texts(
    target.environment === 'production' && 'This is production, so the run sent only GET requests.',
    permissions?.readOnly && 'Only GET requests were allowed.',
    typeof permissions?.money === 'string' && `The run was not allowed to move money: ${permissions.money}.`,
    permissions?.quiet === false && 'Others may act on the account, so the run did not compare balances.',
  );

/** Why requirements were not tested, the gravest gap first. */
export function openReasons(requirements: readonly JudgedRequirement[]) {
  const all = new Map(requirements.map((each) => [each.id, each]));
  return [...reasonsFor(requirements, ['no-result']), ...reasonsFor(requirements, ['untested'])].map((reason) => ({
    ...reason,
    own: reason.ids.flatMap((id) => all.get(id) ?? []),
  }));
}

const maxOpen = 3;

const isOneOfTwoKinds = (each: JudgedRequirement): boolean =>
  wasExecuted(each) && isRequirementId(each.id) && requirementOf(each.id).sampled === true;

const leftOutText = (verdict: Verdict): Markup => {
  const reasons = openReasons(promisesIn(verdict).filter((each) => !wasExecuted(each)));
  const lines = reasons.slice(0, maxOpen).map(({ own, words, by }) => {
    const why = by === undefined ? words : `${untestedWords[by]}: ${words}`;
    const [gravest] = own.toSorted((one, other) => byRisk(riskOf(one.id), riskOf(other.id)));
    return `${kindsText(own)}. ${capital(why)}. Not tested, for example: ${gravest?.claim ?? ''}`;
  });
  const left = reasons.slice(maxOpen).reduce((sum, { own }) => sum + own.length, 0);
  const all = [
    ...refusals(verdict),
    ...lines,
    ...(left > 0 ? [html`<a href="#untested">${plural(left, 'more promise')}</a>`] : []),
  ];
  const sampled = isSampled(verdict) ? promisesIn(verdict).filter(isOneOfTwoKinds).length : 0;
  const rest = [
    ...(all.length === 0 ? ['Every promise was tested.'] : all),
    ...(sampled === 0
      ? []
      : [
          html`${plural(sampled, 'promise')} about keys had one of two kinds of wrong key: <a href="#limits">limits</a>.`,
        ]),
    html`${plural(unobservable.length, 'statement')} of the document can be tested by no client: <a href="#unobservable">list</a>.`,
  ];
  return html`${rest.map((each) => html`<div>${each}</div>`)}`;
};

const ordersText = ({ money, passive }: Verdict): Particular[] => {
  if (money === undefined || passive) return [];
  const sum = (name: 'accepted' | 'refused' | 'unanswered') =>
    money.operations.reduce((total, each) => total + each[name], 0);
  const text = texts(
    `${sum('accepted')} accepted`,
    `${sum('refused')} refused, invalid orders included`,
    sum('unanswered') > 0 && `${sum('unanswered')} with unknown outcome`,
  ).join(', ');
  const none = money.operations.length === 0;
  return [['Orders', none ? 'The run sent no order.' : html`${text}. <a href="#money">${parts.money}</a>`]];
};

const acceptedLine = ({ waivers = [] }: Verdict): string | Markup =>
  waivers.length === 0
    ? 'None.'
    : html`${[...groupBy(waivers, ({ state = 'in force' }) => state)].map(([state, alike]) => `${alike.length} ${state}`).join(', ')}. <a href="#waivers">${parts.waivers}</a>`;

const signers = ['Tested by', 'Reviewed by', 'Accepted by'];

const signatures = (verdict: Verdict): Markup => {
  const why = unsignedText(verdict);
  if (verdict.target.embedded) return nothing;
  if (why !== undefined) return html`<p>Do not sign this page: ${why}.</p>`;
  const number = numberOf(verdict);
  const accepted = verdict.verdict === 'conforms' ? 'the result' : 'the result and the accepted deviations';
  return html`
<p>By signing you say of this run${number === undefined ? nothing : html` (${number})`}: as tester, that you made it; as reviewer, that you <a href="#check">checked</a> this page and the <a href="#files">files that it lists</a>; and by “Accepted”, that you accept ${accepted}.</p>
<div class="sign-off">${signers.map((party) => html`<p><span>${party}:</span> <span class="line">name, date, signature</span></p>`)}</div>`;
};

/** All promises, and the examples that a green grid would hide. */
const inGrid = (verdict: Verdict): JudgedRequirement[] => {
  const judged = promisesIn(verdict);
  return verdict.requirements.filter(
    (each) => judged.includes(each) || ['deviates', 'drifts', 'waived'].includes(each.outcome),
  );
};

export function certificate(verdict: Verdict): Markup {
  const shown = inGrid(verdict);
  const hasNames = [verdict.release, ...Object.values(verdict.report ?? {})].some((name) => name !== undefined);
  return html`
${answer(verdict)}
<div class="parties">${facts(parties(verdict))}</div>
${shown.length === 0 ? nothing : grid('Promises by endpoint and subject. An empty cell has none.', shown, { linked: true })}
${facts([['Accepted deviations', acceptedLine(verdict)], ['Not tested', leftOutText(verdict)], ...ordersText(verdict)])}
<p class="soft">This page shows what the run saw. It cannot show who made it${hasNames ? ', and the tester typed the names on it' : ''}. <a href="#check">How to check this page</a>.</p>
${signatures(verdict)}`;
}
