import { counted } from '../../../engine/operations/counted.ts'
import type { ChatInfo, ToldMessage } from '../../../kinds/chats/gathering/shapes.ts'
import { printJson } from '../../../surfaces/cli/answer.ts'
import type { Shell } from '../../../surfaces/cli/command.ts'
import { harmless } from '../../../surfaces/cli/terminal.ts'
import { cut, pageFor, type Page } from '../pads/layout.ts'
import type { Action } from '../actions.ts'
import { onlyWord } from './action.ts'
import { ask } from './ask.ts'
import { indented, localMinute, localTime } from './layout.ts'

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
