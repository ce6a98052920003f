import { printJson } from '../../../surfaces/cli/answer.ts'
import { harmless } from '../../../surfaces/cli/terminal.ts'
import { pageFor } from '../pads/layout.ts'
import type { Action } from '../actions.ts'
import { onlyWord } from './action.ts'
import { ask } from './ask.ts'
import { indented } from './layout.ts'

interface Resumed {
  readonly title: string
  readonly line: string | null
  readonly url?: string
  readonly note: string
}

/** What to type to go on; for a program nothing but that. */
export const resume: Action = async ({ words }, shell) => {
  const { out } = shell.terminal
  const answer = await ask<Resumed>(shell, 'resume_conversation', { chatId: onlyWord(words, 'resume') })
  if (shell.json) {
    printJson(out, answer)
    return 'done'
  }
  const page = pageFor(out, (await shell.engine()).now())
  const way = answer.line ?? answer.url
  const note = shell.quiet || (!out.isTerminal && way !== undefined) ? [] : indented(answer.note, 0, page)
  // A command is never broken over lines: it is there to be copied.
  out.write(
    `${[...(way === undefined ? [] : [page.paint.bold(harmless(way))]), ...note.map(page.paint.dim)].join('\n')}\n`,
  )
  return way === undefined ? 'failed' : 'done'
}
