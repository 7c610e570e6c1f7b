import { byRisk, documentTitle, operationIds, operationOf, unobservable } from '#contract';
import { type FileText, sha256 } from '#lib';
import { type Cause, causeFacts, causesOf, formsText, reasonsFor } from '../causes.ts';
import { exchangesOf, promisedText, seenText } from '../finding.ts';
import { statementOf } from '../headline.ts';
import { keptBy, promisesIn, wasExecuted } from '../outcomes.ts';
import { anchorOf, facts, html, list, type Markup, nothing, outcomeBars, preformatted } from '../page.ts';
import { answersText, gapsOf, trafficText } from '../remarks.ts';
import { groupBy, plural, texts, webPage } from '../text.ts';
import type { JudgedRequirement, ProofSummary, Verdict } from '../verdict.ts';
import { endpointsText, parts, totalsOf, waiverWords, whose } from '../words.ts';

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
export function digestsOf(
  written: readonly FileText[],
  left: readonly FileText[],
  results: { readonly folder: string; readonly files: readonly FileText[] },
): Digest[] {
  const digestOf = ({ file, text }: FileText): Digest => ({ file, sha256: sha256(text) });
  const inAll = `of its ${results.files.length} files: (export LC_ALL=C; cd ${results.folder}; sha256sum * | sha256sum)`;
  const list = results.files.map(({ file, text }) => `${sha256(text)}  ${file}\n`).join('');
  return [
    ...written.map(digestOf),
    ...left.map((each) => ({ ...digestOf(each), note: 'written by the run, not written again for this report' })),
    ...(list === '' ? [] : [{ ...digestOf({ file: `${results.folder}/`, text: list }), note: inAll }]),
  ];
}

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

/** Findings that broke a promise which counts, or fail the gate, those of one kind together; who waived it is named elsewhere. */
export function brokenIn(verdict: Verdict): Cause[] {
  const causes = causesOf(verdict).filter(({ failing, outcome }) => failing || outcome === 'deviates');
  return [...groupBy(causes, ({ kind }) => kind).values()].flat();
}

const concerned = ({ requirements }: Cause): Markup => {
  const left = requirements.length - maxNamed;
  const named = requirements.slice(0, maxNamed).map((id) => html`<a href="#${anchorOf(id)}">${id}</a>`);
  return html`${named}${left > 0 ? html` and ${left} more` : nothing}`;
};

const sent = 'Sent, with words instead of keys and ids';
const exchangeTitles = {
  first: 'Sent before',
  second: sent,
  only: sent,
  answer: 'Came back, with formats instead of values',
};

const block = (title: string, lines: readonly string[]): Markup =>
  html`<h5>${title}</h5>${preformatted(lines.join('\n'))}`;

const article = (cause: Cause, at: number): Markup => {
  return html`
<article aria-labelledby="broken-${at}">
<h4 id="broken-${at}">${at}. ${promisedText(cause)}</h4>
${facts([...causeFacts(cause), ['Requirements', concerned(cause)]])}
${exchangesOf(cause).map(({ name, lines }) => block(exchangeTitles[name], lines))}
${cause.curl === undefined ? nothing : block('To see it again, in a shell', [cause.curl])}
</article>`;
};

/** Findings of one kind stand together, under a heading. */
const articles = (causes: readonly Cause[]): Markup[] =>
  causes.map((cause, index) => {
    const isFirst = cause.kind !== causes[index - 1]?.kind;
    return html`${isFirst ? html`<h3>${parts.broken}: ${cause.kind}</h3>` : nothing}${article(cause, index + 1)}`;
  });

export function broken({ verdict }: Content): Markup {
  const causes = brokenIn(verdict);
  if (causes.length === 0) return nothing;
  const left = causes.length - maxCauses;
  return html`
<p>${formsText} Equal marks, such as #716a, stand for equal values.</p>
${articles(causes.slice(0, maxCauses))}
${left > 0 ? html`<p>And ${plural(left, 'more cause')}: findings.md has them.</p>` : nothing}`;
}

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

/** A line for each waiver, with the claim that it is about. */
const waiversText = ({ waivers = [], requirements }: Verdict): Markup | string => {
  if (waivers.length === 0) return 'none: no deviation was excused';
  const all = new Map(requirements.map((each) => [each.id, each]));
  const lines = waivers.slice(0, maxWaivers).map((waiver) => {
    const { state = 'in force', requirement } = waiver;
    const { claim = requirement, firmness } = all.get(requirement) ?? {};
    const approval = texts(waiver.approvedBy, waiver.approvedOn).join(' ');
    const terms = `${waiver.id}, ${state} until ${waiver.expires}, owner ${waiver.owner}, approved by ${approval}`;
    return html`${waiverWords(waiver, firmness)}: ${claim} ${terms}<br>`;
  });
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

/** Most reasons that page one gives for what was not tested; the section on it has all. */
const maxOpen = 4;

/** What nobody tested, the heaviest gap first: what the run was not allowed, then the promises of each reason. */
const leftOutText = (verdict: Verdict): Markup | string => {
  const open = promisesIn(verdict).filter((each) => !wasExecuted(each));
  const reasons = reasonsFor(open, ['no-result', 'untested']);
  const claims = new Map(open.map(({ id, claim }) => [id, claim]));
  const lines = reasons.slice(0, maxOpen).map(({ ids, words, by, kinds }) => {
    const [first = ''] = ids;
    const such = ids.length > 1 ? ', such as' : '';
    return `${kinds} ${by === undefined ? 'with no result' : whose[by]} (${words})${such}: ${claims.get(first) ?? first}`;
  });
  const left = reasons.slice(maxOpen).reduce((sum, { ids }) => sum + ids.length, 0);
  const all = [
    ...refusals(verdict),
    ...lines,
    ...(left > 0 ? [html`<a href="#untested">${plural(left, 'more promise')}</a>`] : []),
  ];
  return all.length === 0 ? 'no promise' : html`${all.map((each) => html`${each}<br>`)}`;
};

/** `127.0.0.1:8080`, which may be anything on the machine of the run. */
const loopback = /^(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?(?:\/|$)/;

const serviceText = ({ target, passive }: Verdict): string => {
  if (target.embedded) return `${target.label} (the embedded reference service), ${target.environment}`;
  const machine = loopback.test(target.label)
    ? ' The address is on the machine that ran the test: of a service there, or of one forwarded through it. This page does not show that it is a vendor’s.'
    : '';
  return `${target.label}, ${target.environment}; ${passive ? 'recorded' : 'not the embedded reference service'}.${machine}`;
};

/** Requests whose answers nothing is judged by. */
const otherRequests = ({ requests, answers = [], passive }: Verdict): string | false => {
  const others = requests.sent - answers.reduce((sum, { exchanges }) => sum + exchanges, 0);
  return (
    !passive &&
    answers.length > 0 &&
    others > 0 &&
    `the other ${others} judge nothing: they open the run, repeat a request or look for a smaller case of a finding`
  );
};

const madeBy = ({ ci, harness }: Verdict): Markup => {
  const tool = `ramp-conformance ${harness.version}`;
  if (ci === undefined) return html`${tool}, outside any CI job that it knows of`;
  const { name, job, commit } = ci;
  const url = webPage(ci.url);
  const page = url === undefined ? html`${job ?? name}` : html`<a href="${url}">${job ?? name}</a>`;
  return html`${tool}, in ${page}${commit === undefined ? nothing : html`, commit <code>${commit}</code>`}, as its environment says`;
};

const particulars = (verdict: Verdict): readonly (readonly [string, Markup | string])[] => {
  const { release, document, startedAt, endedAt, profile, seed, gate, passive } = verdict;
  const how = texts(...(passive ? [] : [`profile ${profile}`, `seed ${seed}`]), `gate ${gate}`).join(', ');
  const sent = texts(trafficText(verdict), answersText(verdict), otherRequests(verdict)).join('; ');
  return [
    ['Service', serviceText(verdict)],
    ['Release', release === undefined ? 'not stated' : `${release}, as the tester named it`],
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

/** The claims of broken promises, with the way to each. */
const brokenText = (verdict: Verdict): Markup[] => {
  const causes = brokenIn(verdict);
  const left = causes.length - maxBroken;
  const numbered = causes.map((cause, at) => ({ ...cause, number: at + 1 }));
  const gravest = numbered.toSorted((one, other) => byRisk(one.risk, other.risk)).slice(0, maxBroken);
  const lines = gravest.map(({ claim, operations, findings, risk, number }) => {
    const numbers = operationIds.filter((id) => operations.includes(id)).map((id) => operationOf(id).number);
    const where = texts(risk, endpointsText(numbers)).join(', ');
    return html`${where}: <a href="#broken-${number}">${claim}</a> Seen: ${seenText(findings)}.`;
  });
  return [...lines, ...(left > 0 ? [html`<a href="#broken">${plural(left, 'more cause')}</a>`] : [])];
};

const parties = ['Tested by', 'Reviewed by', 'Accepted by'];

/** To be filled in on paper, or in the PDF; of a run that proves nothing there is nothing to sign. */
const signatures = ({ target, endedAt, verdict }: Verdict): Markup =>
  verdict === 'inconclusive' || verdict === 'refused'
    ? nothing
    : html`
<h3>Signatures</h3>
<p>A signature speaks of the run against ${target.label} that ended at ${endedAt}, and of the files whose digests this page has.</p>
<div class="sign-off">${parties.map((party) => html`<p><span>${party}</span><span class="line">name, date, signature</span></p>`)}</div>`;

/** Only what a vendor may show is called so. */
export function pageTitle(run: Verdict): 'Certificate' | 'Report' {
  const isGreen = run.verdict === 'conforms' || run.verdict === 'conforms-with-waivers';
  return isGreen && keptBy(run, 'user').length === 0 ? 'Certificate' : 'Report';
}

/** The check of an attestation, where the CI that made the run can give one. */
const attested = ({ ci }: Verdict): Markup => {
  const [, repository] = /^https:\/\/[^/]+\/([\w.-]+\/[\w.-]+)\/actions\//.exec(webPage(ci?.url) ?? '') ?? [];
  if (ci?.name === 'github' && repository !== undefined)
    return html`Who made it: where the pipeline attests (init --attest), <code>gh attestation verify compliance.html --repo ${repository}</code> ends without an error for the page that the CI of this repository made, and with one for any other; the same with verdict.json.`;
  if (ci?.name === 'gitlab')
    return html`Who made it: where the pipeline attests (init --attest), artifacts-metadata.json of ${webPage(ci.url) === undefined ? 'the job' : html`<a href="${webPage(ci.url) ?? ''}">the job</a>`} names the SHA-256 of compliance.html and verdict.json as the runner uploaded them.`;
  return ci === undefined
    ? html`Who made it: nothing in this file proves that. It was made outside any CI job, so ask the sender for a run that a pipeline of GitHub or GitLab attests (<code>init --attest</code>).`
    : html`Who made it: nothing in this file proves that. Hold it against the job that it names.`;
};

/** How a reader makes the same run; of a recording and of a part there is no such line. */
const repeated = ({ passive, narrowed, profile, gate, seed, harness }: Verdict): Markup | undefined =>
  passive || narrowed
    ? undefined
    : html`Whether it is so: repeat it with your keys and records. <code>npx ramp-conformance run --profile ${profile} --gate ${gate} --seed=${seed}</code> of version ${harness.version} gives the same service the same verdict, as long as its settings and records are the same too.`;

/** Whether every check was seen to fail. */
const proved = (proof: ProofSummary | undefined): string => {
  if (!proof)
    return 'ramp-conformance prove plants a fault for every check and shows that it is noticed. This run has no such proof: ask for prove --reports with this folder, and report after it.';
  const results = Object.values(proof.matrix).flatMap((row) => Object.values(row));
  const killed = results.filter((result) => result === 'killed').length;
  const held = proof.holds ? 'holds' : 'does not hold';
  const made = texts(proof.harness && `by version ${proof.harness.version}`, proof.madeAt && `of ${proof.madeAt}`).join(
    ' ',
  );
  return `the proof in proof.json${made === '' ? '' : ` (${made})`} ${held}: the checks killed the planted fault in ${killed} of ${plural(results.length, 'case')}, over ${plural(Object.keys(proof.matrix).length, 'requirement')}.`;
};

/** What a reader of this one file can do first. */
const checks = ({ verdict, digests, proof }: Content): Markup => {
  const whole = digests.find(({ file }) => file === 'verdict.json');
  const rests =
    whole &&
    html`What it rests on: this page is made of verdict.json with the SHA-256 <span class="digest">${whole.sha256}</span>. Ask for that file and hold its sha256sum against this line, and its outcomes against this page.`;
  const repeat = repeated(verdict);
  return list([
    attested(verdict),
    ...(repeat ? [repeat] : []),
    ...(rests ? [rests] : []),
    `Who says that the checks are right: ${proved(proof)}`,
  ]);
};

/** All promises, and what else a green bar would hide. */
const barred = (verdict: Verdict): JudgedRequirement[] => {
  const judged = promisesIn(verdict);
  return verdict.requirements.filter(
    (each) => judged.includes(each) || ['deviates', 'drifts', 'waived'].includes(each.outcome),
  );
};

/** Page one: what was held to what, how it ended, who made it, what was excused, and lines to sign. */
export function certificate(content: Content): Markup {
  const { verdict } = content;
  const { target } = verdict;
  const open = [
    ...brokenText(verdict),
    ...texts(verdict.refusal, ...(verdict.otherFailures ?? []), ...gapsOf(verdict)).filter(
      // The statement says the first of them.
      (text) => !statementOf(verdict).includes(text),
    ),
  ];
  return html`
<div class="verdict ${kinds[verdict.verdict]}"><strong>${statementOf(verdict)}</strong>${open.length > 0 ? list(open) : nothing}${target.embedded ? html`<p>The embedded reference service was tested: this says nothing about any vendor.</p>` : nothing}</div>
<h3>What was tested</h3>
${facts(particulars(verdict))}
${signatures(verdict)}
<h3>What you can check with this file</h3>
${checks(content)}
${outcomeBars('Promises of each endpoint, and the examples that differ', [{ requirements: barred(verdict) }])}
<h3>Files of this run, with their SHA-256</h3>
<p>Ask for those that you were not sent. <a href="#altered">How to check that nobody altered them</a></p>
${digestList(content.digests)}`;
}
