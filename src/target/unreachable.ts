import { describeProblem, type SettingProblem } from './problem.ts';

/** Nothing can be proved: no answer, none that a service of this kind would give, or a key that opens nothing. */
export class Unreachable extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'Unreachable';
  }
}

/** Settings name records that are not there or not of the promised kind: whatever came of them would be blamed on the service. */
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
