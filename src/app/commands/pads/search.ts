import { counted } from '../../../engine/operations/counted.ts'
import { printJson } from '../../../surfaces/cli/answer.ts'
import { usage } from '../../../surfaces/cli/arguments.ts'
import { harmless } from '../../../surfaces/cli/terminal.ts'
import { wrapToWidth } from '../../../surfaces/cli/width.ts'
import type { Action } from '../actions.ts'
import type { FoundWorkflow, FoundWorkflows } from './answers.ts'
import { ask } from './ask.ts'
import { pageFor, workflowLines, type Page } from './layout.ts'
import { commandLine } from '../../../text/shell-words.ts'

/** Workflows by their words and those of their scratchpads, best first, each with its reasons. */
export const search: Action = async ({ words, flags: { scope, limit, page } }, shell) => {
  const query = words.join(' ')
  if (query.trim() === '') throw usage('"wuku pads search" needs a query.', 'Write: wuku pads search "React 组件"')
  const { out } = shell.terminal
  const input = { query, project_scope: scope, limit, page }
  const answer = await ask<FoundWorkflows>(shell, 'search-workflows', input)
  if (shell.json) {
    printJson(out, answer)
    return 'done'
  }
  const layout = pageFor(out, (await shell.engine()).now())
  const parts = answer.results.map((result) => resultPart(result, layout))
  if (!shell.quiet || parts.length === 0) parts.push(layout.paint.dim(foot(answer, query)))
  out.write(`${parts.join('\n\n')}\n`)
  return 'done'
}

function resultPart({ workflow, matching_scratchpads: matching, rank, why }: FoundWorkflow, page: Page): string {
  const { out } = page
  const [head = '', ...about] = workflowLines(workflow, page)
  const count = workflow.scratchpad_count
  const within = count > 1 ? `, in ${matching} of ${counted(count, 'scratchpad')}` : ''
  const reasons = harmless(`${rank}. ${why}${within}`)
  const lines = out.isTerminal ? wrapToWidth(reasons, out.columns - 2) : [reasons]
  return [head, ...about, ...lines.map((line) => `  ${line}`)].join('\n')
}

function foot({ pagination: { page, has_more: more }, message }: FoundWorkflows, query: string): string {
  return more
    ? `${harmless(message)}\nMore: ${commandLine`wuku pads search --page ${String(page + 1)} ${query}`}`
    : harmless(message)
}
