// The scripts that make shells complete `textrelay`: tables of what may be typed, and a few lines that look it up. A shell
// goes along the words that were typed and keeps to those that name a command. After an option that takes a value there are
// its choices alone.
import type { Place } from './command_tree.ts';

/** For any of the three shells: nothing in single quotes means anything but the quote itself. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const valueKey = (path: string, option: string) => quoted(`${path} ${option}`.trim());

function writeBash(places: readonly Place[]): string {
  const words = places.map(
    ({ path, offers }) => `  [${quoted(`${path}.`)}]=${quoted(offers.map(({ word }) => word).join(' '))}`,
  );
  const values = places.flatMap((place) =>
    place.values.map(
      ({ option, choices }) => `  [${valueKey(place.path, option)}]=${quoted(choices.join(' '))}`,
    ),
  );
  return `# bash: source <(textrelay admin completion bash)
declare -gA _textrelay_words=(
${words.join('\n')}
)
declare -gA _textrelay_values=(
${values.join('\n')}
)
_textrelay() {
  local path='' next i before='' word=\${COMP_WORDS[COMP_CWORD]}
  for ((i = 1; i < COMP_CWORD; i++)); do
    next="\${path:+$path }\${COMP_WORDS[i]}"
    if [[ \${COMP_WORDS[i]} == -* ]]; then before=$next; else before=''; fi
    [[ -n \${_textrelay_words["$next."]+x} ]] && path=$next
  done
  if [[ -n $before && -n \${_textrelay_values["$before"]+x} ]]; then
    COMPREPLY=($(compgen -W "\${_textrelay_values["$before"]}" -- "$word"))
  else
    COMPREPLY=($(compgen -W "\${_textrelay_words["$path."]}" -- "$word"))
  fi
}
complete -F _textrelay textrelay
`;
}

/** A line of zsh's _describe: the colon divides a word from what is said of it. */
const described = ({ word, about }: Place['offers'][number]) =>
  quoted(`${word.replaceAll(':', '\\:')}:${about}`);

function writeZsh(places: readonly Place[]): string {
  const cases = places.map(
    ({ path, offers }) => `    (${quoted(path)}) offers=(${offers.map(described).join(' ')}) ;;`,
  );
  const known = places.map(({ path }) => quoted(path)).join(' ');
  const values = places.flatMap((place) =>
    place.values.map(
      ({ option, choices }) => `  ${valueKey(place.path, option)} ${quoted(choices.join(' '))}`,
    ),
  );
  return `#compdef textrelay
# zsh: source <(textrelay admin completion zsh), after compinit
typeset -gA _textrelay_values=(
${values.join('\n')}
)
_textrelay() {
  local where='' next before='' i
  local -a offers known=(${known})
  for ((i = 2; i < CURRENT; i++)); do
    next="\${where:+$where }\${words[i]}"
    if [[ \${words[i]} == -* ]]; then before=$next; else before=''; fi
    (( \${known[(Ie)$next]} )) && where=$next
  done
  if [[ -n $before ]] && (( \${+_textrelay_values[$before]} )); then
    compadd -- \${=_textrelay_values[$before]}
    return
  fi
  case $where in
${cases.join('\n')}
  esac
  _describe textrelay offers
}
compdef _textrelay textrelay
`;
}

function writeFish(places: readonly Place[]): string {
  const known = places.map(({ path }) => quoted(path)).join(' ');
  const values = places.flatMap((place) => place.values.map(({ option }) => valueKey(place.path, option)));
  const lines = places.flatMap(({ path, offers, values: taking }) => [
    ...offers.map(
      ({ word, about }) =>
        `complete -c textrelay -f -n ${quoted(`__textrelay_at '${path}'`)} -a ${quoted(word)} -d ${quoted(about)}`,
    ),
    ...taking
      .filter(({ choices }) => choices.length > 0)
      .map(
        ({ option, choices }) =>
          `complete -c textrelay -f -n ${quoted(`__textrelay_at '${path} ${option}'`)} -a ${quoted(choices.join(' '))}`,
      ),
  ]);
  return `# fish: textrelay admin completion fish | source
function __textrelay_at
  set -l known ${known}
  set -l values ${values.join(' ')}
  set -l path ''
  set -l before ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -- "$path $word")
    if string match -q -- '-*' $word
      set before $next
    else
      set before ''
    end
    contains -- "$next" $known; and set path $next
  end
  if test -n "$before"; and contains -- "$before" $values
    test "$before" = (string trim -- $argv[1])
  else
    test "$path" = "$argv[1]"
  end
end
complete -c textrelay -f
${lines.join('\n')}
`;
}

const writers = { bash: writeBash, zsh: writeZsh, fish: writeFish } as const;

/** A shell that is known here. */
export type Shell = keyof typeof writers;

export const shells = Object.keys(writers) as Shell[];

/** Writes the script for a shell. */
export const writeCompletion = (shell: Shell, places: readonly Place[]): string => writers[shell](places);
