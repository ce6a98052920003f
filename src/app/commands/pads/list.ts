import { counted } from '../../../engine/operations/counted.ts'
import { printJson } from '../../../surfaces/cli/answer.ts'
import { usage } from '../../../surfaces/cli/arguments.ts'
import type { Input, Shell } from '../../../surfaces/cli/command.ts'
import type { Action } from '../actions.ts'
import type { ListedPad, ListedWorkflow, Pads, Workflows } from './answers.ts'
import { ask } from './ask.ts'
import { padRows, pageFor, shortId, workflowLines, type Page } from './layout.ts'
import { commandLine } from '../../../text/shell-words.ts'

/** Workflows shown unless asked for more, and scratchpads of each: a screen or two. */
const USUAL_WORKFLOWS = 10
const USUAL_PADS = 5

/** Workflows with what was written last in each, newest first. */
export const list: Action = async ({ words: [word], flags }, shell) => {
  if (word !== undefined)
    throw usage(`"${word}" is one argument too many.`, `To look at it: ${commandLine`wuku pads show ${word}`}`)
  const isAll = flags['all'] === true
  if (isAll && flags['limit'] !== undefined)
    throw usage('--all and --limit exclude each other.', 'Leave one of them out.')
  const answer = isAll ? await everything(flags, shell) : await newest(flags, shell)
  if (shell.json) {
    printJson(shell.terminal.out, answer)
    return 'done'
  }
  const { out } = shell.terminal
  const page = pageFor(out, (await shell.engine()).now())
  const most = isAll ? Infinity : USUAL_PADS
  const parts = answer.workflows.map((workflow) => workflowPart(workflow, most, page))
  if (!shell.quiet || parts.length === 0) parts.push(page.paint.dim(foot(answer, flags)))
  out.write(`${parts.join('\n\n')}\n`)
  return 'done'
}

const newest = ({ scope, limit = USUAL_WORKFLOWS }: Input, shell: Shell): Promise<Workflows> =>
  ask<Workflows>(shell, 'list-workflows', { project_scope: scope, limit })

/** Answers are bounded for those who pay by the word: page after page, and each summary completed. */
async function everything({ scope }: Input, shell: Shell): Promise<Workflows> {
  const workflows: ListedWorkflow[] = []
  let page: Workflows
  let offset = 0
  do {
    page = await ask<Workflows>(shell, 'list-workflows', { project_scope: scope, limit: 20, offset })
    for (const workflow of page.workflows) workflows.push(await completed(workflow, shell))
    offset = page.next_offset ?? 0
  } while (page.has_more && offset > 0)
  return { ...page, workflows }
}

async function completed(workflow: ListedWorkflow, shell: Shell): Promise<ListedWorkflow> {
  const shown = workflow.scratchpads_summary ?? []
  if (shown.length >= workflow.scratchpad_count) return workflow
  return { ...workflow, scratchpads_summary: [...(await padsOf(workflow.id, shell))] }
}

/** Every one, newest first, without its text. */
export async function padsOf(workflow: string, shell: Shell): Promise<readonly ListedPad[]> {
  const pads: ListedPad[] = []
  let page: Pads
  do {
    const input = { workflow_id: workflow, include_content: false, limit: 50, offset: pads.length }
    page = await ask<Pads>(shell, 'list-scratchpads', input)
    pads.push(...page.scratchpads)
  } while (page.has_more && page.scratchpads.length > 0)
  return pads.map(({ id, title, size_bytes, updated_at }) => ({ id, title, size_bytes, updated_at }))
}

function workflowPart(workflow: ListedWorkflow, most: number, page: Page): string {
  const shown = (workflow.scratchpads_summary ?? []).slice(0, most)
  const more = workflow.scratchpad_count - shown.length
  const rest =
    more > 0 ? [page.paint.dim(`    … ${more} more: ${commandLine`wuku pads show ${shortId(workflow.id)}`}`)] : []
  return [...workflowLines(workflow, page), ...padRows(shown, page), ...rest].join('\n')
}

function foot({ workflows, total }: Workflows, { scope }: Input): string {
  const within = scope === undefined ? '' : ` of ${String(scope)}`
  if (total === 0) return `There is no workflow${within} yet. Begin one: wuku pads new --in "What I am at" Notes`
  if (workflows.length === total) return `${counted(total, 'workflow')}${within}.`
  return `${workflows.length} of ${counted(total, 'workflow')}${within}. More: ${commandLine`wuku pads --limit ${String(Math.min(100, total))}`}, or wuku pads --all`
}
