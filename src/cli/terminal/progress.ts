import { operationIds, operationOf, requirements, type TestReport } from '#contract';
import type { Outlet } from './terminal.ts';

/** Shows how far a run is: on one line that is drawn over where a person watches, else in a few plain lines. */
export interface Progress {
  readonly show: (report: TestReport) => void;
  readonly end: () => void;
}

const firmnessOf = new Map<string, string>(requirements.map(({ id, firmness }) => [id, firmness]));

const failing = ({ findings, requirement }: TestReport): boolean =>
  findings.length > 0 && ['stated', 'implied'].includes(firmnessOf.get(requirement) ?? '');

const cut = (text: string, width: number): string =>
  text.length > width ? `${text.slice(0, width - 1)}…` : text;

/** Tests of many endpoints are under way at a time; the last that ended shows where they are. */
const endpointOf = (requirement: string): string => {
  const [name = ''] = requirement.split('/');
  const operation = operationIds.find((id) => id === name);
  return operation === undefined ? 'rules across endpoints' : `${operationOf(operation).number} ${operation}`;
};

const plainSteps = 10;

export function createProgress(outlet: Outlet, total: number): Progress {
  let done = 0;
  let deviating = 0;
  let broken = 0;
  const step = Math.max(1, Math.ceil(total / plainSteps));
  const progressLine = (last: string) => {
    const troubles = `${deviating} deviating${broken > 0 ? `, ${broken} broken` : ''}`;
    return `${String(done).padStart(String(total).length)}/${total} requirements, ${troubles}${last}`;
  };
  return {
    show: (report) => {
      done += 1;
      if (failing(report)) deviating += 1;
      if (report.broken !== undefined) broken += 1;
      if (outlet.live)
        outlet.write(
          `\r\u001b[2K${cut(progressLine(`  ${report.requirement}`), Math.max(20, outlet.width - 1))}`,
        );
      else if (done % step === 0 || done === total)
        outlet.write(`${progressLine(`, at ${endpointOf(report.requirement)}`)}\n`);
    },
    end: () => {
      if (outlet.live && done > 0) outlet.write('\r\u001b[2K');
    },
  };
}
