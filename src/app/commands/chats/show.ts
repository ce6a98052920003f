import { counted } from '../../../engine/operations/counted.ts'
import type { ChatInfo, ToldMessage } from '../../../kinds/chats/gathering/shapes.ts'
import { printJson } from '../../../surfaces/cli/answer.ts'
import type { Shell } from '../../../surfaces/cli/command.ts'
import { harmless, paintFor } from '../../../surfaces/cli/terminal.ts'
import { cut, pageFor, type Page } from '../pads/layout.ts'
import type { Action } from '../actions.ts'
import { indented, localMinute, localTime, onlyWord, ask, folderName, headLines, filtersOf } from './layout.ts'
import type { ExportOutput } from '../../../kinds/chats/export/shapes.ts'
import { usage } from '../../../surfaces/cli/arguments.ts'
import type { FileOutput, TouchedIn } from '../../../kinds/chats/files/shapes.ts'

interface Gathered {
  readonly chat: ChatInfo
  readonly messages: readonly ToldMessage[]
  readonly cursor: string | null
}

/** Answers are bounded for those who pay by the word: people get all pages. */
const PAGE_TOKENS = 200_000

/** A conversation as it went. */
export const show: Action = async ({ words, flags: { tools, thinking } }, shell) => {
  const { out } = shell.terminal
  const id = onlyWord(words, 'show')
  const input = { chatIds: [id], includeTools: true, includeThinking: thinking === true, budget: PAGE_TOKENS }
  const page = pageFor(out, (await shell.engine()).now())
  const all: ToldMessage[] = []
  let chat: ChatInfo | undefined
  for await (const gathered of pagesOf(input, shell)) {
    if (shell.json) all.push(...gathered.messages)
    else {
      if (!chat && !shell.quiet) out.write(`${headOf(gathered.chat, page)}\n`)
      for (const message of gathered.messages) out.write(`\n${messagePart(message, tools === true, page)}\n`)
    }
    chat = gathered.chat
  }
  if (shell.json) printJson(out, { chat, messages: all })
  return 'done'
}

async function* pagesOf(input: object, shell: Shell): AsyncGenerator<Gathered> {
  let cursor: string | undefined
  do {
    const page: Gathered = await ask(shell, 'gather_chats', { ...input, ...(cursor !== undefined && { cursor }) })
    yield page
    cursor = page.cursor ?? undefined
  } while (cursor !== undefined && !shell.signal.aborted)
}

function headOf(chat: ChatInfo, page: Page): string {
  const { id, title, agent, project, branch, models, messageCount, timeRange } = chat
  const facts = [
    agent,
    ...(project === undefined ? [] : [project]),
    ...(branch === undefined ? [] : [branch]),
    ...models,
    counted(messageCount, 'message'),
    `${localMinute(timeRange.from)} to ${localMinute(timeRange.to)}`,
    ...(chat.source_missing ? ['its source is gone'] : []),
  ]
  const { paint } = page
  const head = [paint.bold(cut(title, page.out.columns, page)), paint.cyan(harmless(id))]
  return [...head, ...indented(facts.join(' · '), 0, page).map(paint.dim)].join('\n')
}

function messagePart(message: ToldMessage, withTools: boolean, page: Page): string {
  const { index, role, createdAt, branch, content, thinking, tools } = message
  const { paint } = page
  const facts = [...(createdAt === null ? [] : [localTime(createdAt)]), ...(branch ? ['taken back'] : [])]
  const who = role === 'user' ? paint.green(role) : paint.bold(role)
  const calls = (tools?.calls ?? []).map(({ server, tool, args }) => {
    const name = server === '' ? tool : `${server} ${tool}`
    return toolLines(`⚙ ${name}`, typeof args === 'string' ? args : JSON.stringify(args), withTools, page)
  })
  const results = (tools?.results ?? []).map(({ text, isError }) =>
    toolLines(isError ? '✗' : '↳', text, withTools, page),
  )
  return [
    `${paint.dim(`#${index}`)} ${who} ${paint.dim(facts.join(' · '))}`.trimEnd(),
    ...(thinking === undefined ? [] : indented(thinking, 4, page).map(paint.dim)),
    ...(content === '' ? [] : indented(content, 0, page)),
    ...[...calls, ...results].flat(),
  ].join('\n')
}

/** A line, or all of it. */
function toolLines(mark: string, text: string, isWhole: boolean, page: Page): readonly string[] {
  const { out, paint } = page
  if (isWhole) return [paint.dim(`  ${harmless(mark)}`), ...indented(text, 4, page).map(paint.dim)]
  const short = text.length > FIRST ? `${text.slice(0, FIRST)}…` : text
  return [paint.dim(`  ${cut(`${mark} ${short}`, out.columns - 2, page)}`)]
}

const FIRST = 500

/** A page at a time goes out: a long conversation is never held as a whole. */
const PAGE_CHARS = 1_000_000

/** All of one or several conversations to standard output. */
export const exportChats: Action = async ({ words, flags: { format, tools, thinking } }, shell) => {
  if (words.length === 0) throw usage('"wuku chats export" needs an id.', 'List ids with: wuku chats')
  const { out, err } = shell.terminal
  const input = {
    chatIds: words,
    format,
    include_tools: tools === true,
    include_thinking: thinking === true,
    max_chars: PAGE_CHARS,
  }
  const parts: string[] = []
  let page: ExportOutput | undefined
  do {
    const cursor: string | undefined = page?.cursor ?? undefined
    page = await ask<ExportOutput>(shell, 'export_conversation', { ...input, cursor })
    if (shell.json) parts.push(page.content)
    else out.write(out.isTerminal ? harmless(page.content) : page.content)
  } while (page.cursor !== null && !shell.signal.aborted)
  if (shell.json) printJson(out, { ...page, content: parts.join('') })
  const missing = [...page.unknown, ...page.ambiguous.map(({ id }) => id)]
  for (const id of missing) err.write(`${paintFor(err).yellow('!')} No unique conversation: ${harmless(id)}\n`)
  if (!shell.quiet) for (const note of page.notes) err.write(`${paintFor(err).yellow('!')} ${note}\n`)
  return missing.length > 0 || shell.signal.aborted ? 'failed' : 'done'
}

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
