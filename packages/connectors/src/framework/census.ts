import type { Problem } from '@wuku/core/core-types'
import type { PassSlice } from '@wuku/core/services/service-connection'
import { msg } from '@wuku/messages/connectors'
import { versionIn } from './document.ts'
import { leaveOut, readWaiting } from './read-items.ts'
import { emptySlice, problemOf, type KnownItems, type PassContext, type Slice } from './slice.ts'

/** A census that finds less than this of what was there proves that something is wrong with it. */
const SMALLEST_SHARE = 0.7

/**
 * Lists everything. Only a listing that was complete in every container may remove items, and each missing one is asked
 * for once more by itself. Items that are listed in another version, or not stored yet, are read.
 */
export async function* takeCensus(slice: Slice, known: KnownItems, context: PassContext): AsyncIterable<PassSlice> {
  const before = new Set(known.keys())
  const listed = await listAll(slice, known, context)
  yield* readWaiting(slice, known, context)
  if (!listed || context.dryRun) return
  const missing = [...before].filter((id) => !listed.has(id))
  const kept = before.size - missing.length
  if (kept < before.size * SMALLEST_SHARE && !context.force) {
    slice.problems.push(shrunken(kept, before.size))
    yield emptySlice(slice)
    return
  }
  const gone: string[] = []
  const withoutText = Object.values(slice.state.leftOut ?? {}).flat()
  for (const id of [...missing, ...withoutText.filter((each) => !listed.has(each))])
    try {
      if (!(await context.service.isThere(id))) {
        gone.push(...(known.get(id)?.keys() ?? []))
        known.delete(id)
        leaveOut(id, undefined, slice)
      }
    } catch (error) {
      slice.problems.push(problemOf(id, error, context))
    }
  slice.state = { ...slice.state, lastCensus: context.now() }
  yield { ...emptySlice(slice), gone }
}

function shrunken(now: number, before: number): Problem {
  const said = msg('shrunken', { now, before })
  return { path: '.', said, remedy: said.remedy }
}

/** `undefined`: it broke off. */
async function listAll(slice: Slice, known: KnownItems, context: PassContext): Promise<Set<string> | undefined> {
  const listed = new Set<string>()
  const versionOf = (id: string): string => versionIn(known.get(id)?.values().next().value ?? '')
  try {
    for (const container of await context.service.containers())
      for await (const entries of context.service.ids(container, versionOf))
        for (const { id, version } of entries) {
          listed.add(id)
          if (!isKnown(known.get(id), version)) slice.waiting.add(id)
        }
    return listed
  } catch (error) {
    const { path, said, remedy } = problemOf('.', error, context)
    slice.problems.push({ path, said: msg('censusBroke', { reason: said }), remedy })
    return undefined
  }
}

const isKnown = (stamps: ReadonlyMap<string, string> | undefined, version: string | undefined): boolean =>
  stamps !== undefined && (version === undefined || [...stamps.values()].every((each) => versionIn(each) === version))
