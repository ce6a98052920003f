import type { PadFacts, Workflow } from '../../../ports/pads.ts'
import { printJson } from '../../../surfaces/cli/answer.ts'
import type { Outcome, Shell } from '../../../surfaces/cli/command.ts'
import { harmless, paintFor, type Paint } from '../../../surfaces/cli/terminal.ts'
import { wrapToWidth } from '../../../surfaces/cli/width.ts'
import type { Action } from '../actions.ts'
import { onlyWord } from './action.ts'
import type { ListedWorkflow, PadText } from './answers.ts'
import { ask } from './ask.ts'
import { findByBeginning } from './find.ts'
import { ageOf, cut, padRows, padText, pageFor, sizeOf, workflowLines } from './layout.ts'
import { padsOf } from './list.ts'
import { readPad } from './read-pad.ts'

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
