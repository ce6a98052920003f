import type { Action } from '../actions.ts'
import { onlyWord } from './layout.ts'
import { findPad } from './find.ts'
import { printTail } from './print-tail.ts'

const USUAL_LINES = 50

/** The end of a scratchpad; with `--follow` also what comes to it. */
export const tail: Action = async ({ words, flags: { lines = USUAL_LINES, follow = false } }, shell) => {
  const { id } = await findPad(shell, onlyWord(words, 'tail'))
  const wanted = { id, lines: Number(lines) }
  if (follow === true) return (await import('./follow.ts')).followPad(wanted, shell)
  await printTail(wanted, shell)
  return 'done'
}
