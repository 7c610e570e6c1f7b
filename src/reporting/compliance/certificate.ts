import { documentTitle, operationIds, operationOf, unobservable } from '#contract';
import { type Cause, causeFacts, causesOf, formsText } from '../causes.ts';
import { type FileText, type ProofSummary, sha256 } from '../files.ts';
import { answersText, gapsOf, statementOf, trafficText } from '../headline.ts';
import { endpointsText, promisesIn, tallyOf, totalsOf } from '../outcomes.ts';
import { anchorOf, facts, html, list, type Markup, nothing, outcomeBars, preformatted } from '../page.ts';
import { plural, texts } from '../text.ts';
import type { KnownWaiver, Verdict } from '../verdict.ts';

interface Digest {
  readonly file: string;
  readonly sha256: string;
  readonly note?: string;
}

export interface Content {
  readonly verdict: Verdict;
  readonly digests: readonly Digest[];
  readonly proof?: ProofSummary | undefined;
}

/** A digest of each file, and one of all of Allure's results. */
export const digestsOf = (
  written: readonly FileText[],
  left: readonly FileText[],
  results: { readonly folder: string; readonly files: readonly FileText[] },
): Digest[] => {
  const digestOf = ({ file, text }: FileText): Digest => ({ file, sha256: sha256(text) });
  const list = results.files.map(({ file, text }) => `${sha256(text)}  ${file}\n`).join('');
  return [
    ...written.map(digestOf),
    ...left.map((each) => ({
      ...digestOf(each),
      note: 'written by the run, not written again for this report',
    })),
    ...(list === ''
      ? []
      : [
          {
            ...digestOf({ file: `${results.folder}/`, text: list }),
            note: `of its ${results.files.length} files: (export LC_ALL=C; cd ${results.folder}; sha256sum * | sha256sum)`,
          },
        ]),
  ];
};

/** Every file of the run except the page itself. */
const digestList = (digests: readonly Digest[]): Markup =>
  html`<ul class="digests">${digests.map(
    ({ file, sha256: digest, note }) =>
      html`<li>${file} <span class="digest">${digest}</span>${note === undefined ? '' : html` <span class="soft">${note}</span>`}</li>`,
  )}</ul>`;

/** Most causes that are shown in full; a service that breaks more has no use for the rest of them. */
const maxCauses = 40;
/** Requirements of a cause that are named. */
const maxNamed = 5;

/** Findings that broke a promise which counts, or fail the gate; who waived it is named elsewhere. */
export const brokenIn = (verdict: Verdict): Cause[] =>
  causesOf(verdict).filter(({ failing, outcome }) => failing || outcome === 'deviates');

const concerned = ({ requirements }: Cause): Markup => {
  const left = requirements.length - maxNamed;
  const named = requirements.slice(0, maxNamed).map((id) => html`<a href="#${anchorOf(id)}">${id}</a>`);
  return html`${named}${left > 0 ? html` and ${left} more` : nothing}`;
};

const sent = ({ request }: Cause): Markup => {
  if (request === undefined) return nothing;
  const { method, path, headers, body } = request;
  const heads = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const lines = [`${method} ${path}`, ...heads, ...(body === undefined ? [] : ['', body])];
  return html`<h4>Sent, with variables instead of keys and ids</h4>${preformatted(lines.join('\n'))}`;
};

const again = ({ curl }: Cause): Markup =>
  curl === undefined ? nothing : html`<h4>To see it again, in a shell</h4>${preformatted(curl)}`;

const came = ({ answer }: Cause): Markup => {
  if (answer === undefined) return nothing;
  const { status, body } = answer;
  return html`<h4>Came back, with formats instead of values</h4>${preformatted([`HTTP ${status}`, ...(body === undefined ? [] : [body])].join('\n'))}`;
};

const article = (cause: Cause, at: number): Markup => {
  return html`
<article aria-labelledby="broken-${at}">
<h3 id="broken-${at}">${at}. ${cause.claim}</h3>
${facts([...causeFacts(cause), ['Requirements', concerned(cause)]])}
${sent(cause)}
${came(cause)}
${again(cause)}
</article>`;
};

export const broken = ({ verdict }: Content): Markup => {
  const causes = brokenIn(verdict);
  if (causes.length === 0) return nothing;
  const left = causes.length - maxCauses;
  return html`
<p>${formsText} Equal marks, such as #716a, stand for equal values.</p>
${causes.slice(0, maxCauses).map((cause, index) => article(cause, index + 1))}
${left > 0 ? html`<p>And ${plural(left, 'more cause')}: findings.md has them.</p>` : nothing}`;
};

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
/** Page one: what was held to what, how it ended, who made it, what was excused, and lines to sign. */
export const certificate = ({ verdict, digests }: Content): Markup => {
  const { target } = verdict;
  const open = [
    ...brokenText(verdict),
    ...texts(verdict.refusal, ...(verdict.otherFailures ?? []), ...gapsOf(verdict)),
  ];
  return html`
<div class="verdict ${kinds[verdict.verdict]}"><strong>${statementOf(verdict)}</strong>${open.length > 0 ? list(open) : nothing}${target.embedded ? html`<p>The embedded reference service was tested: this says nothing about any vendor.</p>` : nothing}</div>
${facts(particulars(verdict))}
${outcomeBars('Promises of each endpoint', [{ requirements: promisesIn(verdict) }])}
<h3>Files of this run, with their SHA-256</h3>
${digestList(digests)}
<p><a href="#limits">How to check that nobody altered them</a></p>
<h3>Signatures</h3>
${signatures(verdict)}`;
};
