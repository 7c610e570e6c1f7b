// The second sheet of the page: checks for the reader, the files of the run with their digests, terms and limits.
import { riskMeanings, unobservable } from '#contract';
import { type FileText, sha256 } from '#lib';
import { maxWrongKeys } from '#run';
import { facts, html, list, type Markup, nothing, table } from '../page.ts';
import { answersText, leftOutLines, trafficText } from '../remarks.ts';
import { momentText, plural, texts, webPage } from '../text.ts';
import type { ProofSummary, Verdict } from '../verdict.ts';
import { brokenPromise, totalsOf } from '../words.ts';

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

/** The digest of each file, and one digest of all of Allure's results. */
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

const digestList = (digests: readonly Digest[]): Markup =>
  html`<ul class="digests">${digests.map(
    ({ file, sha256: digest, note }) =>
      html`<li>${file} <span class="digest">${digest}</span>${note === undefined ? '' : html` <span class="soft">${note}</span>`}</li>`,
  )}</ul>`;

/** How to check the attestation, if the CI of the run can make one. */
const attested = ({ ci }: Verdict): Markup => {
  const [, repository] = /^https:\/\/[^/]+\/([\w.-]+\/[\w.-]+)\/actions\//.exec(webPage(ci?.url) ?? '') ?? [];
  if (ci?.name === 'github' && repository !== undefined)
    return html`Who made it: where the pipeline attests (init --attest), run <code>gh attestation verify compliance.html --repo ${repository}</code>. It ends without an error only for the page that the CI of this repository made. The same works with verdict.json.`;
  if (ci?.name === 'gitlab')
    return html`Who made it: where the pipeline attests (init --attest), artifacts-metadata.json of ${webPage(ci.url) === undefined ? 'the job' : html`<a href="${webPage(ci.url) ?? ''}">the job</a>`} names the SHA-256 of compliance.html and verdict.json as the runner uploaded them.`;
  return ci === undefined
    ? html`Who made it: nothing in this file proves that. Ask the sender for a run that a pipeline of GitHub or GitLab attests (<code>init --attest</code>).`
    : html`Who made it: nothing in this file proves that. Compare this page with the job that it names.`;
};

/** How a reader repeats the run; undefined for a recording and for a part of a run. */
const repeated = ({ passive, narrowed, profile, gate, seed, harness }: Verdict): Markup | undefined =>
  passive || narrowed
    ? undefined
    : html`Whether the result is right: repeat the run with your keys and records. <code>npx ramp-conformance run --profile ${profile} --gate ${gate} --seed=${seed}</code> of version ${harness.version}. The same service with the same settings and records gets the same verdict.`;

const proved = (proof: ProofSummary | undefined): string => {
  if (!proof)
    return 'ramp-conformance prove plants a fault for every check and shows that the check finds it. This run has no such proof. Ask the tester to run prove --reports with this folder, and then report.';
  const results = Object.values(proof.matrix).flatMap((row) => Object.values(row));
  const detected = results.filter((result) => result === 'killed').length;
  const held = proof.holds ? 'holds' : 'does not hold';
  const made = texts(
    proof.harness && `by version ${proof.harness.version}`,
    proof.madeAt && `of ${momentText(proof.madeAt)}`,
  ).join(' ');
  return `the proof in proof.json${made === '' ? '' : ` (${made})`} ${held}: the checks detected the planted fault in ${detected} of ${plural(results.length, 'case')}, over ${plural(Object.keys(proof.matrix).length, 'requirement')}.`;
};

const checks = ({ verdict, digests, proof }: Content): Markup => {
  const whole = digests.find(({ file }) => file === 'verdict.json');
  const rests =
    whole &&
    html`What it rests on: this page is made of verdict.json. Ask for that file. Its sha256sum must equal this line: <span class="digest">${whole.sha256}</span>. Its outcomes must equal those of this page.`;
  const repeat = repeated(verdict);
  return list([
    attested(verdict),
    ...(repeat ? [repeat] : []),
    ...(rests ? [rests] : []),
    `Who says that the checks are right: ${proved(proof)}`,
  ]);
};

const otherRequests = ({ requests, answers = [], passive }: Verdict): string | false => {
  const others = requests.sent - answers.reduce((sum, { exchanges }) => sum + exchanges, 0);
  return (
    !passive &&
    answers.length > 0 &&
    others > 0 &&
    `${plural(others, 'other request')} only prepared or repeated a test`
  );
};

const runFacts = (verdict: Verdict): Markup => {
  const { startedAt, endedAt, profile, seed, gate, passive } = verdict;
  return facts([
    ['Run', texts(...(passive ? [] : [`profile ${profile}`, `seed ${seed}`]), `gate ${gate}`).join(', ')],
    [
      'From and to',
      html`<span class="word">${momentText(startedAt)}</span> to <span class="word">${momentText(endedAt)}</span>`,
    ],
    ['Requests', texts(trafficText(verdict), answersText(verdict), otherRequests(verdict)).join('; ')],
    ['Requirements', totalsOf(verdict).join('; ')],
  ]);
};

const general = [
  'The result holds for this service at the time of the run, with the keys and records of the run.',
  'The run redacts values when it captures them. Equal marks stand for equal values, within this run only.',
  'The evidence keeps at most three exchanges of each requirement, of at most 16 kB each.',
];

/**
 * True if only some of the wrong keys were sent. The embedded service gets all of them, because it locks nobody out.
 */
export function isSampled({ target, passive }: Verdict): boolean {
  return !target.embedded && passive !== true;
}

const sampled = `Many wrong keys may lock a caller out, so a run sends a vendor at most ${maxWrongKeys} wrong keys. A gate sends one invalid key to each endpoint: an unrelated key, or the valid key altered in one of several ways. A few more rules of keys are tested on some endpoints only; docs/what-is-tested.md names them.`;

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
      : 'Tests can show that a deviation exists, but not that no deviation exists. Other cases than those of the seed above could show more.',
    recorded(verdict),
    target.embedded && 'The target was the embedded reference service: the result says nothing about any vendor.',
    isSampled(verdict) && sampled,
    interrupted && 'The run was interrupted, and proves nothing about the requirements that it had not reached.',
    ...crashed.map((why) => `The run did not reach its end: ${why}.`),
  );
};

const terms = facts([
  [
    'Promise',
    'What the document states, or what follows from it, HTTP or JSON (implied). A broken promise fails the run.',
  ],
  ['Example', 'A value or form that the document only shows. Another value is reported, and breaks no promise.'],
  ['Open question', 'The document is silent. What the service does is recorded and never judged.'],
  [
    'Not tested',
    'Nothing is known: the settings left it out, the service prevented the test, or no record had the field.',
  ],
  [
    'Accepted',
    'The service breaks the promise, or differs from the example. A named person accepted this until a date.',
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
  ['Rail', 'The way in which money reaches a bank, such as WIRE, SWIFT or ACH.'],
  [
    'Ledger',
    'The file ledger.jsonl. The run writes each order into it, with target and time, before it sends the order.',
  ],
  ['Baseline', 'Observed behaviour that a person accepted. Later runs are compared with this behaviour.'],
  ['Gate', 'What decides the verdict: stated promises, all of them (implied), or examples as well (shown).'],
  ['Profile', 'How much is tried: some requirements (smoke), all (gate), all with many more cases (deep).'],
  ['Seed', 'The number from which test cases are drawn: the same seed makes the same cases again.'],
  ['Embedded reference service', 'A model service inside the tool. It stands for no vendor.'],
]);

export function howToCheck(content: Content): Markup {
  const { verdict, digests } = content;
  return html`
${checks(content)}
<h3 id="files">Files of this run, with their SHA-256</h3>
${digests.length === 0 ? nothing : digestList(digests)}
<p>In the folder of the reports, sha256sum prints these digests for files that nobody altered since the page was made. Everybody who can write there can alter the files and this page: trust an attestation, a signed paper, or your own run. These links work in that folder: <a href="verdict.json">verdict.json</a> holds every outcome, <a href="evidence.csv">evidence.csv</a> the requests that they rest on, <a href="findings.md">findings.md</a> each finding, <a href="allure-report/index.html">allure-report</a> the exchanges. Ask for those that you were not sent.</p>
<h3>The run</h3>
${runFacts(verdict)}
<h3 id="limits">Limits</h3>
${list([...particular(verdict), ...general])}
<h3>Terms</h3>
<div class="terms">${terms}</div>
<div id="unobservable">${table({
    caption: 'Statements of the document that no client can observe',
    heads: ['Statement', 'Section', 'Why not'],
    rows: unobservable.map(({ statement, section, reason }) => [statement, section, reason]),
  })}</div>`;
}
