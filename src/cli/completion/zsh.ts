import type { Command, Option } from '../command.ts';
import { argumentOf, firstWords, optionsOf, quoted, secondWords } from './words.ts';

const actions = { file: '_files', folder: '_files -/', text: ' ' } as const;

const plain = (text: string): string => text.replace(/[[\]\\]/g, '\\$&');

const specOf = (option: Option): string => {
  const { name, many, meaning, value } = option;
  const start = `${many ? '*' : ''}--${name}[${plain(meaning)}]`;
  const takes = argumentOf(option);
  if (takes === undefined) return quoted(start);
  const action = takes.kind === 'words' ? `(${takes.words.join(' ')})` : actions[takes.kind];
  return quoted(`${start}:${value}:${action}`);
};

const described = (name: string, summary: string): string =>
  quoted(`${name}:${summary.replaceAll(':', ',')}`);

const caseOf = (command: Command): string =>
  `    ${quoted(command.name)}) _arguments ${[...optionsOf(command).map(specOf), quoted('*:argument:_files')].join(' \\\n      ')} ;;`;

/** A script for zsh. */
export const zshScript = (commands: readonly Command[]): string => {
  const groups = [...firstWords(commands)];
  const [usual] = commands;
  const pairs = groups.filter(([, group]) => secondWords(group).length > 0);
  const first = groups.map(([name, [command]]) => described(name, command?.summary ?? ''));
  return `#compdef ramp-conformance
# Completion of ramp-conformance for zsh: eval "$(ramp-conformance completion zsh)", after compinit
_ramp_conformance() {
  local -a first second
  local command=\${words[2]}
  if (( CURRENT == 2 )) && [[ $PREFIX != -* ]]; then
    first=(${[...first, described('help', 'show the help of a command')].join('\n      ')})
    _describe command first
    return
  fi
  case $command in
    -*) command=${usual?.name ?? ''} ;;
${pairs
  .map(
    ([name, group]) =>
      `    ${name})\n      if (( CURRENT == 3 )); then second=(${secondWords(group).join(' ')}); _describe command second; return; fi\n      command="\${words[2]} \${words[3]}"; shift 1 words; (( CURRENT -= 1 )) ;;`,
  )
  .join('\n')}
  esac
  if [[ \${words[2]} != -* ]]; then shift 1 words; (( CURRENT -= 1 )); fi
  case $command in
${commands.map(caseOf).join('\n')}
  esac
}
compdef _ramp_conformance ramp-conformance
`;
};
