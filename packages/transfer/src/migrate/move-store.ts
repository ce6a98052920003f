import { msg } from '@wuku/messages/transfer'
import { cancelled, WukuError } from '@wuku/core/errors'
import type { RecordReader, MoveTarget, RecordWriter } from '../rows/records.ts'
import {
  countOf,
  emptyStorePart,
  isOfSource,
  labelOf,
  partsOf,
  POSTINGS,
  putRecord,
  VECTORS,
  type PostingPlaces,
  type StorePart,
} from '../rows/snapshot.ts'

export interface Move {
  readonly origin: RecordReader
  readonly target: MoveTarget
  /** The place of the old store, for people; another one is refused. */
  readonly from: string
  readonly signal: AbortSignal
  progress(step: MoveStep): void
}

export interface MoveStep {
  readonly label: string
  readonly done: number
  /** 0: nobody counted. */
  readonly total: number
}

/** A part as far as it has come, as it is noted in the target. */
interface PartState {
  /** Print of the part when its move began; it is moved again when it differs. */
  readonly print: string
  readonly at?: unknown
  readonly isDone?: boolean
}

export interface Moved {
  /** It goes on from an earlier run. */
  readonly isResumed: boolean
  /** Parts and sources that changed in the old store since they were moved, and were moved again. */
  readonly movedAgain: readonly string[]
}

interface Run extends Move {
  readonly states: Map<string, PartState>
  readonly movedAgain: string[]
}

/** Goes on where an earlier run of the same move was stopped; each page is written in one transaction with where it ends. */
export async function moveStore(move: Move): Promise<Moved> {
  const { origin, target, from } = move
  const notes = new Map(await target.notes())
  const startedFrom = notes.get(STARTED_FROM)
  notes.delete(STARTED_FROM)
  if (startedFrom !== undefined && startedFrom !== from) throw otherMove(startedFrom)
  if (startedFrom === undefined) await target.write((transaction) => transaction.note(STARTED_FROM, from))
  const states = new Map([...notes].map(([name, state]) => [name, JSON.parse(state) as PartState]))
  const run: Run = { ...move, states, movedAgain: [] }
  const parts = await partsOf(origin)
  const left = [...states.keys()].filter((name) => isOfSource(name) && !parts.some((part) => part.name === name))
  for (const name of left) await moveAgain(run, name)
  for (const part of parts) await movePart(run, part)
  await target.complete(await origin.lastNumbers())
  return { isResumed: startedFrom !== undefined, movedAgain: run.movedAgain }
}

const STARTED_FROM = 'from'

async function movePart(run: Run, part: StorePart): Promise<void> {
  const { target, signal, progress, states } = run
  const print = await part.print()
  const before = states.get(part.name)
  if (before && (before.print !== print || !isKnown(before))) await moveAgain(run, part.name)
  const state = states.get(part.name)
  if (state?.isDone) return
  throwIfCancelled(signal)
  const note = (transaction: RecordWriter, next: Omit<PartState, 'print'>): Promise<void> =>
    transaction.note(part.name, JSON.stringify({ print, ...next } satisfies PartState))
  let last = state?.at
  let done = 0
  for await (const { at, records } of part.pages(state?.at)) {
    const [record] = records
    if (record) progress({ label: labelOf(record), done, total: 0 })
    throwIfCancelled(signal)
    await target.write(async (transaction) => {
      for (const each of records) await putRecord(transaction, each)
      await note(transaction, { at })
    })
    last = at
    done += records.reduce((sum, each) => sum + countOf(each), 0)
  }
  await target.write((transaction) => note(transaction, { at: last, isDone: true }))
}

/** Earlier versions noted in another way how far a part had come. */
const isKnown = ({ at, isDone }: PartState): boolean => at !== undefined || isDone === true

/** Takes out what changed or went since an earlier run. */
async function moveAgain({ target, states, movedAgain }: Run, part: string): Promise<void> {
  movedAgain.push(part)
  states.delete(part)
  const postings = states.get(POSTINGS)
  if (isOfSource(part)) {
    states.delete(VECTORS)
    const { [part.slice('source '.length)]: _gone, ...places } = (postings?.at ?? {}) as PostingPlaces
    if (postings) states.set(POSTINGS, { print: postings.print, at: places })
  }
  await target.write(async (transaction) => {
    await emptyStorePart(transaction, part)
    for (const name of [part, VECTORS, POSTINGS]) {
      const state = states.get(name)
      await transaction.note(name, state && JSON.stringify(state))
    }
  })
}

function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw cancelled()
}

const otherMove = (startedFrom: string): WukuError =>
  new WukuError('conflict', msg('moveFromAnotherStoreBegun', { startedFrom }))
