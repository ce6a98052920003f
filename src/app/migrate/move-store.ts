import { movedParts, tablesOf } from '../../adapters/stores/moved-tables.ts'
import { cancelled, WukuError } from '../../core/errors.ts'
import type { DocumentId, SourceId } from '../../core/words.ts'
import type {
  Cell,
  MovedPart,
  MovedTable,
  MovingDesk,
  MovingOrigin,
  MovingTarget,
} from '../../adapters/stores/moving.ts'
import { sumOfPart } from './verify-move.ts'

export interface Move {
  readonly origin: MovingOrigin
  readonly target: MovingTarget
  /** The place of the old store, for people; another one is refused. */
  readonly from: string
  readonly signal: AbortSignal
  progress(step: MoveStep): void
}

export interface MoveStep {
  readonly says: string
  readonly done: number
  /** 0: nobody counted. */
  readonly total: number
}

/** A part as far as it has come, as it is noted in the target. */
interface PartState {
  /** Counts and checksums of the part when its move began; it is moved again when they differ. */
  readonly print: string
  readonly table?: string
  readonly after?: readonly Cell[]
  readonly isDone?: boolean
}

interface SourceState {
  readonly print: string
  readonly after: number
  readonly hasDocuments: boolean
  /** The place of its last postings; -1 to begin with. */
  readonly postings: number
}

interface VectorState {
  readonly print: string
  readonly set: number
  readonly after?: number | string
  readonly isDone?: boolean
}

export interface Moved {
  /** It goes on from an earlier run. */
  readonly isResumed: boolean
  /** Parts and sources that changed in the old store since they were moved, and were moved again. */
  readonly movedAgain: readonly string[]
}

/** Goes on where an earlier run of the same move was stopped; each page is written in one transaction with where it ends. */
export async function moveStore(move: Move): Promise<Moved> {
  const { target, from } = move
  if (await target.isForeign()) throw notEmpty()
  const notes = await target.notes()
  const begun = notes.get(BEGUN)
  if (begun !== undefined && begun !== from) throw otherMove(begun)
  const movedAgain: string[] = []
  if (begun === undefined) await target.write((desk) => desk.note(BEGUN, from))
  for (const part of movedParts) await movePart(move, part, { notes, movedAgain })
  await moveDocuments(move, { notes, movedAgain })
  await moveVectors(move, { notes, movedAgain })
  await target.complete(await move.origin.lastNumbers())
  return { isResumed: begun !== undefined, movedAgain }
}

const BEGUN = 'from'
const readState = <State>(noted: string | undefined): State | undefined =>
  noted === undefined ? undefined : (JSON.parse(noted) as State)

interface Run {
  readonly notes: ReadonlyMap<string, string>
  readonly movedAgain: string[]
}

async function movePart(move: Move, part: MovedPart, { notes, movedAgain }: Run): Promise<void> {
  const { origin, target } = move
  const print = JSON.stringify(await sumOfPart(origin, part))
  const before = readState<PartState>(notes.get(part))
  const isSame = before?.print === print
  if (before && isSame && before.isDone) return
  if (before && !isSame) {
    movedAgain.push(part)
    await target.write(async (desk) => {
      await desk.emptyPart(part)
      await desk.note(part, JSON.stringify({ print }))
    })
  }
  const tables = tablesOf(part)
  const reached = isSame ? tables.findIndex(({ name }) => name === before?.table) : -1
  for (const [at, table] of tables.entries())
    if (at >= reached) await moveTable(move, table, { print, after: at === reached ? before?.after : undefined })
  await target.write((desk) => desk.note(part, JSON.stringify({ print, isDone: true })))
}

interface TableRun {
  readonly print: string
  readonly after: readonly Cell[] | undefined
}

async function moveTable({ origin, target, signal, progress }: Move, table: MovedTable, run: TableRun): Promise<void> {
  const { print } = run
  let { after } = run
  for (let done = 0; ;) {
    demandGoingOn(signal)
    const rows = await origin.rows(table, after)
    const last = rows.at(-1)
    if (!last) return
    after = table.key.map((column) => last[column] ?? null)
    const state: PartState = { print, table: table.name, after }
    await target.write(async (desk) => {
      await desk.putRows(table, rows)
      await desk.note(table.part, JSON.stringify(state))
    })
    done += rows.length
    progress({ says: table.name.replaceAll('_', ' '), done, total: 0 })
  }
}

const noteOf = (source: SourceId): string => `source ${source}`
const noteSource = (desk: MovingDesk, source: SourceId, state: SourceState): Promise<void> =>
  desk.note(noteOf(source), JSON.stringify(state))

async function moveDocuments(move: Move, run: Run): Promise<void> {
  const { origin, signal } = move
  const prints = await origin.revisions()
  const states = await settleSources(move, prints, run)
  let nth = 0
  for (const [source, state] of states) {
    demandGoingOn(signal)
    move.progress({ says: 'documents', done: nth++, total: states.size })
    if (!state.hasDocuments) states.set(source, await moveSource(move, source, state))
  }
  await movePostings(move, states)
}

/** Takes out what changed or went since an earlier run; what it left is to be moved. */
async function settleSources(
  { target }: Move,
  prints: ReadonlyMap<SourceId, string>,
  { notes, movedAgain }: Run,
): Promise<Map<SourceId, SourceState>> {
  const noted = new Map(
    [...notes].flatMap(([name, state]) => {
      const source = /^source (\d+)$/.exec(name)?.[1]
      return source === undefined ? [] : [[Number(source) as SourceId, readState<SourceState>(state)] as const]
    }),
  )
  for (const [source, state] of noted) {
    if (state?.print === prints.get(source)) continue
    movedAgain.push(noteOf(source))
    await target.write(async (desk) => {
      await desk.emptyDocuments(source)
      await desk.note(noteOf(source), undefined)
      // Vectors belong to chunks: they come again after them.
      await desk.emptyVectors()
      await desk.note(VECTORS, undefined)
    })
    noted.delete(source)
  }
  return new Map(
    [...prints].map(([source, print]) => [
      source,
      noted.get(source) ?? { print, after: 0, hasDocuments: false, postings: -1 },
    ]),
  )
}

async function moveSource({ origin, target, signal }: Move, source: SourceId, from: SourceState): Promise<SourceState> {
  let state = from
  while (!state.hasDocuments) {
    demandGoingOn(signal)
    const documents = await origin.documents(source, state.after as DocumentId | 0)
    const last = documents.at(-1)
    const next: SourceState = { ...state, ...(last ? { after: last.id } : { hasDocuments: true }) }
    await target.write(async (desk) => {
      await desk.putDocuments(documents)
      await noteSource(desk, source, next)
    })
    state = next
  }
  return state
}

async function movePostings(
  { origin, target, signal, progress }: Move,
  states: Map<SourceId, SourceState>,
): Promise<void> {
  const after = new Map([...states].map(([source, { postings }]) => [source, postings]))
  let done = 0
  for await (const { at, parts } of origin.postings(after)) {
    demandGoingOn(signal)
    await target.write(async (desk) => {
      for (const part of parts) await desk.putPostings(part)
      for (const source of new Set(parts.map((part) => part.source))) {
        const state = states.get(source)
        if (state) await noteSource(desk, source, { ...state, postings: at })
      }
    })
    done += parts.reduce((sum, { chunks }) => sum + chunks.length, 0)
    progress({ says: 'postings of chunks', done, total: 0 })
  }
}

const VECTORS = 'vectors'

async function moveVectors(move: Move, { movedAgain }: Run): Promise<void> {
  const { origin, target, signal, progress } = move
  const sets = await origin.sets()
  const print = JSON.stringify(sets)
  const before = readState<VectorState>((await target.notes()).get(VECTORS))
  const isSame = before?.print === print
  if (before && isSame && before.isDone) return
  if (before && !isSame) {
    movedAgain.push(VECTORS)
    await target.write(async (desk) => {
      await desk.emptyVectors()
      await desk.note(VECTORS, undefined)
    })
  }
  for (const set of sets) {
    if (isSame && set.id < before.set) continue
    let after = isSame && set.id === before.set ? before.after : undefined
    const isThere = isSame && set.id === before.set
    if (!isThere)
      await target.write(async (desk) => {
        await desk.putSet(set)
        await desk.note(VECTORS, JSON.stringify({ print, set: set.id }))
      })
    for (let done = 0; ;) {
      demandGoingOn(signal)
      const vectors = await origin.vectors({ set: set.id, after })
      const last = vectors.at(-1)
      if (!last) break
      after = last.at
      const state: VectorState = { print, set: set.id, after }
      await target.write(async (desk) => {
        await desk.putVectors(set.id, vectors)
        await desk.note(VECTORS, JSON.stringify(state))
      })
      done += vectors.length
      progress({ says: 'vectors', done, total: 0 })
    }
  }
  await target.write((desk) => desk.note(VECTORS, JSON.stringify({ print, set: 0, isDone: true })))
}

function demandGoingOn(signal: AbortSignal): void {
  if (signal.aborted) throw cancelled()
}

const notEmpty = (): WukuError =>
  new WukuError(
    'conflict',
    'The new store is not empty: a move never mixes two stores, and never overwrites one.',
    'Name an empty one (another DATABASE_SCHEMA, or another file). To bring single sources to a team, use "wuku push".',
  )

const otherMove = (begun: string): WukuError =>
  new WukuError(
    'conflict',
    `A move from another store was begun there: from ${begun}.`,
    'Go on with that one, or name an empty store.',
  )
