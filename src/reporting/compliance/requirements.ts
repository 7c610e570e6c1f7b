import { isRequirementId, requirementOf } from '#contract';
import { firstOf } from '../counting.ts';
import { byEndpoint } from '../endpoints.ts';
import { kinds, outcomeWords, totalsOf } from '../promises.ts';
import type { JudgedRequirement, Verdict } from '../verdict.ts';
import { viewsOf } from '../view.ts';
import { brokenIn } from './broken.ts';
import { openReasons } from './exceptions.ts';
import { isSampled } from './limits.ts';
import { anchorOf, html, type Markup, nothing, outcomeSign, type Section } from './markup.ts';

/** Most observations of an open question that stand beside it; verdict.json has all. */
const maxObserved = 2;

interface Place {
  readonly href: string;
  readonly text: string;
}

type Places = ReadonlyMap<string, Place>;

interface LineContext {
  readonly places: Places;
  /** Only some of the wrong keys were sent. */
  readonly sampled: boolean;
}

/** The places in this page where more is said of a requirement. */
const placesIn = (verdict: Verdict): Places => {
  const places = new Map<string, Place>();
  openReasons(verdict).forEach(({ ids }, index) => {
    for (const id of ids) places.set(id, { href: `#reason-${index + 1}`, text: `reason ${index + 1}` });
  });
  brokenIn(verdict).forEach((cause, index) => {
    const place = { href: `#broken-${index + 1}`, text: `broken promise ${index + 1}` };
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
  const waived = viewsOf(requirement).flatMap(({ waiver }) => waiver ?? []);
  return html` <span class="soft">${outcomeWords[outcome]}${waived.length > 0 ? html`, waiver ${[...new Set(waived)].join(', ')}` : nothing}${place ? html`, <a href="${place.href}">${place.text}</a>` : nothing}</span>`;
};

const line = (requirement: JudgedRequirement, context: LineContext): Markup => {
  const { id, claim, outcome } = requirement;
  return html`<li id="${anchorOf(id)}">${outcomeSign(outcome)} ${claim} <code class="id">${id}</code>${more(requirement, context)}</li>`;
};

const group = (requirements: readonly JudgedRequirement[], context: LineContext): Markup =>
  html`${kinds.map(({ firmnesses }) => {
    const own = requirements.filter(({ firmness }) => firmnesses.some((each) => each === firmness));
    const [total] = totalsOf({ requirements: own });
    return total === undefined
      ? nothing
      : html`<h4>${total}</h4><ul class="lines">${own.map((each) => line(each, context))}</ul>`;
  })}`;

export const requirements: Section = {
  id: 'requirements',
  title: 'All requirements',
  body: ({ verdict }) => {
    const context = { places: placesIn(verdict), sampled: isSampled(verdict) };
    return html`<div class="columns">${byEndpoint(verdict.requirements).map(
      ({ title, requirements: own }) => html`<h3>${title}</h3>${group(own, context)}`,
    )}</div>`;
  },
};
