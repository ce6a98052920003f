import { isCitation, parseCitation } from '../../../core/citation.ts'
import { WukuError } from '../../../core/errors.ts'
import type { PadFacts, PadView, Workflow } from '../../../ports/pads.ts'
import type { Shell } from '../../../surfaces/cli/command.ts'
import { commandLine } from '../../../text/shell-words.ts'

/** What an id belongs to. */
export type Found =
  | { readonly what: 'workflow'; readonly workflow: Workflow }
  | { readonly what: 'scratchpad'; readonly pad: PadFacts }

/** Shorter beginnings fit by accident, and something would be written to the wrong place. */
const SHORTEST = 4
const MOST_NAMED = 10

/** A workflow or a scratchpad by its id or citation, or by a beginning of the id that no other has. */
export async function findByBeginning(shell: Shell, typed: string): Promise<Found> {
  const engine = await shell.engine()
  const id = isCitation(typed) ? parseCitation(typed).path : typed
  return engine.read(
    async ({ pads }) => (await lookUp(pads, id)) ?? (await lookUp(pads, id.toLowerCase())) ?? uniqueFrom(pads, id),
  )
}

export async function findPad(shell: Shell, typed: string): Promise<PadFacts> {
  const found = await findByBeginning(shell, typed)
  if (found.what === 'scratchpad') return found.pad
  const { id, name } = found.workflow
  throw new WukuError(
    'bad-input',
    `${id.slice(0, 8)} is the workflow "${name}", not a scratchpad.`,
    `List its scratchpads with: ${commandLine`wuku pads show ${id.slice(0, 8)}`}`,
  )
}

async function lookUp(pads: PadView, id: string): Promise<Found | undefined> {
  const workflow = await pads.workflow(id)
  if (workflow) return { what: 'workflow', workflow }
  const pad = await pads.padFacts(id)
  return pad && { what: 'scratchpad', pad }
}

async function uniqueFrom(pads: PadView, beginning: string): Promise<Found> {
  if (beginning.length < SHORTEST) throw tooShort(beginning)
  const ids = await pads.idsFrom(beginning, MOST_NAMED + 1)
  const [only, other] = ids
  const found = only === undefined || other !== undefined ? undefined : await lookUp(pads, only)
  if (found) return found
  throw only === undefined ? await notFound(pads, beginning) : await ambiguous(pads, beginning, ids)
}

const tooShort = (beginning: string): WukuError =>
  new WukuError(
    'bad-input',
    `"${beginning}" is too short for an id.`,
    `Type at least ${SHORTEST} characters of it; wuku pads lists the ids.`,
  )

async function ambiguous(pads: PadView, beginning: string, ids: readonly string[]): Promise<WukuError> {
  const named = await Promise.all(ids.slice(0, MOST_NAMED).map((id) => lookUp(pads, id)))
  const rest = ids.length > MOST_NAMED ? ['and more'] : []
  return new WukuError(
    'ambiguous',
    `Several ids begin with "${beginning}".`,
    ['Type more of the intended one:', ...named.flatMap((found) => (found ? [nameOf(found)] : [])), ...rest].join('\n'),
  )
}

const nameOf = (found: Found): string =>
  found.what === 'workflow'
    ? `${found.workflow.id}  workflow "${found.workflow.name}"`
    : `${found.pad.id}  scratchpad "${found.pad.title}"`

/** The longest part of what was typed that some id does begin with is where the slip is. */
async function notFound(pads: PadView, typed: string): Promise<WukuError> {
  for (let length = typed.length - 1; length >= SHORTEST; length--) {
    const near = (await pads.idsFrom(typed.slice(0, length), MOST_NAMED))[0]
    const found = near === undefined ? undefined : await lookUp(pads, near)
    if (found) return missing(typed, `Did you mean ${nameOf(found)}?`)
  }
  return missing(typed, `Find it with "wuku pads", or by its words: wuku pads search ...`)
}

const missing = (typed: string, remedy: string): WukuError =>
  new WukuError('not-found', `No workflow and no scratchpad has the id "${typed.slice(0, 100)}".`, remedy)
