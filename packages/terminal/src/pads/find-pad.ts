import { isCitation, parseCitation } from '@wuku/core/citation'
import { WukuError } from '@wuku/core/errors'
import type { FoundPad, ResolvedPad } from '@wuku/pads/operations/resolve-pad-id'
import { commandLine } from '@wuku/text/show/shell-words'
import type { ActionRequest, Calls } from '../action-groups.ts'
import { usage } from '../arguments.ts'
import { SHOWN_OF_ID, shortId } from './pad-pages.ts'

/** Shorter beginnings fit by accident, and something would be written to the wrong place. */
const SHORTEST = 4
const MAX_NAMED = 10

export type Found = FoundPad & Pick<ResolvedPad, 'most_bytes'>

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
    `${shortId(found.id)} is the workflow "${found.title}", not a scratchpad.`,
    `List its scratchpads with: ${commandLine`wuku pads show ${shortId(found.id)}`}`,
  )
}

export interface Place extends Pick<ResolvedPad, 'most_bytes'> {
  readonly title: string
  /** Absent: none that is active has the name. */
  readonly workflow: string | undefined
}

/** Place of a new scratchpad: `--in <workflow>`, or the id of one before the title. */
export async function placeOf({ all, flags: { in: name, scope } }: ActionRequest, calls: Calls): Promise<Place> {
  const [first, ...rest] = all
  const title = (name === undefined ? rest : all).join(' ')
  if (first === undefined || title === '')
    throw usage(
      '"wuku pads new" needs a title.',
      'Write: wuku pads new --in "workflow name" "title", or: wuku pads new <workflow id> "title"',
    )
  if (name !== undefined) return { title, ...(await workflowCalled(String(name), scope, calls)) }
  if (scope !== undefined) throw usage('--scope needs --in.', 'A workflow given by its id already has its project.')
  const { type, id, most_bytes: maxBytes } = await findByBeginning(first, calls)
  if (type === 'workflow') return { title, workflow: id, most_bytes: maxBytes }
  throw usage(`${shortId(id)} is a scratchpad.`, `To write to it: ${commandLine`wuku pads append ${shortId(id)}`}`)
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

const tooShort = (beginning: string): WukuError =>
  new WukuError(
    'bad-input',
    `"${beginning}" is too short for an id.`,
    `Type at least ${SHORTEST} characters of it; wuku pads lists the ids.`,
  )

const ambiguous = (beginning: string, candidates: readonly FoundPad[]): WukuError =>
  new WukuError(
    'ambiguous',
    `Several ids begin with "${beginning}".`,
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
    `No workflow and no scratchpad has the id "${typed.slice(0, 100)}".`,
    nearest ? `Did you mean ${nameOf(nearest)}?` : `Find it with "wuku pads", or by its words: wuku pads search ...`,
  )
