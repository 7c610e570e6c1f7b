import { operationIds, requirements, unobservable } from '#contract';
import { type CommandCall, exitCode } from '../command.ts';
import { cut } from '../terminal/printable.ts';

const endpointsText = (endpoints: readonly number[]): string =>
  endpoints.length === operationIds.length ? 'all' : endpoints.join(',');

function table(width: number): string {
  const longest = Math.max(...requirements.map(({ id }) => id.length));
  const widest = Math.max(...requirements.map(({ endpoints }) => endpointsText(endpoints).length), 9);
  const rows = [{ id: 'requirement', firmness: 'firmness', at: 'endpoints', claim: 'claim' }].concat(
    requirements.map(({ id, firmness, endpoints, claim }) => ({
      id,
      firmness,
      at: endpointsText(endpoints),
      claim,
    })),
  );
  const lines = rows.map(({ id, firmness, at, claim }) => {
    const head = `${id.padEnd(longest)}  ${firmness.padEnd(8)}  ${at.padEnd(widest)}  `;
    return head + cut(claim, Math.max(30, width - head.length));
  });
  return lines.join('\n');
}

export async function listRequirements({
  options,
  terminal: { out },
}: CommandCall<{ readonly json: boolean }>): Promise<number> {
  if (options.json) {
    out.write(`${JSON.stringify({ requirements, unobservable }, null, 2)}\n`);
  } else {
    out.write(`${table(out.live ? out.width : Number.POSITIVE_INFINITY)}\n\n`);
    out.write(
      `${requirements.length} requirements; ${unobservable.length} statements that no client can observe are in --json\n`,
    );
  }
  return exitCode.done;
}
