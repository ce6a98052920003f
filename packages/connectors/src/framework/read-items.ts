import type { Skipped } from '@wuku/core/core-types'
import type { ConnectedState, PassSlice, ReadItem } from '@wuku/core/services/service-connection'
import { msg, type Text } from '@wuku/messages/connectors'
import { readAttached } from './attachments.ts'
import { itemOf, lossesIn } from './document.ts'
import { emptySlice, problemOf, type KnownItems, type PassContext, type Slice } from './slice.ts'

/** Characters of the texts that are held at once. */
const SLICE_CHARS = 16 * 1024 * 1024
/** Longer texts are nobody's notes, and would be a page of results by themselves. */
const MAX_CHARS = 8 * 1024 * 1024

/** Reads all that waits. Only the last slice moves the cursors: what those before it stand for is not read whole. */
export async function* readWaiting(slice: Slice, known: KnownItems, context: PassContext): AsyncIterable<PassSlice> {
  if (context.dryRun) {
    const { waiting, container } = slice
    yield { ...emptySlice(slice), planned: [...waiting], ...(container !== undefined && { container }) }
    return slice.waiting.clear()
  }
  let reading = newReading()
  const total = slice.waiting.size
  const counted = (state: ConnectedState): ConnectedState => ({ ...state, skipped: countSkipped(state, known) })
  const inTheMiddle = (): PassSlice => handOn(reading, slice, counted({ ...slice.state, cursors: slice.kept }))
  try {
    for (const id of slice.waiting) {
      await readOne(id, reading, { slice, known, context })
      slice.waiting.delete(id)
      context.said(total - slice.waiting.size, id)
      if (reading.chars < SLICE_CHARS) continue
      yield inTheMiddle()
      reading = newReading()
    }
  } catch (error) {
    // Items that were read are kept all the same: the next pass knows them by their stamps.
    yield inTheMiddle()
    throw error
  }
  slice.state = counted(slice.state)
  yield handOn(reading, slice, slice.state)
  slice.kept = slice.state.cursors
}

interface Reading {
  readonly items: ReadItem[]
  readonly gone: string[]
  readonly skipped: Skipped[]
  chars: number
}

const newReading = (): Reading => ({ items: [], gone: [], skipped: [], chars: 0 })

const handOn = (
  { items, gone, skipped }: Reading,
  { problems }: Pick<Slice, 'problems'>,
  state: ConnectedState,
): PassSlice => ({ ...emptySlice({ problems, state }), items, gone, skipped })

interface ReadContext {
  readonly slice: Slice
  readonly known: KnownItems
  readonly context: PassContext
}

async function readOne(id: string, reading: Reading, { slice, known, context }: ReadContext): Promise<void> {
  try {
    const found = await context.service.read(id)
    const items: ReadItem[] = []
    let { losses = {} } = found ?? {}
    for (const page of found?.pages ?? []) {
      const attached = await readAttached(page, context)
      slice.problems.push(...attached.problems)
      if (attached.isPartial) askAgain(id, slice)
      items.push(itemOf(page, { ...losses, ...attached.losses }), ...attached.items)
      // They are of the whole, and counted with its first page.
      losses = {}
    }
    const isLong = items.some((item) => charsOf(item) > MAX_CHARS)
    const why: Text | undefined = isLong ? msg('tooLong', { megabytes: MAX_CHARS / 1024 / 1024 }) : found?.skipped
    const taken = why === undefined ? items : []
    if (why !== undefined) reading.skipped.push({ path: id, why })
    leaveOut(id, why, slice)
    reading.items.push(...taken)
    reading.chars += taken.reduce((sum, item) => sum + charsOf(item), 0)
    const before = [...(known.get(id)?.keys() ?? [])]
    reading.gone.push(...before.filter((item) => !taken.some((each) => each.item === item)))
    if (taken.length > 0) known.set(id, new Map(taken.map(({ item, stamp }) => [item, stamp])))
    else known.delete(id)
  } catch (error) {
    slice.problems.push(problemOf(id, error, context))
    askAgain(id, slice)
  }
}

function askAgain(id: string, slice: Slice): void {
  slice.state = { ...slice.state, again: [...new Set([...(slice.state.again ?? []), id])] }
}

const charsOf = ({ documents }: ReadItem): number => documents.reduce((sum, { text }) => sum + text.length, 0)

/** Items without a document have no stamp: they are named by the reason, until they are read again or gone. */
export function leaveOut(id: string, why: Text | undefined, slice: Slice): void {
  const before = slice.state.leftOut ?? {}
  if (why === undefined && !Object.values(before).some((ids) => ids.includes(id))) return
  const leftOut: Record<string, readonly string[]> = {}
  for (const [reason, ids] of Object.entries(before)) {
    const others = ids.filter((each) => each !== id)
    if (others.length > 0) leftOut[reason] = others
  }
  if (why !== undefined) leftOut[String(why)] = [...(leftOut[String(why)] ?? []), id]
  slice.state = { ...slice.state, leftOut }
}

/** Counts are of what is there now. */
export function countSkipped({ leftOut = {} }: ConnectedState, known: KnownItems): ConnectedState['skipped'] {
  const counts = lossesIn([...known.values()].flatMap((stamps) => [...stamps.values()]))
  for (const [reason, ids] of Object.entries(leftOut)) counts[reason] = ids.length
  return counts
}
