import { counted } from '../../../engine/operations/counted.ts'
import type { FileOutput, TouchedIn } from '../../../kinds/chats/files/shapes.ts'
import { printJson } from '../../../surfaces/cli/answer.ts'
import { cut, pageFor, type Page } from '../pads/layout.ts'
import type { Action } from '../actions.ts'
import { onlyWord } from './action.ts'
import { ask } from './ask.ts'
import { filtersOf } from './filters.ts'
import { folderName, headLines, localMinute } from './layout.ts'

const BUDGET = 50_000

/** Which conversations touched a file. */
export const files: Action = async ({ words, flags }, shell) => {
  const path = onlyWord(words, 'files', { what: 'a path', remedy: 'Write: wuku chats files src/cart.ts' })
  const { out } = shell.terminal
  const engine = await shell.engine()
  const { limit, edited } = flags
  const input = { path, ...filtersOf(flags, engine), edited_only: edited === true, limit, budget: BUDGET }
  const answer = await ask<FileOutput>(shell, 'find_file_history', input)
  if (shell.json) {
    printJson(out, answer)
    return 'done'
  }
  const page = pageFor(out, engine.now())
  const parts = answer.results.map((result) => resultPart(result, page))
  const left = answer.left_out > 0 ? [`${counted(answer.left_out, 'older conversation')} left out.`] : []
  if (!shell.quiet || parts.length === 0) parts.push(...[...answer.notes, ...left].map(page.paint.dim))
  out.write(`${parts.join('\n\n')}\n`)
  return 'done'
}

function resultPart(
  { chatId, title, agent, project, edits, reads, tools, paths, first, last }: TouchedIn,
  page: Page,
): string {
  const facts = [
    agent,
    ...(project === undefined ? [] : [folderName(project)]),
    `edited ${edits}×, read ${reads}×`,
    tools.map(({ tool }) => tool).join(', '),
    first.createdAt === last.createdAt
      ? localMinute(first.createdAt)
      : `${localMinute(first.createdAt)} to ${localMinute(last.createdAt)}`,
  ]
  return [
    ...headLines({ id: chatId, title, facts }, page),
    ...paths.map((path) => `  ${page.paint.dim(cut(path, page.out.columns - 2, page))}`),
  ].join('\n')
}
