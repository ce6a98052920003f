import { counted } from '../../../engine/operations/counted.ts'
import { printJson } from '../../../surfaces/cli/answer.ts'
import { usage } from '../../../surfaces/cli/arguments.ts'
import type { Input, Shell, Outcome } from '../../../surfaces/cli/command.ts'
import type { Action } from '../actions.ts'
import {
  padRows,
  pageFor,
  shortId,
  workflowLines,
  type Page,
  type ListedPad,
  type ListedWorkflow,
  type Pads,
  type Workflows,
  ask,
  ageOf,
  cut,
  padText,
  sizeOf,
  type PadText,
  onlyWord,
  type FoundWorkflow,
  type FoundWorkflows,
} from './layout.ts'
import { commandLine } from '../../../text/shell-words.ts'
import type { PadFacts, Workflow } from '../../../ports/pads.ts'
import { harmless, paintFor, type Paint, wrapToWidth } from '../../../surfaces/cli/terminal.ts'
import { findByBeginning } from './find.ts'
import { readPad } from './read-pad.ts'

/** Workflows shown unless asked for more, and scratchpads of each: a screen or two. */
const USUAL_WORKFLOWS = 10
const USUAL_PADS = 5

/** Workflows with what was written last in each, newest first. */
export const list: Action = async ({ words: [word], flags }, shell) => {
  if (word !== undefined)
    throw usage(`Unexpected argument "${word}".`, `To read it: ${commandLine`wuku pads show ${word}`}`)
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

/** A scratchpad as a whole, or a workflow with all its scratchpads. */
export const show: Action = async ({ words, flags }, shell) => {
  const found = await findByBeginning(shell, onlyWord(words, 'show'))
  return found.what === 'workflow'
    ? showWorkflow(found.workflow, shell)
    : showPad(found.pad, flags['lineNumbers'] === true, shell)
}

async function showWorkflow({ id }: Workflow, shell: Shell): Promise<Outcome> {
  const { out } = shell.terminal
  const input = { workflow_id: id, include_scratchpads_summary: false }
  const { workflow } = await ask<{ readonly workflow: ListedWorkflow }>(shell, 'get-workflow', input)
  const scratchpads = await padsOf(id, shell)
  if (shell.json) {
    printJson(out, { workflow, scratchpads })
    return 'done'
  }
  const page = pageFor(out, (await shell.engine()).now())
  const text = harmless(workflow.description ?? '').trim()
  const wrapped = out.isTerminal ? text.split('\n').flatMap((line) => wrapToWidth(line, out.columns - 2)) : [text]
  const about = text === '' ? [] : wrapped.map((line) => `  ${line}`)
  const lines = [...workflowLines({ ...workflow, description: null }, page), ...about, ...padRows(scratchpads, page)]
  out.write(`${lines.join('\n')}\n`)
  return 'done'
}

async function showPad({ id }: PadFacts, isNumbered: boolean, shell: Shell): Promise<Outcome> {
  const { out } = shell.terminal
  const answer = await readPad(shell, id)
  if (shell.json) {
    printJson(out, answer)
    return 'done'
  }
  const { scratchpad } = answer
  const head = shell.quiet ? '' : `${await headOf(scratchpad, shell)}\n\n`
  const paint = paintFor(out)
  const text = padText(scratchpad.content, { out, paint })
  out.write(head + (isNumbered ? numbered(text, paint) : text))
  return 'done'
}

/** Who wants nothing but the text says `--quiet`. */
async function headOf(pad: PadText, shell: Shell): Promise<string> {
  const { out } = shell.terminal
  const engine = await shell.engine()
  const page = pageFor(out, engine.now())
  const workflow = await engine.read(({ pads }) => pads.workflow(pad.workflow_id))
  const facts = `${sizeOf(pad.size_bytes)} · version ${pad.version} · ${ageOf(pad.updated_at, page.now)} · ${pad.id}`
  const name = cut(workflow?.name || '(no name)', out.columns - facts.length - 3, page)
  return `${page.paint.bold(cut(pad.title || '(no title)', out.columns, page))}\n${page.paint.dim(`${name} · ${facts}`)}`
}

function numbered(content: string, paint: Paint): string {
  if (content === '') return ''
  const lines = content.replace(/\n$/, '').split('\n')
  const width = String(lines.length).length
  return lines.map((line, at) => `${paint.dim(`${String(at + 1).padStart(width)}:`)} ${line}\n`).join('')
}

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
  if (!shell.quiet || parts.length === 0) parts.push(layout.paint.dim(searchFoot(answer, query)))
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

function searchFoot({ pagination: { page, has_more: more }, message }: FoundWorkflows, query: string): string {
  return more
    ? `${harmless(message)}\nMore: ${commandLine`wuku pads search --page ${String(page + 1)} ${query}`}`
    : harmless(message)
}
