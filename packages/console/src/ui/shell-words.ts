/** A command line that a POSIX shell reads as these words. */
export const shellWords = (words: readonly string[]): string => words.map(quoted).join(' ')

function quoted(word: string): string {
  return /^[\w@%+=:,./#-]+$/.test(word) && !word.startsWith('#') ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/** One a line, or between commas that stand in no braces. */
export const listIn = (text: string): readonly string[] =>
  text
    .split(/\n|,(?![^{]*\})/)
    .map((each) => each.trim())
    .filter(Boolean)
