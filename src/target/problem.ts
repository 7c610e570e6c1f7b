/** One thing that keeps a run from starting. Never holds the value, which may be a key in the wrong place. */
export interface SettingProblem {
  /** Name of the variable, or of the option or file. */
  readonly variable: string;
  readonly problem: string;
  readonly remedy: string;
}

export const describeProblem = ({ variable, problem, remedy }: SettingProblem): string =>
  `${variable} ${problem}: ${remedy}`;

/** The settings cannot be used; nothing was sent. Holds every problem, not only the first. */
export class UnusableSettings extends Error {
  readonly problems: readonly SettingProblem[];

  constructor(problems: readonly SettingProblem[]) {
    super(problems.map(describeProblem).join('\n'));
    this.name = 'UnusableSettings';
    this.problems = problems;
  }
}
