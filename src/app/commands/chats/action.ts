import { usage } from '../../../surfaces/cli/arguments.ts'
import { commandLine } from '../../../text/shell-words.ts'

export function onlyWord(words: readonly string[], action: string, needed: Needed = anId): string {
  const [word, extra] = words
  if (word === undefined) throw usage(`"${commandLine`wuku chats ${action}`}" needs ${needed.what}.`, needed.remedy)
  if (extra !== undefined) throw tooMany(extra)
  return word
}

interface Needed {
  readonly what: string
  readonly remedy: string
}

const anId: Needed = { what: 'an id', remedy: 'Ids are listed by: wuku chats' }

export function noWord([word]: readonly string[]): void {
  if (word !== undefined) throw tooMany(word)
}

const tooMany = (word: string) => usage(`"${word}" is one argument too many.`, 'See: wuku chats --help')
