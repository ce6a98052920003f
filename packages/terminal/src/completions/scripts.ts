import {
  ASK,
  flagsWhere,
  flagWords,
  namesOf,
  valuesIn,
  type Choice,
  type FlagChoice,
  type Part,
} from './completion-parts.ts'

/** The same parts in the language of each shell. Names of sources may hold anything: no script runs one. */

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
  const known = valuesIn(parts).map(({ flags, values }) => `${either(flags)}) found=${listed(values)} ;;`)
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
${lines(known, '    ')}
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
  `(${all.map(({ name, description }) => quoted(description === '' ? name : `${name.replaceAll(':', String.raw`\:`)}:${description}`)).join(' ')})`

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

const inFish = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`

const fishFlag = (name: string): string => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)

function fishValues({ values }: FlagChoice): string {
  if (values === 'none') return ''
  if (values === 'any') return ' -r'
  return ` -x -a ${inFish(values === 'sources' ? `(${ASK})` : values.join(' '))}`
}

export function fish(parts: readonly Part[]): string {
  const rows = parts.flatMap(({ words, choices, flags, takesSources }) => {
    const when = `complete -c wuku -n ${inFish(`__wuku_is ${inFish(words)}`)}`
    return [
      ...choices.map(({ name, description }) => `${when} -f -a ${inFish(name)} -d ${inFish(description)}`),
      ...(takesSources ? [`${when} -f -a ${inFish(`(${ASK})`)}`] : []),
      ...flags.map(
        (flag) => `${when} ${flag.names.map(fishFlag).join(' ')}${fishValues(flag)} -d ${inFish(flag.description)}`,
      ),
    ]
  })
  return `# Completion of wuku for fish: wuku completions fish > ~/.config/fish/completions/wuku.fish
set -g __wuku_parts ${namesOf(parts).map(inFish).join(' ')}
function __wuku_is
    set -l part
    for word in (commandline -opc)[2..-1]
        set -l next (string join ' ' -- $part $word)
        contains -- $next $__wuku_parts; and set part $next
    end
    test "$part" = "$argv[1]"
end
complete -c wuku -e
${rows.join('\n')}
`
}

const inPowershell = (text: string): string => `'${text.replaceAll("'", "''")}'`

const pairs = (all: readonly Choice[]): string =>
  `@(${all.map(({ name, description }) => `,@(${inPowershell(name)}, ${inPowershell(description === '' ? name : description)})`).join('; ')})`

/** `*` stands for the names of sources. */
function powershellValues({ values }: FlagChoice): string {
  if (values === 'sources') return "'*'"
  return typeof values === 'string' ? '' : values.map(inPowershell).join(', ')
}

const entry = (words: string, value: string): string => `    ${inPowershell(words)} = ${value}`

export function powershell(parts: readonly Part[]): string {
  const words = parts.map((part) => entry(part.words, part.takesSources ? "@(,@('*', '*'))" : pairs(part.choices)))
  const flags = parts.map((part) => entry(part.words, pairs(flagWords(part.flags))))
  const values = parts.flatMap((part) =>
    part.flags
      .filter((flag) => flag.values !== 'none')
      .flatMap((flag) => flag.names.map((name) => entry(`${part.words} ${name}`, `@(${powershellValues(flag)})`))),
  )
  return `# Completion of wuku for PowerShell: wuku completions powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName wuku -ScriptBlock {
  param($current, $ast, $cursor)
  $parts = @{
${words.join('\n')}
  }
  $flags = @{
${flags.join('\n')}
  }
  $values = @{
${values.join('\n')}
  }
  $typed = @($ast.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_" })
  $part = ''
  foreach ($word in $typed) {
    $next = "$part $word".Trim()
    if ($parts.ContainsKey($next)) { $part = $next }
  }
  $asked = if ($typed.Count -gt 0) { "$part $($typed[-1])" } else { '' }
  if ($values.ContainsKey($asked)) { $found = @($values[$asked] | ForEach-Object { ,@($_, $_) }) }
  elseif ($current -like '-*') { $found = $flags[$part] }
  else { $found = $parts[$part] }
  if ($found.Count -gt 0 -and $found[0][0] -eq '*') { $found = @(wuku completions --sources 2>$null | ForEach-Object { ,@($_, $_) }) }
  $found | Where-Object { $_[0] -like "$current*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterValue', $_[1])
  }
}
`
}
