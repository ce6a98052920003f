import { usage } from '../../../surfaces/cli/arguments.ts'
import { commandLine } from '../../../text/shell-words.ts'

export function onlyWord(words: readonly string[], says: string): string {
  const [word, extra] = words
  if (word === undefined)
    throw usage(`"${commandLine`wuku pads ${says}`}" needs an id.`, 'Ids are listed by: wuku pads')
  if (extra !== undefined) throw usage(`"${extra}" is one argument too many.`, 'See: wuku pads --help')
  return word
}
