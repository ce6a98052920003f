import { throwIfCancelled, readState, VECTORS, type Move, type Run } from './move.ts'
import type { DocumentId, SourceId } from '@wuku/core/core-types'
import type { MovingTransaction } from '../rows/moving.ts'

interface SourceState {
  readonly print: string
  readonly after: number
  readonly hasDocuments: boolean
  /** The place of its last postings, which need be no whole number; -1 to begin with. */
  readonly postings: number
}

const noteOf = (source: SourceId): string => `source ${source}`
const noteSource = (transaction: MovingTransaction, source: SourceId, state: SourceState): Promise<void> =>
  transaction.note(noteOf(source), JSON.stringify(state))

export async function moveDocuments(move: Move, run: Run): Promise<void> {
  const { origin, signal } = move
  const prints = await origin.revisions()
  const states = await resolveSources(move, prints, run)
  let nth = 0
  for (const [source, state] of states) {
    throwIfCancelled(signal)
    move.progress({ label: 'documents', done: nth++, total: states.size })
    if (!state.hasDocuments) states.set(source, await moveSource(move, source, state))
  }
  await movePostings(move, states)
}

/** Takes out what changed or went since an earlier run; what it left is to be moved. */
async function resolveSources(
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
    await target.write(async (transaction) => {
      await transaction.emptyDocuments(source)
      await transaction.note(noteOf(source), undefined)
      // Vectors belong to chunks: they come again after them.
      await transaction.emptyVectors()
      await transaction.note(VECTORS, undefined)
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
    throwIfCancelled(signal)
    const documents = await origin.documents(source, state.after as DocumentId | 0)
    const last = documents.at(-1)
    const next: SourceState = { ...state, ...(last ? { after: last.id } : { hasDocuments: true }) }
    await target.write(async (transaction) => {
      await transaction.putDocuments(documents)
      await noteSource(transaction, source, next)
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
    throwIfCancelled(signal)
    await target.write(async (transaction) => {
      for (const part of parts) await transaction.putPostings(part)
      for (const source of new Set(parts.map((part) => part.source))) {
        const state = states.get(source)
        if (state) await noteSource(transaction, source, { ...state, postings: at })
      }
    })
    done += parts.reduce((sum, { chunks }) => sum + chunks.length, 0)
    progress({ label: 'postings of chunks', done, total: 0 })
  }
}
