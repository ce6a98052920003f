import { ASK, flagsWhere, flagWords, namesOf, valuesIn, type Choice, type Part } from './parts.ts'

/** Scripts for bash and zsh, which share their grammar. */

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** For a pattern of `case`; the last one fits nothing. */
const either = (words: readonly string[]): string => words.map(quoted).join('|') || "'-'"

const lines = (rows: readonly string[], indent: string): string => rows.map((row) => indent + row).join('\n')

/** One a line, as `$'a\\nb'`. */
const listed = (words: readonly string[]): string => `$${quoted(words.join('\n')).replaceAll('\n', String.raw`\n`)}`

export function bash(parts: readonly Part[]): string {
  const rows = parts.map(({ words, choices, flags, takesSources }) => {
    const names = takesSources ? `"$(${ASK})"` : listed(choices.map(({ name }) => name))
    return `${quoted(words)}) flags=${listed(flagWords(flags).map(({ name }) => name))}; found=${names} ;;`
  })
  return `# Completion of wuku for bash: source <(wuku completions bash)
_wuku() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" part="" flags="" found="" word at
  for ((at = 1; at < COMP_CWORD; at++)); do
    word="\${part:+$part }\${COMP_WORDS[at]}"
    case "$word" in
      ${either(namesOf(parts))}) part="$word" ;;
    esac
  done
  COMPREPLY=()
  case "$part $previous" in
    ${either(flagsWhere(parts, ({ values }) => values === 'any'))}) return ;;
    ${either(flagsWhere(parts, ({ values }) => values === 'sources'))}) found="$(${ASK})" ;;
${lines(
  valuesIn(parts).map(({ flags, values }) => `${either(flags)}) found=${listed(values)} ;;`),
  '    ',
)}
    *) case "$part" in
${lines(rows, '      ')}
      esac
      [[ $current == -* ]] && found="$flags" ;;
  esac
  while IFS= read -r word; do
    [[ -n $word && $word == "$current"* ]] && printf -v word %q "$word" && COMPREPLY+=("$word")
  done <<< "$found"
}
complete -o default -F _wuku wuku
`
}

const described = (all: readonly Choice[]): string =>
  `(${all.map(({ name, says }) => quoted(says === '' ? name : `${name.replaceAll(':', String.raw`\:`)}:${says}`)).join(' ')})`

export function zsh(parts: readonly Part[]): string {
  const rows = parts.map(({ words, choices, flags, takesSources }) => {
    const names = takesSources ? `(\${(f)"$(${ASK})"})` : described(choices)
    return `(${quoted(words)}) flags=${described(flagWords(flags))}; found=${names} ;;`
  })
  return `#compdef wuku
# Completion of wuku for zsh: source <(wuku completions zsh)
_wuku() {
  local current=$words[CURRENT] previous=$words[CURRENT-1] part="" word
  local -a flags found
  integer at
  for ((at = 2; at < CURRENT; at++)); do
    word="\${part:+$part }$words[at]"
    case "$word" in
      (${either(namesOf(parts))}) part="$word" ;;
    esac
  done
  case "$part $previous" in
    (${either(flagsWhere(parts, ({ values }) => values === 'any'))}) _files; return ;;
    (${either(flagsWhere(parts, ({ values }) => values === 'sources'))}) found=(\${(f)"$(${ASK})"}); compadd -a found; return ;;
${lines(
  valuesIn(parts).map(
    ({ flags, values }) => `(${either(flags)}) found=(${values.map(quoted).join(' ')}); compadd -a found; return ;;`,
  ),
  '    ',
)}
  esac
  case "$part" in
${lines(rows, '    ')}
  esac
  if [[ $current == -* ]]; then _describe flag flags
  elif (( $#found )); then _describe wuku found
  else _files
  fi
}
if [[ $funcstack[1] == _wuku ]]; then _wuku "$@"; else compdef _wuku wuku; fi
`
}
