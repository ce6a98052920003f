import type { Input, Outcome, Shell } from '../../../surfaces/cli/command.ts'
import { usage } from '../../../surfaces/cli/arguments.ts'

/** What stands behind `wuku pads show`, `wuku pads append` and so on. */
export type Action = (asked: Asked, shell: Shell) => Promise<Outcome>

export interface Asked {
  /** Behind the action, as they were typed. */
  readonly words: readonly string[]
  readonly flags: Input
}

export function onlyWord(words: readonly string[], says: string): string {
  const [word, extra] = words
  if (word === undefined) throw usage(`"wuku pads ${says}" needs an id.`, 'Ids are listed by: wuku pads')
  if (extra !== undefined) throw usage(`"${extra}" is one argument too many.`, 'See: wuku pads --help')
  return word
}
