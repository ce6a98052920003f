import { createLruMap } from '@wuku/core/lru-map'
import { decodePostings, emptyPostings, splitByBlock } from '@wuku/index-core/postings/posting-codec'
import type { TermCount } from '@wuku/core/ports/index-view'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import type { Shown } from '@wuku/store-sql/visible-rows'
import { counter, revisionsOf } from '@wuku/store-sql/sqlite/counters'
import type { FindChunkScope } from '../documents/chunk-scope.ts'
import { runsOf } from '../documents/runs.ts'
import { type HiddenChunks, markedIn } from './hidden-chunks.ts'
import { countWhile } from '@wuku/core/binary-search'

/** The terms of what a view shows in the blocks that hide something from it. */
export interface ShownTerms {
  /** Terms that begin with `prefix`, of each block. */
  startingWith(prefix: string): readonly TermCount[]
}

/** Number of different sets of visible sources whose blocks are known. */
const MAX_VIEWS = 8
/** Some 30 MB. */
const MAX_TERMS = 1_000_000

/**
 * Reads the whole block once, and again only after something visible in it has changed. Reading only the rows with the prefix would
 * reveal, by its time, how many words with this prefix the hidden texts hold.
 */
export function createFindShownTerms(chunkScope: FindChunkScope) {
  const views = createLruMap<string, { readonly state: string; readonly states: ReadonlyMap<number, string> }>(
    MAX_VIEWS,
  )
  const known = createLruMap<string, PackedTerms>(MAX_TERMS, ({ documentFrequency }) => documentFrequency.length + 1)
  const statesFor = (db: Connection, shown: Shown): ReadonlyMap<number, string> => {
    const state = `${counter(db, 'shares')} ${revisionsOf(db).state}`
    const before = views.get(shown.key)
    if (before?.state === state) return before.states
    const states = statesOfBlocks(db, shown, chunkScope)
    views.set(shown.key, { state, states })
    return states
  }
  return (db: Connection, shown: Shown, hidden: HiddenChunks): ShownTerms => {
    const states = statesFor(db, shown)
    const blocks = [...hidden.blocks].flatMap(([block, mask]) => {
      const state = states.get(block)
      if (state === undefined) return []
      const key = `${block} ${state}`
      const terms = known.get(key) ?? readTerms(db, block, mask)
      known.set(key, terms)
      return [terms]
    })
    return { startingWith: (prefix) => blocks.flatMap((terms) => termsWith(prefix, terms)) }
  }
}

/** For each block with something that is shown a text that changes whenever that does, whatever becomes of the rest. */
function statesOfBlocks(db: Connection, { sources }: Shown, chunkScope: FindChunkScope): ReadonlyMap<number, string> {
  const revisions = revisionsOf(db)
  const runs = splitRuns(runsOf(db, [...sources]))
  const scope = chunkScope(db, { sources: [...sources] })
  return new Map(
    [...splitByBlock(scope.ranges)].map(([block, ranges]) => {
      const own = [...(runs.get(block) ?? [])].map((source) => `${source}:${revisions.of(source)}`)
      return [block, `${own.join()} ${ranges.map(({ first, last }) => `${first}-${last}`).join()}`]
    }),
  )
}

function splitRuns(runs: ReturnType<typeof runsOf>): ReadonlyMap<number, ReadonlySet<Run['source']>> {
  const sources = new Map<number, Set<Run['source']>>()
  for (const run of runs)
    for (const block of splitByBlock([run]).keys())
      sources.set(block, (sources.get(block) ?? new Set()).add(run.source))
  return sources
}

type Run = ReturnType<typeof runsOf>[number]

/** Sorted; one text, since that takes a third of the memory. */
interface PackedTerms {
  readonly text: string
  /** End of each term in the text. */
  readonly ends: Uint32Array
  readonly documentFrequency: Uint32Array
}

function readTerms(db: Connection, block: number, mask: Uint8Array): PackedTerms {
  const postings = emptyPostings()
  const found: TermCount[] = []
  for (const { term, data } of db.rows<{ term: string; data: Uint8Array }>(
    'SELECT term, data FROM postings WHERE block = ?',
    [block],
  )) {
    decodePostings(data, postings)
    const documentFrequency = postings.count - markedIn(postings, mask)
    if (documentFrequency > 0) found.push({ term, holders: documentFrequency })
  }
  found.sort((a, b) => (a.term < b.term ? -1 : 1))
  let end = 0
  return {
    text: found.map(({ term }) => term).join(''),
    ends: Uint32Array.from(found, ({ term }) => (end += term.length)),
    documentFrequency: Uint32Array.from(found, ({ holders: documentFrequency }) => documentFrequency),
  }
}

function termsWith(prefix: string, { text, ends, documentFrequency }: PackedTerms): readonly TermCount[] {
  const termAt = (at: number): string => text.slice(ends[at - 1] ?? 0, ends[at])
  const first = countWhile(ends.length, (at) => termAt(at) < prefix)
  const found: TermCount[] = []
  for (let at = first; at < ends.length; at++) {
    const term = termAt(at)
    if (!term.startsWith(prefix)) break
    found.push({ term, holders: documentFrequency[at] ?? 0 })
  }
  return found
}
