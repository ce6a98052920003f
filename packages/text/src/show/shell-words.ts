import { withoutHidden } from './hidden-characters.ts'

/**
 * A command line for people and agents to run: `` commandLine`wuku index ${name}` ``. The value of a hole comes from
 * outside and is one word to the shell, whatever it contains.
 *
 * The line means the same to a POSIX shell and to PowerShell, since nobody knows into which it will be pasted. The two
 * read a word in single quotes alike unless it holds one (`'\''` here, `''` there), and then they read double quotes
 * alike unless something is active in them. A word with both, with a line break, or with invisible characters has no
 * form that is right in both: a placeholder replaces it. cmd.exe knows no single quotes and is not served.
 *
 * A word that begins with a dash would be an option however it is quoted: `--` stands before it, or the placeholder
 * where options follow. After an option of its own it is that option's value.
 */
export function commandLine(literals: TemplateStringsArray, ...holes: readonly string[]): string {
  let line = literals[0] ?? ''
  holes.forEach((word, at) => {
    const rest = literals.slice(at + 1)
    const isOption = word.startsWith('-') && !/ --?[\w-]+[ =]$/.test(line)
    if (!isOption) line += shellWord(word) ?? placeholderFor(word)
    else if (rest.some((part) => / -/.test(part))) line += placeholderFor(word)
    else line += `${line.includes(' -- ') ? '' : '-- '}${shellWord(word) ?? placeholderFor(word)}`
    line += rest[0] ?? ''
  })
  return line
}

/** One word to a POSIX shell and to PowerShell; `undefined` when no form means the same to both. */
export function shellWord(word: string): string | undefined {
  if (plain.test(word)) return word
  if (/[\n\t\u2028\u2029]/.test(word) || withoutHidden(word) !== word || !word.isWellFormed()) return undefined
  if (!singleQuotes.test(word)) return `'${word}'`
  return activeInDoubleQuotes.test(word) ? undefined : `"${word}"`
}

/** As `shellWord`; a word without a common form is written for a POSIX shell alone. For texts that are data, as of a search. */
export const shellText = (word: string): string => shellWord(word) ?? `'${word.replaceAll("'", String.raw`'\''`)}'`

/**
 * Not `~` and `=`, which some shells expand at the beginning, nor `@`, with which PowerShell names a variable. After a
 * dash only letters: PowerShell cuts `-a.b` in two.
 */
const plain = /^(?:[\w./:+][\w@./:=+-]*|--?[a-z][a-z-]*)$/
/** PowerShell takes typographic quotes for quotes. */
const singleQuotes = /['\u2018-\u201B]/
const activeInDoubleQuotes = /["$`!\\\u201C-\u201E]/

/** Quoted too: an angle bracket alone would be a file to read from. */
const placeholderFor = (word: string): string => (/[\\/]/.test(word) ? "'<path>'" : "'<name>'")
