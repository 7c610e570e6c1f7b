import { documentTitle, operationIds, operationOf, unobservable } from '#contract';
import { plural, texts } from '../counting.ts';
import { endpointsText } from '../endpoints.ts';
import { statementOf } from '../headline.ts';
import { promisesIn, tallyOf, totalsOf } from '../promises.ts';
import { answersText, gapsOf, trafficText } from '../remarks.ts';
import type { KnownWaiver, Verdict } from '../verdict.ts';
import { brokenIn } from './broken.ts';
import { digestList } from './digests.ts';
import { facts, html, list, type Markup, nothing, type Section } from './markup.ts';
import { picture } from './picture.ts';

const kinds: Readonly<Record<Verdict['verdict'], string>> = {
  conforms: 'good',
  'conforms-in-part': 'mind',
  'conforms-with-waivers': 'mind',
  deviates: 'bad',
  inconclusive: 'mind',
  refused: 'mind',
};

/** Most waivers that page one names; the section on them has all. */
const maxWaivers = 5;

const waiverLine = ({ state = 'in force', approvedOn, ...waiver }: KnownWaiver): string => {
  const { id, expires, owner, approvedBy } = waiver;
  const approval = texts(approvedBy, approvedOn).join(' ');
  return `${id}, ${state} until ${expires}, owner ${owner}, approved by ${approval}`;
};

/** A line for each waiver, with the claim that it excuses. */
const waiversText = ({ waivers = [], requirements }: Verdict): Markup | string => {
  if (waivers.length === 0) return 'none: no deviation was excused';
  const claims = new Map(requirements.map(({ id, claim }) => [id, claim]));
  const lines = waivers
    .slice(0, maxWaivers)
    .map(
      (waiver) =>
        html`Broken, and excused: ${claims.get(waiver.requirement) ?? waiver.requirement} ${waiverLine(waiver)}<br>`,
    );
  const left = waivers.length - lines.length;
  return html`${lines}${left > 0 ? html`<a href="#waivers">${plural(left, 'more waiver')}</a>` : nothing}`;
};

const refusals = ({ permissions, target }: Verdict): string[] =>
  texts(
    target.environment === 'production' && 'production, so only reads were sent',
    permissions?.readOnly && 'the run was allowed to send reads alone',
    typeof permissions?.money === 'string' && `the run was not allowed to move money: ${permissions.money}`,
    permissions?.quiet === false && 'others may act on the account, so balances were not compared',
  );

/** Lists all that nobody tested, and whose doing that is. */
const leftOutText = (verdict: Verdict): string => {
  const { leftOut, blocked, empty, unproved } = tallyOf(promisesIn(verdict));
  const parts = texts(
    unproved > 0 && `${plural(unproved, 'promise')} without a usable answer`,
    leftOut > 0 && `${plural(leftOut, 'promise')} by the person who ran it`,
    blocked > 0 && `${plural(blocked, 'promise')} by the service`,
    empty > 0 && `${plural(empty, 'promise')} because no record carried what it speaks of`,
    ...refusals(verdict),
  );
  return parts.length === 0 ? 'no promise' : parts.join('; ');
};

const madeBy = ({ ci, harness }: Verdict): Markup => {
  const tool = `ramp-conformance ${harness.version}`;
  if (ci === undefined) return html`${tool}, outside any CI job that it knows of`;
  const { name, job, url, commit } = ci;
  const page = url === undefined ? html`${job ?? name}` : html`<a href="${url}">${job ?? name}</a>`;
  return html`${tool}, in ${page}${commit === undefined ? nothing : html`, commit <code>${commit}</code>`}, as its environment says`;
};

const particulars = (verdict: Verdict): readonly (readonly [string, Markup | string])[] => {
  const { target, release, document, startedAt, endedAt, profile, seed, gate, passive } = verdict;
  const how = texts(...(passive ? [] : [`profile ${profile}`, `seed ${seed}`]), `gate ${gate}`).join(', ');
  const sent = [trafficText(verdict), answersText(verdict)].filter(Boolean).join('; ');
  return [
    ['Service', `${target.label}${target.embedded ? ' (the embedded reference service)' : ''}, ${target.environment}`],
    ['Release', release ?? 'not stated'],
    ['Held to', `${documentTitle}, version ${document.version}`],
    ['When (UTC)', `${startedAt} to ${endedAt}`],
    ['Made by', madeBy(verdict)],
    ['Run', html`${how} (<a href="#limits">terms</a>); ${sent}`],
    ['Requirements', totalsOf(verdict).join('; ')],
    ['Waivers', waiversText(verdict)],
    ['Not tested', leftOutText(verdict)],
    [
      'Beyond any test',
      html`<a href="#limits">${plural(unobservable.length, 'statement')}</a> of the document that no client can observe`,
    ],
  ];
};

/** Most broken promises that page one names; each stands in full below. */
const maxBroken = 5;

/** `endpoints 8, 9`, of the operations of a cause. */
const placesText = (operations: readonly string[]): string =>
  endpointsText(operationIds.filter((id) => operations.includes(id)).map((id) => operationOf(id).number));

/** The claims of broken promises, with the way to each. */
const brokenText = (verdict: Verdict): Markup[] => {
  const causes = brokenIn(verdict);
  const left = causes.length - maxBroken;
  return [
    ...causes
      .slice(0, maxBroken)
      .map(
        ({ claim, operations }, at) =>
          html`Promise broken at ${placesText(operations)}: <a href="#broken-${at + 1}">${claim}</a>`,
      ),
    ...(left > 0 ? [html`<a href="#broken">${plural(left, 'more broken promise')}</a>`] : []),
  ];
};

const parties = ['Tested by', 'Reviewed by', 'Accepted by'];

/** To be filled in on paper, or in the PDF. */
const signatures = ({ target, endedAt }: Verdict): Markup => html`
<p>A signature speaks of the run against ${target.label} that ended at ${endedAt}, and of the files with these digests.</p>
<div class="sign-off">${parties.map((party) => html`<p><span>${party}</span><span class="line">name, date, signature</span></p>`)}</div>`;

/** Page one: what was held to what, how it ended, who made it, what was excused, and lines to sign. */
export const certificate: Section = {
  id: 'certificate',
  title: 'Certificate',
  body: ({ verdict, digests }) => {
    const { target } = verdict;
    const open = [
      ...brokenText(verdict),
      ...texts(verdict.refusal, ...(verdict.otherFailures ?? []), ...gapsOf(verdict)),
    ];
    return html`
<div class="verdict ${kinds[verdict.verdict]}"><strong>${statementOf(verdict)}</strong>${open.length > 0 ? list(open) : nothing}${target.embedded ? html`<p>The embedded reference service was tested: this says nothing about any vendor.</p>` : nothing}</div>
${facts(particulars(verdict))}
${picture('Promises of each endpoint', [{ requirements: promisesIn(verdict) }])}
<h3>Files of this run, with their SHA-256</h3>
${digestList(digests)}
<p><a href="#limits">How to check that nobody altered them</a></p>
<h3>Signatures</h3>
${signatures(verdict)}`;
  },
};
