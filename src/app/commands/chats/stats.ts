import { grouped } from '../../../engine/operations/counted.ts'
import { groupings, type Group, type StatsOutput, type Totals } from '../../../kinds/chats/stats/shapes.ts'
import { printJson } from '../../../surfaces/cli/answer.ts'
import type { Input, Shell } from '../../../surfaces/cli/command.ts'
import { displayWidth, padEnd } from '../../../surfaces/cli/width.ts'
import { cut, pageFor, type Page } from '../pads/layout.ts'
import type { Action } from '../actions.ts'
import { noWord } from './action.ts'
import { ask } from './ask.ts'
import { filtersOf } from './filters.ts'
import { folderName } from './layout.ts'

/** How much was said: a row a group, and the totals. */
export const stats: Action = async ({ words, flags }, shell) => {
  noWord(words)
  const { out } = shell.terminal
  const engine = await shell.engine()
  const { by, limit } = flags
  const input = { group_by: by, limit, ...filtersOf(flags, engine) }
  const answer = await countAll(input, shell)
  if (shell.json) {
    printJson(out, answer)
    return 'done'
  }
  out.write(`${tableOf(answer, pageFor(out, engine.now())).join('\n')}\n`)
  return 'done'
}

/** One call looks into so much; people get all of it counted, since each call goes on from the one before. */
async function countAll(input: Input, shell: Shell): Promise<StatsOutput> {
  let answer = await ask<StatsOutput>(shell, 'conversation_stats', input)
  for (let before = Infinity; answer.reckoned > 0 && answer.reckoned < before && !shell.signal.aborted;) {
    before = answer.reckoned
    answer = await ask<StatsOutput>(shell, 'conversation_stats', input)
  }
  return answer
}

const heads = ['chats', 'messages', 'turns', 'tokens in', 'out', 'time']

function tableOf({ groups, totals, groups_left_out: left, notes }: StatsOutput, page: Page): readonly string[] {
  const rows = groups.map((group) => [nameOf(group), ...cellsOf(group)])
  const total = ['all', ...cellsOf(totals)]
  const widths = heads.map((head, at) =>
    Math.max(head.length, ...[...rows, total].map((row) => (row[at + 1] ?? '').length)),
  )
  const numbers = widths.reduce((sum, width) => sum + width + 2, 0)
  const names = Math.max(3, ...rows.map(([name = '']) => displayWidth(name)))
  const room = page.out.isTerminal ? Math.max(8, Math.min(names, page.out.columns - numbers)) : names
  const line = ([name = '', ...cells]: readonly string[]): string =>
    [padEnd(cut(name, room, page), room), ...cells.map((cell, at) => cell.padStart(widths[at] ?? 0))].join('  ')
  return [
    page.paint.dim(line(['', ...heads])),
    ...rows.map(line),
    page.paint.bold(line(total)),
    ...(left > 0 ? [page.paint.dim(`${left} more: --limit ${Math.min(500, groups.length + left)}`)] : []),
    ...notes.map(page.paint.dim),
  ]
}

const nameOf = (group: Group): string =>
  groupings
    .filter((grouping) => group[grouping] !== undefined)
    .map((grouping) => (grouping === 'project' ? folderName(group.project ?? '(none)') : (group[grouping] ?? '(none)')))
    .join(' · ')

const cellsOf = ({ conversations, messages, turns, inputTokens, outputTokens, activeSeconds }: Totals) => [
  ...[conversations, messages, turns, inputTokens, outputTokens].map(grouped),
  timeOf(activeSeconds),
]

/** `3 h 07 min`. */
function timeOf(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${grouped(Math.floor(minutes / 60))} h ${String(minutes % 60).padStart(2, '0')} min`
}
