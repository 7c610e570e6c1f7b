import type { Target } from '#contract';
import { plural } from '#reporting';

const yes = (reason: true | string): string => (reason === true ? 'yes' : `no: ${reason}`);

/** Sums up settings and probes. */
export function describeTarget(target: Target, notes: readonly string[]): string {
  const { label, embedded, environment, money, readOnly, quiet, facts, budgets, roles, keys } = target;
  const rate = budgets.requestsPerSecond === undefined ? 'unlimited' : `${budgets.requestsPerSecond}/s`;
  const restricted =
    keys.restricted === undefined
      ? 'not set'
      : facts.restrictedKeyRefused
        ? 'refused with 403'
        : 'not refused with 403';
  const probed = [
    ...(facts.assumed?.includes('firstPage') ? [] : [`first page ${facts.firstPage}`]),
    ...(facts.assumed?.includes('greatestLimit') ? [] : [`greatest limit ${facts.greatestLimit}`]),
    `restricted key ${restricted}`,
  ];
  return [
    `Target       ${label}${embedded ? '' : ` (${environment})`}`,
    `Permissions  money ${yes(money)}; ${readOnly ? 'GET only' : 'GET and POST'}; quiet account ${quiet ? 'yes' : 'no'}`,
    `Probed       ${probed.join(', ')}`,
    `Records      ${plural(roles.offramps.length, 'offramp')}, ${plural(roles.conversions.length, 'conversion')} to read`,
    `Budgets      ${budgets.concurrency} at a time, ${rate}, ${budgets.timeoutMs} ms each`,
    ...notes.map((note) => `Note         ${note}`),
    '',
  ].join('\n');
}
