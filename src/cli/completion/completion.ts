import { type Command, exitCode, Refused } from '../command.ts';
import { meant, typed } from '../terminal/typed.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

const scripts: Readonly<Record<string, (commands: readonly Command[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

const shells = Object.keys(scripts);

/** Of all commands, itself included. */
export const completionOf = (others: () => readonly Command[]): Command => ({
  name: 'completion',
  argument: 'shell',
  summary: `print a script that completes commands and options in ${shells.join(', ')}`,
  options: [],
  run: async ({ argument, terminal }) => {
    if (argument === undefined) throw new Refused(`completion takes a shell: ${shells.join(', ')}`);
    const script = Object.hasOwn(scripts, argument) ? scripts[argument] : undefined;
    if (script === undefined)
      throw new Refused(
        `${typed(argument)} is no shell that is completed: ${shells.join(', ')}${meant(argument, shells)}`,
      );
    terminal.out.write(script(others()));
    return exitCode.done;
  },
});
