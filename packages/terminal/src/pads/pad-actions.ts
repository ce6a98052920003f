import { msg, tr } from '@wuku/messages/terminal'
import { WukuError } from '@wuku/core/errors'
import type { Followed } from '@wuku/pads/operations/follow-scratchpad'
import { decodeText } from '@wuku/text/decode'
import type { Action, ActionRequest, Calls } from '../action-groups.ts'
import { printJson, printJsonLine } from '../print-answer.ts'
import { usage } from '../arguments.ts'
import type { Input, Outcome, Shell } from '../command-types.ts'
import { present } from '../command-page.ts'
import { ageOf, shortId, sizeOf, type Paragraph } from '@wuku/kernel/base/answer-table'
import { harmless, paintFor, readBytes, translatorOf, writeTranslated, type Sink } from '../terminal.ts'
import { wrapToWidth } from '@wuku/text/show/width'
import { isCitation, parseCitation } from '@wuku/core/citation'
import type { PadList } from '@wuku/pads/operations/list-scratchpads'
import type { WorkflowPage } from '@wuku/pads/operations/read-workflows'
import type { FoundPad, ResolvedPad } from '@wuku/pads/operations/resolve-pad-id'
import type { PadTail } from '@wuku/pads/operations/tail-scratchpad'
import type { WorkflowAnswer } from '@wuku/pads/pad-shapes'
import { commandLine } from '@wuku/text/show/shell-words'

type Does = NonNullable<Action['does']>

/** Workflows with what was written last in each, newest first. */
export const list: Does = async ({ flags }, shell, calls) => {
  const { all, limit, scope } = flags
  const isAll = all === true
  if (isAll && limit !== undefined) throw usage(msg('allLimitExcludeEachOther'))
  const answer = isAll
    ? await everything(scope, calls)
    : await calls.ask<WorkflowPage>('list-workflows', { project_scope: scope, limit: limit ?? DEFAULT_WORKFLOWS })
  const shown = isAll || shell.json ? answer : { ...answer, workflows: answer.workflows.map(withNewest) }
  return calls.show('list-workflows', { project_scope: scope }, shown)
}

const withNewest = (workflow: WorkflowAnswer): WorkflowAnswer => ({
  ...workflow,
  scratchpads_summary: (workflow.scratchpads_summary ?? []).slice(0, DEFAULT_PADS),
})

/** Workflows shown unless asked for more, and scratchpads of each: a screen or two. */
const DEFAULT_WORKFLOWS = 10
const DEFAULT_PADS = 5

/** Answers are bounded for those who pay by the word: page after page, and each summary completed. */
async function everything(scope: unknown, calls: Calls): Promise<WorkflowPage> {
  const workflows: WorkflowAnswer[] = []
  let page: WorkflowPage
  let offset = 0
  do {
    page = await calls.ask<WorkflowPage>('list-workflows', { project_scope: scope, limit: 20, offset })
    for (const workflow of page.workflows) workflows.push(await completed(workflow, calls))
    offset = page.next_offset ?? 0
  } while (page.has_more && offset > 0)
  return { ...page, workflows }
}

async function completed(workflow: WorkflowAnswer, calls: Calls): Promise<WorkflowAnswer> {
  const shown = workflow.scratchpads_summary ?? []
  if (shown.length >= workflow.scratchpad_count) return workflow
  return { ...workflow, scratchpads_summary: await padsOf(workflow.id, calls) }
}

/** Every one, newest first, without its text. */
async function padsOf(workflow: string, { ask }: Calls): Promise<ListedPad[]> {
  const pads: ListedPad[] = []
  let page: PadList
  do {
    const input = { workflow_id: workflow, include_content: false, limit: 50, offset: pads.length }
    page = await ask<PadList>('list-scratchpads', input)
    pads.push(...page.scratchpads)
  } while (page.has_more && page.scratchpads.length > 0)
  return pads.map(({ id, title, size_bytes, updated_at }) => ({ id, title, size_bytes, updated_at }))
}

/** A scratchpad as a whole, or a workflow with all its scratchpads. */
export const show: Does = async ({ words: { id: typed = '' }, flags, now }, shell, calls) => {
  const { out } = shell.terminal
  const { type, id, workflow_name: workflowName } = await findByBeginning(typed, calls)
  if (type === 'workflow') {
    const input = { workflow_id: id, include_scratchpads_summary: false }
    const { workflow } = await calls.ask<{ readonly workflow: WorkflowAnswer }>('get-workflow', input)
    const scratchpads = await padsOf(id, calls)
    const shown = { workflow: { ...workflow, scratchpads_summary: scratchpads } }
    return calls.show('get-workflow', input, shell.json ? { workflow, scratchpads } : shown)
  }
  const answer = await readPad(id, { full_content: true }, calls)
  if (shell.json) {
    printJson(out, answer)
    return 'done'
  }
  if (!shell.quiet) present(answer.scratchpad, (pad) => ({ above: headOf(pad, workflowName, now) }), shell)
  const text = padText(answer.scratchpad.content, out)
  out.write((shell.quiet ? '' : '\n') + (flags['lineNumbers'] === true ? numbered(text, out) : text))
  return 'done'
}

function headOf(pad: PadText, workflow: string, now: number): readonly Paragraph[] {
  const facts = [
    sizeOf(pad.size_bytes),
    tr(msg('version', { version: pad.version })),
    ageOf(pad.updated_at, now),
    pad.id,
  ]
  return [
    { text: pad.title || tr('(no title)'), look: 'bold', fits: 'cut' },
    { text: [workflow || tr('(no name)'), ...facts].join(' · '), look: 'dim' },
  ]
}

function numbered(content: string, out: Sink): string {
  if (content === '') return ''
  const lines = content.replace(/\n$/, '').split('\n')
  const width = String(lines.length).length
  return lines.map((line, at) => `${paintFor(out).dim(`${String(at + 1).padStart(width)}:`)} ${line}\n`).join('')
}

/** The text of a scratchpad; a reader sees where blocks end, and nothing in it commands the terminal. */
export function padText(content: string, out: Sink): string {
  if (!out.isTerminal) return endLine(content)
  const separator = /^---\n<!--- block start --->$/gm
  return endLine(harmless(content).replace(separator, (lines) => lines.replaceAll(/^.*$/gm, paintFor(out).dim)))
}

const endLine = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

type ListedPad = NonNullable<WorkflowAnswer['scratchpads_summary']>[number]
type PadText = NonNullable<PadTail['scratchpad']>

interface ReadPad extends PadTail {
  readonly scratchpad: PadText
}

/** A part of a scratchpad, or all of it: nothing is left out for its length. */
async function readPad(id: string, part: Input, { ask }: Calls): Promise<ReadPad> {
  const answer = await ask<PadTail>('tail-scratchpad', { id, ...part })
  const { scratchpad, message } = answer
  if (!scratchpad) throw new WukuError('not-found', message, msg('justDeletedSeePads'))
  return { ...answer, scratchpad }
}

/** One more block; of a workflow, in the scratchpad that `append-scratchpad` chooses. */
export const append: Does = async ({ words: { id: typed = '', text } }, shell, calls) => {
  const { id, most_bytes: maxBytes } = await findByBeginning(typed, calls)
  const content = text ?? (await readText(shell, maxBytes))
  return printWritten(shell, await calls.ask<ReadPad>('append-scratchpad', { id, content }))
}

/** A new scratchpad. The other arguments are checked before somebody types a text in vain. */
export const create: Does = async (request, shell, calls) => {
  const { title, workflow, most_bytes: maxBytes } = await placeOf(request, calls)
  const content = await readText(shell, maxBytes)
  const workflow_id = workflow ?? (await begin(request, calls))
  return printWritten(shell, await calls.ask<ReadPad>('create-scratchpad', { workflow_id, title, content }))
}

async function begin({ flags }: ActionRequest, { ask }: Calls): Promise<string> {
  const input = { name: String(flags['in']), project_scope: flags['scope'] }
  return (await ask<{ readonly workflow: WorkflowAnswer }>('create-workflow', input)).workflow.id
}

function printWritten({ terminal: { out }, json, quiet }: Shell, written: ReadPad): Outcome {
  const { id, version } = written.scratchpad
  if (json) printJson(out, written)
  else if (!quiet) {
    const paint = paintFor(out)
    const translate = translatorOf(out)
    const message = harmless(translate(written.message))
    const lines = out.isTerminal ? wrapToWidth(message, out.columns - 2) : [message]
    out.write(
      `${paint.green('✓')} ${lines.join('\n  ')}\n  ${paint.dim(`${shortId(id)} · ${translate(msg('version', { version }))}`)}\n`,
    )
  }
  return 'done'
}

/** All of standard input as text, without the line break that `echo` puts at its end. */
async function readText({ terminal: { err }, stdin, signal, quiet }: Shell, maxBytes: number): Promise<string> {
  if (stdin.isTerminal && !quiet)
    writeTranslated(err, () => `${paintFor(err).dim(tr('Type the text; press Ctrl-D on an empty line to finish.'))}\n`)
  const bytes = await readBytes(stdin.bytes(signal), maxBytes + 2).catch((error: unknown) => {
    throw error instanceof Error && error.name === 'AbortError' ? stopped() : error
  })
  if (bytes.length > maxBytes + 2) throw new WukuError('too-large', msg('standardInputHoldsMoreThan', { maxBytes }))
  const decoded = bytes.length === 0 ? { text: '' } : decodeText(bytes)
  if (decoded === 'binary') throw new WukuError('bad-input', msg('standardInputNotText'))
  return decoded.text.replace(/\r?\n$/, '')
}

const stopped = (): WukuError => new WukuError('cancelled', msg('stoppedNothingWritten'))

const DEFAULT_LINES = 50

/** The end of a scratchpad; with `--follow` also what comes to it, until the signal or until it is deleted. */
export const tail: Does = async ({ words: { id: typed = '' }, flags: { lines, follow } }, shell, calls) => {
  const { id } = await findPad(typed, calls)
  const printTail = async (): Promise<number> => {
    const answer = await readPad(id, { tail_size: { lines: Number(lines ?? DEFAULT_LINES) } }, calls)
    const { content, version } = answer.scratchpad
    if (shell.json) printJson(shell.terminal.out, answer)
    else printText(content, shell)
    return version
  }
  let version = await printTail()
  if (follow !== true) return 'done'
  while (!shell.signal.aborted) {
    const event = await calls.ask<Followed>('follow-scratchpad', { id, version })
    version = event.version
    if (event.event === 'added') printAdded(event, shell)
    else if (event.event === 'rewritten') {
      printRewritten(event, shell)
      version = await printTail()
    } else if (event.event === 'deleted') return printDeleted(shell)
  }
  return 'done'
}

const printText = (text: string, { terminal: { out } }: Shell): void => out.write(padText(text, out))

/** Every line on the screen is ended: one that went on growing is printed again as a whole. */
function printAdded({ event, version, by, how, text, unended }: Followed, shell: Shell): void {
  if (text === '') return
  if (shell.json) return printJsonLine(shell.terminal.out, { event, version, by, how, text })
  if (unended === '') printText(text, shell)
  else printText(text.startsWith('\n') ? text.slice(1) : unended + text, shell)
}

/** Lines above the end were changed, and what stands on the screen is no longer true. */
function printRewritten({ event, version, by, how }: Followed, { terminal: { out, err }, json, quiet }: Shell): void {
  if (json) return printJsonLine(out, { event, version, by, how })
  if (quiet) return
  writeTranslated(
    err,
    () => `${paintFor(err).yellow(tr(msg('rewrittenVersion', { by: harmless(by), how, version })))}\n`,
  )
}

function printDeleted({ terminal: { out, err }, json, quiet }: Shell): Outcome {
  if (json) printJsonLine(out, { event: 'deleted' })
  else if (!quiet) writeTranslated(err, () => `${paintFor(err).yellow(tr('── the scratchpad was deleted ──'))}\n`)
  return 'done'
}

/** Shorter beginnings fit by accident, and something would be written to the wrong place. */
const SHORTEST = 4
const MAX_NAMED = 10
/** Letters of an id that lists show. */
const SHOWN_OF_ID = 8

type Found = FoundPad & Pick<ResolvedPad, 'most_bytes'>

/** A workflow or a scratchpad by its id or citation, or by a beginning of the id that no other has. */
export async function findByBeginning(typed: string, { ask }: Pick<Calls, 'ask'>): Promise<Found> {
  const id = isCitation(typed) ? parseCitation(typed).path : typed
  if (id === '') throw tooShort(id)
  const resolved = await ask<ResolvedPad>('resolve-pad-id', { id })
  const { exact, candidates, nearest, most_bytes: maxBytes } = resolved
  const [only, other] = candidates
  if (exact) return { ...exact, most_bytes: maxBytes }
  if (id.length < SHORTEST) throw tooShort(id)
  if (only && !other) return { ...only, most_bytes: maxBytes }
  throw only ? ambiguous(id, candidates) : notFound(id, nearest)
}

export async function findPad(typed: string, calls: Pick<Calls, 'ask'>): Promise<Found> {
  const found = await findByBeginning(typed, calls)
  if (found.type === 'scratchpad') return found
  throw new WukuError(
    'bad-input',
    msg('workflowNotScratchpad', {
      id: shortId(found.id),
      title: found.title,
      command: commandLine`wuku pads show ${shortId(found.id)}`,
    }),
  )
}

interface Place extends Pick<ResolvedPad, 'most_bytes'> {
  readonly title: string
  /** Absent: none that is active has the name. */
  readonly workflow: string | undefined
}

/** Place of a new scratchpad: `--in <workflow>`, or the id of one before the title. */
async function placeOf({ all, flags: { in: name, scope } }: ActionRequest, calls: Calls): Promise<Place> {
  const [first, ...rest] = all
  const title = (name === undefined ? rest : all).join(' ')
  if (first === undefined || title === '') throw usage(msg('padsNewNeedsTitle'))
  if (name !== undefined) return { title, ...(await workflowCalled(String(name), scope, calls)) }
  if (scope !== undefined) throw usage(msg('scopeNeeds'))
  const { type, id, most_bytes: maxBytes } = await findByBeginning(first, calls)
  if (type === 'workflow') return { title, workflow: id, most_bytes: maxBytes }
  throw usage(msg('scratchpad', { id: shortId(id), command: commandLine`wuku pads append ${shortId(id)}` }))
}

/**
 * The newest that is active and has exactly this name; else the one whose id was typed as if it were a name. No beginning
 * of an id shorter than what lists show: a name may be a word such as "cafe".
 */
async function workflowCalled(name: string, scope: unknown, { ask }: Calls): Promise<Omit<Place, 'title'>> {
  const input = { id: name, workflow_name: name, project_scope: scope }
  const { named, exact, candidates, most_bytes: maxBytes } = await ask<ResolvedPad>('resolve-pad-id', input)
  const only = exact ?? (candidates.length === 1 ? candidates[0] : undefined)
  const byId = only?.type === 'workflow' && name.length >= SHOWN_OF_ID ? only.id : undefined
  return { workflow: named?.id ?? byId, most_bytes: maxBytes }
}

const tooShort = (beginning: string) => new WukuError('bad-input', msg('tooShortId', { beginning, shortest: SHORTEST }))

const ambiguous = (beginning: string, candidates: readonly FoundPad[]): WukuError =>
  new WukuError(
    'ambiguous',
    msg('severalIdsBegin', { beginning }),
    [
      'Type more of the intended one:',
      ...candidates.slice(0, MAX_NAMED).map(nameOf),
      ...(candidates.length > MAX_NAMED ? ['and more'] : []),
    ].join('\n'),
  )

const nameOf = ({ type, id, title }: FoundPad): string => `${id}  ${type} "${title}"`

const notFound = (typed: string, nearest: FoundPad | null): WukuError =>
  new WukuError(
    'not-found',
    msg('noWorkflowNoScratchpadId', { typed: typed.slice(0, 100) }),
    nearest ? msg('didYouMean4', { name: nameOf(nearest) }) : msg('findPadsWordsPadsSearch'),
  )
