import type { PassSlice } from '@wuku/core/services/service-connection'
import { msg } from '@wuku/messages/connectors'
import { takeCensus } from './census.ts'
import { countSkipped, readWaiting } from './read-items.ts'
import { emptySlice, knownByItem, problemOf, type PassContext, type Slice } from './slice.ts'

/** Items of a slice: what is held in memory, and what a kill loses. */
const SLICE_ITEMS = 1_000

/**
 * Changes of each container, then what could not be read the last time, then the census. A container that fails does not
 * hold up the others; a credential that is refused ends the pass. No cursor goes on before what it stands for was handed on.
 */
export async function* runPass(context: PassContext): AsyncIterable<PassSlice> {
  const { service, state, client, now, force } = context
  const slice: Slice = { waiting: new Set(), problems: [], state, kept: state.cursors }
  const known = knownByItem(context.known)
  const began = now()
  let isWhole = true
  for (const container of context.changes ? await service.containers() : [])
    try {
      const from = force ? undefined : state.cursors[container.id]
      slice.container = container.id
      for await (const { ids, cursor } of service.changes(container, from)) {
        for (const id of ids) slice.waiting.add(id)
        slice.state = { ...slice.state, cursors: { ...slice.state.cursors, [container.id]: cursor } }
        context.said(slice.waiting.size, msg('listing', { container: container.id }))
        if (slice.waiting.size >= SLICE_ITEMS) yield* readWaiting(slice, known, context)
      }
      yield* readWaiting(slice, known, context)
    } catch (error) {
      isWhole = false
      slice.problems.push(problemOf(container.id, error, context))
    }
  const before = new Set(state.again)
  for (const id of before) slice.waiting.add(id)
  // Failures of this pass stay.
  slice.state = { ...slice.state, again: (slice.state.again ?? []).filter((id) => !before.has(id)) }
  yield* readWaiting(slice, known, context)
  if (context.census) yield* takeCensus(slice, known, context)
  const ended = isWhole && context.changes ? { lastChange: began, requests: client.requests } : {}
  yield emptySlice({ ...slice, state: { ...slice.state, skipped: countSkipped(slice.state, known), ...ended } })
}
