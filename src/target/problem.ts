import { Refused } from '#lib';

/** One thing that keeps a run from starting. Never holds the value, which may be a key in the wrong place. */
export interface SettingProblem {
  /** Name of the variable, or of the option or file. */
  readonly variable: string;
  /** The file and line where it is set. */
  readonly at?: string;
  readonly problem: string;
  readonly remedy: string;
}

const describeProblem = ({ variable, at, problem, remedy }: SettingProblem): string =>
  `${at === undefined ? '' : `${at} `}${variable} ${problem}: ${remedy}`;

/** The settings cannot be used; nothing was sent. Holds every problem, not only the first. */
export class UnusableSettings extends Refused {
  override readonly name = 'UnusableSettings';
  readonly problems: readonly SettingProblem[];

  constructor(problems: readonly SettingProblem[]) {
    super(problems.map(describeProblem).join('\n'));
    this.problems = problems;
  }
}

/** Nothing can be proved: no answer, none that such a service would give, or a key without any access. */
export class Unreachable extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'Unreachable';
  }
}

/** Settings name records that do not exist or are of another kind; the service would be blamed for what follows. */
export class WrongRoles extends Unreachable {
  readonly problems: readonly SettingProblem[];

  constructor(label: string, problems: readonly SettingProblem[]) {
    super(
      `${label} does not have what the settings name\n${problems.map((it) => `  ${describeProblem(it)}`).join('\n')}`,
    );
    this.name = 'WrongRoles';
    this.problems = problems;
  }
}
