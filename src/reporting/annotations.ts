import { plural, texts } from './counting.ts';
import { failsGate, leavesOpen } from './decide.ts';
import { byEndpoint, type EndpointGroup } from './endpoints.ts';
import { headlineOf, unreachableText } from './headline.ts';
import { cut, forCommand, forCommandProperty } from './sanitise.ts';
import type { Verdict } from './verdict.ts';
import { viewsOf } from './view.ts';

const maxAnnotations = 8;

const annotation = (level: 'error' | 'warning' | 'notice', title: string, message: string): string =>
  `::${level} title=${forCommandProperty(cut(title, 120))}::${forCommand(cut(message, 600))}`;

const error = (title: string, message: string): string => annotation('error', title, message);

/** Says on GitHub why a run was refused before it had a verdict. */
export const refusalAnnotation = (why: string): string => error('ramp-conformance', `Refused: ${why}`);

/** Says on GitHub what turns no run red, and should be looked at. */
export const warningAnnotation = (what: string): string => annotation('warning', 'ramp-conformance', what);

/** The first line of the run. */
const headline = (verdict: Verdict): string =>
  annotation(verdict.exitCode === 0 ? 'notice' : 'error', 'ramp-conformance', headlineOf(verdict));

const annotate = ({ title, requirements }: EndpointGroup, verdict: Verdict): string[] => {
  const { gate } = verdict;
  const failing = requirements.filter((each) => failsGate(each, gate));
  const open = requirements.filter((each) => leavesOpen(each, verdict));
  const [first] = failing.length > 0 ? failing : open;
  if (!first) return [];
  const [finding] = viewsOf(first);
  const counted = texts(
    failing.length > 0 && `${plural(failing.length, 'requirement')} not met`,
    open.length > 0 && `${open.length} not proved`,
  ).join(', ');
  const detail = finding?.line ?? first.reason ?? first.outcome;
  return [error(title, `${counted}. ${first.claim} ${detail}`)];
};

const otherErrors = ({ otherFailures = [] }: Verdict): string[] => {
  if (otherFailures.length === 0) return [];
  return [error('Waivers and baseline', otherFailures.join('; '))];
};

/** Workflow commands for GitHub: the first line, then one error an endpoint, and no more than it is pleasant to see. */
export const annotations = (verdict: Verdict): string[] => {
  const all = [
    headline(verdict),
    ...otherErrors(verdict),
    // Where nothing was reached, the first line says why, and each endpoint would say the same.
    ...(unreachableText(verdict.requirements) === undefined
      ? byEndpoint(verdict.requirements).flatMap((group) => annotate(group, verdict))
      : []),
  ];
  if (all.length <= maxAnnotations) return all;
  const left = all.length - maxAnnotations + 1;
  return [
    ...all.slice(0, maxAnnotations - 1),
    error('More endpoints', `${left} more endpoints have errors; the step summary names them.`),
  ];
};
