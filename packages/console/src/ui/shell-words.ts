/** A command line that a POSIX shell reads as these words. */
export const shellWords = (words: readonly string[]): string => words.map(quoted).join(' ')

function quoted(word: string): string {
  return /^[\w@%+=:,./#-]+$/.test(word) && !word.startsWith('#') ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
