import type { PadView, Workflow } from '../../../ports/pads.ts'
import { printJson } from '../../../surfaces/cli/answer.ts'
import { usage } from '../../../surfaces/cli/arguments.ts'
import type { Shell } from '../../../surfaces/cli/command.ts'
import { harmless, paintFor, wrapToWidth } from '../../../surfaces/cli/terminal.ts'
import type { Action, Asked } from '../actions.ts'
import { shortId, SHOWN_OF_ID, type ListedWorkflow, type Written, ask } from './layout.ts'
import { findByBeginning } from './find.ts'
import { commandLine } from '../../../text/shell-words.ts'
import { addAbortSignal } from 'node:stream'
import { WukuError } from '../../../core/errors.ts'
import { decodeText } from '../../../text/decode.ts'

/** One more block; of a workflow, in the scratchpad that `append-scratchpad` chooses. */
export const append: Action = async ({ words: [typed, ...text] }, shell) => {
  if (typed === undefined) throw usage('"wuku pads append" needs an id.', 'List ids with: wuku pads')
  const found = await findByBeginning(shell, typed)
  const id = found.what === 'workflow' ? found.workflow.id : found.pad.id
  const content = text.length > 0 ? text.join(' ') : await readText(shell)
  tell(shell, await ask<Written>(shell, 'append-scratchpad', { id, content }))
  return 'done'
}

/** A new scratchpad. What the call needs is looked at before somebody types a text in vain. */
export const create: Action = async (asked, shell) => {
  const { title, workflow } = await placeOf(asked, shell)
  const content = await readText(shell)
  const workflow_id = workflow ?? (await begin(asked, shell))
  tell(shell, await ask<Written>(shell, 'create-scratchpad', { workflow_id, title, content }))
  return 'done'
}

const readText = async (shell: Shell): Promise<string> =>
  readStandardInput(shell, (await shell.engine()).limits.padBytes)

interface Place {
  readonly title: string
  /** Absent: none that is active has the name. */
  readonly workflow: string | undefined
}

async function placeOf({ words, flags }: Asked, shell: Shell): Promise<Place> {
  const name = flags['in']
  const [first, ...rest] = words
  const title = (name === undefined ? rest : words).join(' ')
  if (first === undefined || title === '')
    throw usage(
      '"wuku pads new" needs a title.',
      'Write: wuku pads new --in "workflow name" "title", or: wuku pads new <workflow id> "title"',
    )
  if (name !== undefined) return { title, workflow: await workflowCalled(String(name), flags['scope'], shell) }
  if (flags['scope'] !== undefined)
    throw usage('--scope needs --in.', 'A workflow given by its id already has its project.')
  const found = await findByBeginning(shell, first)
  if (found.what === 'workflow') return { title, workflow: found.workflow.id }
  throw usage(
    `${shortId(found.pad.id)} is a scratchpad.`,
    `To write to it: ${commandLine`wuku pads append ${shortId(found.pad.id)}`}`,
  )
}

/** The newest that is active and has exactly this name; else the one whose id was typed as if it were a name. */
async function workflowCalled(name: string, scope: unknown, shell: Shell): Promise<string | undefined> {
  const engine = await shell.engine()
  const within = scope === undefined ? {} : { scope: String(scope) }
  return engine.read(async ({ pads }) => {
    const named = (await newestActive(pads, within)).find((known) => known.name === name)
    return named?.id ?? (await workflowFrom(pads, name))
  })
}

/** No beginning of an id shorter than what lists show: a name may be a word such as "cafe". */
async function workflowFrom(pads: PadView, typed: string): Promise<string | undefined> {
  if (typed.length < SHOWN_OF_ID) return undefined
  const [only, other] = await pads.idsFrom(typed, 2)
  return only === undefined || other !== undefined ? undefined : (await pads.workflow(only))?.id
}

const newestActive = async (pads: PadView, within: { readonly scope?: string }): Promise<readonly Workflow[]> =>
  (await pads.workflows({ ...within, activeOnly: true, limit: Number.MAX_SAFE_INTEGER, offset: 0 })).items

async function begin({ flags }: Asked, shell: Shell): Promise<string> {
  const input = { name: String(flags['in']), project_scope: flags['scope'] }
  const { workflow } = await ask<{ readonly workflow: ListedWorkflow }>(shell, 'create-workflow', input)
  return workflow.id
}

function tell({ terminal: { out }, json, quiet }: Shell, written: Written): void {
  if (json) return printJson(out, written)
  if (quiet) return
  const { id, version } = written.scratchpad
  const paint = paintFor(out)
  const message = harmless(written.message)
  const lines = out.isTerminal ? wrapToWidth(message, out.columns - 2) : [message]
  out.write(`${paint.green('✓')} ${lines.join('\n  ')}\n  ${paint.dim(`${shortId(id)} · version ${version}`)}\n`)
}

/** All of standard input as text, without the line break that `echo` puts at its end. */
async function readStandardInput({ terminal: { err }, signal, quiet }: Shell, most: number): Promise<string> {
  if (process.stdin.isTTY && !quiet)
    err.write(`${paintFor(err).dim('Type the text; press Ctrl-D on an empty line to finish.')}\n`)
  const bytes = await readBytes(addAbortSignal(signal, process.stdin), most)
  const decoded = bytes.length === 0 ? { text: '' } : decodeText(bytes)
  if (decoded === 'binary') throw notText()
  return decoded.text.replace(/\r?\n$/, '')
}

/** What is too long for a scratchpad is not read to its end: it may have none. */
async function readBytes(stream: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for await (const part of stream) {
      parts.push(part)
      length += part.length
      if (length > most + 2) throw tooLong(most)
    }
  } catch (error) {
    throw error instanceof Error && error.name === 'AbortError' ? stopped() : error
  }
  return Buffer.concat(parts)
}

const tooLong = (most: number): WukuError =>
  new WukuError(
    'too-large',
    `Standard input holds more than the ${most} bytes that a scratchpad may have.`,
    'Write part of it, or raise the setting "pads.bytes".',
  )

const notText = (): WukuError =>
  new WukuError(
    'bad-input',
    'Standard input is not text.',
    'Scratchpads hold text: write the path of the file instead.',
  )

const stopped = (): WukuError =>
  new WukuError('cancelled', 'Stopped: nothing was written.', 'Type the text again, and end it with Ctrl-D.')
