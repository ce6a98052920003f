import { counted } from '../../../engine/operations/counted.ts'
import type { TimelineOutput, ToldStretch } from '../../../kinds/chats/timeline/shapes.ts'
import { printJson } from '../../../surfaces/cli/answer.ts'
import { harmless } from '../../../surfaces/cli/terminal.ts'
import { cut, pageFor, type Page } from '../pads/layout.ts'
import type { Action } from '../actions.ts'
import { noWord } from './action.ts'
import { ask } from './ask.ts'
import { filtersOf } from './filters.ts'
import { folderName, localTime, shortId } from './layout.ts'
import { commandLine } from '../../../text/shell-words.ts'

/** A screenful of people costs nobody anything. */
const BUDGET = 50_000

/** What was done when, by day and project; a day may be named. */
export const timeline: Action = async ({ words: [day, ...more], flags }, shell) => {
  noWord(more)
  const { out } = shell.terminal
  const engine = await shell.engine()
  const { limit, all } = flags
  const input = { day, ...filtersOf(flags, engine), limit, include_automated: all === true, budget: BUDGET }
  const answer = await ask<TimelineOutput>(shell, 'timeline', input)
  if (shell.json) {
    printJson(out, answer)
    return 'done'
  }
  const page = pageFor(out, engine.now())
  const parts = answer.days.map((each) => dayPart(each, page))
  if (!shell.quiet || parts.length === 0) parts.push(page.paint.dim(foot(answer, day)))
  out.write(`${parts.join('\n\n')}\n`)
  return 'done'
}

type Day = TimelineOutput['days'][number]

const weekday = (day: string): string => WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const dayPart = ({ day, projects }: Day, page: Page): string =>
  [
    page.paint.bold(`${day} ${weekday(day)}`.trimEnd()),
    ...projects.flatMap(({ project, conversations }) => [
      `  ${page.paint.green(cut(project ?? '(no project)', page.out.columns - 2, page))}`,
      ...conversations.flatMap((each) => stretchLines(each, page)),
    ]),
  ].join('\n')

const INDENT = ' '.repeat(17)

function stretchLines(told: ToldStretch, page: Page): readonly string[] {
  const { chatId, title, agent, timeRange, turns, messages, firstQuestion, files = [], filesOmitted = 0 } = told
  const { paint, out } = page
  const id = harmless(shortId(chatId))
  const room = out.columns - INDENT.length
  const line = (text: string): string => `${INDENT}${paint.dim(cut(text, room, page))}`
  const more = filesOmitted > 0 ? ` and ${filesOmitted} more` : ''
  return [
    `    ${localTime(timeRange.from)}–${localTime(timeRange.to)}  ${cut(title, room - id.length - 2, page)}  ${paint.cyan(id)}`,
    line([agent, counted(turns, 'turn'), counted(messages, 'message')].join(' · ')),
    ...(firstQuestion === undefined || isIn(title, firstQuestion) ? [] : [line(`› ${firstQuestion}`)]),
    ...(files.length === 0 ? [] : [line(`edited ${files.map(folderName).join(', ')}${more}`)]),
  ]
}

/** A title may be how the first question begins, cut. */
const isIn = (title: string, question: string): boolean => question.startsWith(title.replace(/…$/, ''))

function foot({ days, left_out: left }: TimelineOutput, day: string | undefined): string {
  const last = days.at(-1)?.day
  if (last === undefined) return 'Nothing was said in this time. With runs that no person sat at: --all'
  if (left === 0) return 'That is all. To read one: wuku chats show <id>'
  const more =
    day === undefined ? `Further back: ${commandLine`wuku chats timeline --until ${last}`}` : 'More: --limit 200'
  return `${counted(left, 'conversation')} left out. ${more}`
}
