import type { Command, Option } from '../command.ts';
import { argumentOf, firstWords, optionsOf, quoted, secondWords } from './words.ts';

/** Where nothing is printed, bash offers files. */
const replyFor = (option: Option): string => {
  const value = argumentOf(option);
  return value?.kind === 'words' ? `compgen -W ${quoted(value.words.join(' '))} -- "$word"` : ':';
};

const valueCases = (command: Command): string[] =>
  optionsOf(command)
    .filter((option) => argumentOf(option) !== undefined)
    .map((option) => `    ${quoted(`${command.name} --${option.name}`)}) ${replyFor(option)}; return ;;`);

const optionCase = (command: Command): string => {
  const names = optionsOf(command).map(({ name }) => `--${name}`);
  return `    ${quoted(command.name)}) compgen -W ${quoted(names.join(' '))} -- "$word" ;;`;
};

/** A script for bash, with a function that prints what may stand next. */
export const bashScript = (commands: readonly Command[]): string => {
  const groups = [...firstWords(commands)];
  const [usual] = commands;
  const pairs = groups.filter(([, group]) => secondWords(group).length > 0);
  return `# Completion of ramp-conformance for bash: eval "$(ramp-conformance completion bash)"
_ramp_conformance_words() {
  local word=$1 before=$2 first=$3 second=$4 place=$5 command=$3 IFS=$' \\t\\n'
  if [ "$place" = 1 ] && [ "\${word#-}" = "$word" ]; then
    compgen -W ${quoted([...groups.map(([first]) => first), 'help'].join(' '))} -- "$word"
    return
  fi
  case $first in
    -*) command=${usual?.name ?? ''} ;;
${pairs
  .map(
    ([first, group]) =>
      `    ${first})\n      if [ "$place" = 2 ]; then compgen -W ${quoted(secondWords(group).join(' '))} -- "$word"; return; fi\n      command="$first $second" ;;`,
  )
  .join('\n')}
  esac
  case "$command $before" in
${commands.flatMap(valueCases).join('\n')}
  esac
  if [ "\${word#-}" = "$word" ]; then return; fi
  case $command in
${commands.map(optionCase).join('\n')}
  esac
}
_ramp_conformance() {
  local IFS=$'\\n'
  COMPREPLY=($(_ramp_conformance_words "\${COMP_WORDS[COMP_CWORD]}" "\${COMP_WORDS[COMP_CWORD-1]}" "\${COMP_WORDS[1]}" "\${COMP_WORDS[2]}" "$COMP_CWORD"))
}
complete -o bashdefault -o default -F _ramp_conformance ramp-conformance
`;
};
