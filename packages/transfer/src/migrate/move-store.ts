import { moveDocuments } from './move-documents.ts'
import { throwIfCancelled, readState, VECTORS, type Move, type Run } from './move.ts'
import { movedParts, tablesOf } from '../rows/moved-tables.ts'
import { WukuError } from '@wuku/core/errors'
import type { Cell, MovedPart, MovedTable } from '../rows/moving.ts'
import { sumOfPart } from './verify-move.ts'

/** A part as far as it has come, as it is noted in the target. */
interface PartState {
  /** Counts and checksums of the part when its move began; it is moved again when they differ. */
  readonly print: string
  readonly table?: string
  readonly after?: readonly Cell[]
  readonly isDone?: boolean
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
  const notes = await target.notes()
  const startedFrom = notes.get(STARTED_FROM)
  if (startedFrom !== undefined && startedFrom !== from) throw otherMove(startedFrom)
  const movedAgain: string[] = []
  if (startedFrom === undefined) await target.write((transaction) => transaction.note(STARTED_FROM, from))
  for (const part of movedParts) await movePart(move, part, { notes, movedAgain })
  await moveDocuments(move, { notes, movedAgain })
  await moveVectors(move, { notes, movedAgain })
  await target.complete(await move.origin.lastNumbers())
  return { isResumed: startedFrom !== undefined, movedAgain }
}

const STARTED_FROM = 'from'
async function movePart(move: Move, part: MovedPart, { notes, movedAgain }: Run): Promise<void> {
  const { origin, target } = move
  const print = JSON.stringify(await sumOfPart(origin, part))
  const before = readState<PartState>(notes.get(part))
  const isSame = before?.print === print
  if (before && isSame && before.isDone) return
  if (before && !isSame) {
    movedAgain.push(part)
    await target.write(async (transaction) => {
      await transaction.emptyPart(part)
      await transaction.note(part, JSON.stringify({ print }))
    })
  }
  const tables = tablesOf(part)
  const reached = isSame ? tables.findIndex(({ name }) => name === before?.table) : -1
  for (const [at, table] of tables.entries())
    if (at >= reached) await moveTable(move, table, { print, after: at === reached ? before?.after : undefined })
  await target.write((transaction) => transaction.note(part, JSON.stringify({ print, isDone: true })))
}

interface TableRun {
  readonly print: string
  readonly after: readonly Cell[] | undefined
}

async function moveTable({ origin, target, signal, progress }: Move, table: MovedTable, run: TableRun): Promise<void> {
  const { print } = run
  let { after } = run
  for (let done = 0; ;) {
    throwIfCancelled(signal)
    const rows = await origin.rows(table, after)
    const last = rows.at(-1)
    if (!last) return
    after = table.key.map((column) => last[column] ?? null)
    const state: PartState = { print, table: table.name, after }
    await target.write(async (transaction) => {
      await transaction.putRows(table, rows)
      await transaction.note(table.part, JSON.stringify(state))
    })
    done += rows.length
    progress({ label: table.name.replaceAll('_', ' '), done, total: 0 })
  }
}

async function moveVectors(move: Move, { movedAgain }: Run): Promise<void> {
  const { origin, target, signal, progress } = move
  const sets = await origin.sets()
  const print = JSON.stringify(sets)
  const before = readState<VectorState>((await target.notes()).get(VECTORS))
  const isSame = before?.print === print
  if (before && isSame && before.isDone) return
  if (before && !isSame) {
    movedAgain.push(VECTORS)
    await target.write(async (transaction) => {
      await transaction.emptyVectors()
      await transaction.note(VECTORS, undefined)
    })
  }
  for (const set of sets) {
    if (isSame && set.id < before.set) continue
    let after = isSame && set.id === before.set ? before.after : undefined
    const isThere = isSame && set.id === before.set
    if (!isThere)
      await target.write(async (transaction) => {
        await transaction.putSet(set)
        await transaction.note(VECTORS, JSON.stringify({ print, set: set.id }))
      })
    for (let done = 0; ;) {
      throwIfCancelled(signal)
      const vectors = await origin.vectors({ set: set.id, after })
      const last = vectors.at(-1)
      if (!last) break
      after = last.at
      const state: VectorState = { print, set: set.id, after }
      await target.write(async (transaction) => {
        await transaction.putVectors(set.id, vectors)
        await transaction.note(VECTORS, JSON.stringify(state))
      })
      done += vectors.length
      progress({ label: 'vectors', done, total: 0 })
    }
  }
  await target.write((transaction) => transaction.note(VECTORS, JSON.stringify({ print, set: 0, isDone: true })))
}

const otherMove = (startedFrom: string): WukuError =>
  new WukuError(
    'conflict',
    `A move from another store was begun there: from ${startedFrom}.`,
    'Go on with that one, or name an empty store.',
  )
