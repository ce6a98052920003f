import type { DocumentId, Json, SourceId, StoredDocument } from '@wuku/core/core-types'
import type { DocumentPlace, TermStats } from '@wuku/core/ports/index-view'
import type { Readable, StoreView } from '@wuku/core/ports/store'
import { once } from '@wuku/core/once'

/**
 * A store whose views make the work that goes on side by side as cheap as one piece of it: calls of a plural method that
 * wait at the same time become one call, and what is the same for the whole view is asked once. Answers are those of the
 * plain view.
 */
export const readBatched = (store: Readable, asker?: string): Readable => ({
  read: (work) => store.read((view) => work(withAsker(asker, batchedView(view)))),
})

export const withAsker = (asker: string | undefined, view: StoreView): StoreView =>
  asker === undefined ? view : { ...view, asker }

export function batchedView(view: StoreView): StoreView {
  const soon = createQueue()
  const batch = <Key, Others extends readonly unknown[], Answer>(
    ask: Ask<Key, Others, Answer>,
    merging: Merging<Key, Answer>,
  ) => batched(ask, merging, soon)
  const all = once(() => view.sources.list())
  return {
    ...view,
    sources: { ...view.sources, list: (filter) => (filter ? view.sources.list(filter) : all()) },
    terms: {
      ...view.terms,
      stats: countedOnce(
        batch((terms, ...within: Sources) => view.terms.stats(terms, ...within), { unite: unique, shareOf: statsOf }),
      ),
      vocabulary: batch(
        (prefixes, limit: number, ...within: Sources) => view.terms.vocabulary(prefixes, limit, ...within),
        inOrder(),
      ),
      documentsWith: batch((terms, within?: Within) => view.terms.documentsWith(terms, within), entriesByKey()),
    },
    chunks: {
      ...view.chunks,
      lexical: batch((probes) => view.chunks.lexical(probes), inOrder()),
      texts: batch((chunks, pairs?: readonly number[]) => view.chunks.texts(chunks, pairs), entriesByKey()),
      of: batch((documents) => view.chunks.of(documents), entriesOf()),
      passages: batch((chunks) => view.chunks.passages(chunks), itemsBy(chunkOf)),
      places: batch((chunks) => view.chunks.places(chunks), itemsBy(chunkOf)),
    },
    documents: {
      ...view.documents,
      bodies: batch((documents) => view.documents.bodies(documents), entriesByKey()),
      outlines: outlinedOnce(batch((documents) => view.documents.outlines(documents), entriesOf())),
      byId: readOnce(batch((documents) => view.documents.byId(documents), itemsBy(idOf))),
      at: batch((places) => view.documents.at(places), {
        unite: (lists) => lists.flat(),
        shareOf: documentsAt,
        none: [],
      }),
      hashesFrom: batch((prefixes) => view.documents.hashesFrom(prefixes), eachOnce(beginningWith, [])),
    },
    vectors: { ...view.vectors, embeddingSets: once(() => view.vectors.embeddingSets()) },
  }
}

const chunkOf = <Chunk>({ chunk }: { readonly chunk: Chunk }): Chunk => chunk

const idOf = ({ id }: StoredDocument): DocumentId => id

type Sources = readonly [sources?: readonly SourceId[]]
type Within = Parameters<StoreView['terms']['documentsWith']>[1]

/** A view is of one moment: each term is counted once in it, and in each set of sources. */
function countedOnce(ask: StoreView['terms']['stats']): StoreView['terms']['stats'] {
  const counts = new Map<string, { chunks?: number; readonly known: Map<string, number> }>()
  return async (terms, sources) => {
    const key = sources?.join() ?? 'all'
    const counted = counts.get(key) ?? { known: new Map<string, number>() }
    counts.set(key, counted)
    const { known } = counted
    const missing = terms.filter((term) => !known.has(term))
    if (counted.chunks === undefined || missing.length > 0) {
      const answer = await (sources ? ask(missing, sources) : ask(missing))
      counted.chunks = answer.chunks
      for (const term of missing) known.set(term, answer.holders.get(term) ?? 0)
    }
    const foundTerms = [...new Set(terms)].filter((term) => known.get(term))
    return { chunks: counted.chunks, holders: new Map(foundTerms.map((term) => [term, known.get(term) ?? 0])) }
  }
}

/** Kept of one view: enough for the files around a few others, not for all of a repository. */
const MAX_OUTLINES = 500

/** In the order of the store, which is that of ids. */
function outlinedOnce(ask: StoreView['documents']['outlines']): StoreView['documents']['outlines'] {
  const known = new Map<DocumentId, Json | undefined>()
  return async (documents) => {
    const missing = documents.filter((id) => !known.has(id))
    if (known.size + missing.length > MAX_OUTLINES) return ask(documents)
    if (missing.length > 0) {
      const answer = await ask(missing)
      for (const id of missing) known.set(id, answer.get(id))
    }
    const sorted = [...new Set(documents)].toSorted((a, b) => a - b)
    return new Map(
      sorted.flatMap((id) => {
        const outline = known.get(id)
        return outline === undefined ? [] : [[id, outline] as const]
      }),
    )
  }
}

/** Each document is read once; one that is not there is asked for again. */
function readOnce(ask: StoreView['documents']['byId']): StoreView['documents']['byId'] {
  const known = new Map<DocumentId, StoredDocument>()
  return async (documents) => {
    const missing = documents.filter((id) => !known.has(id))
    if (missing.length > 0) for (const document of await ask(missing)) known.set(document.id, document)
    return documents.flatMap((id) => known.get(id) ?? [])
  }
}

type Ask<Key, Others extends readonly unknown[], Answer> = (keys: readonly Key[], ...others: Others) => Promise<Answer>

/** How calls become one, and what each of them gets of the answer. */
interface Merging<Key, Answer> {
  unite(lists: readonly (readonly Key[])[]): readonly Key[]
  /** `start`: how many keys the calls before it have. */
  shareOf(answer: Answer, keys: readonly Key[], start: number): Answer
  /** Answer for an empty list of keys, if it needs no store. */
  readonly none?: Answer
}

interface Call<Key, Others, Answer> {
  readonly keys: readonly Key[]
  readonly others: Others
  resolve(answer: Answer | Promise<Answer>): void
}

/** Calls that differ in more than their keys are not merged. */
function batched<Key, Others extends readonly unknown[], Answer>(
  ask: Ask<Key, Others, Answer>,
  merging: Merging<Key, Answer>,
  soon: Queue,
): Ask<Key, Others, Answer> {
  let waiting: Call<Key, Others, Answer>[] = []
  const askAll = (): void => {
    const calls = waiting
    waiting = []
    if (calls.length === 1) return askEach(calls, ask)
    for (const alike of Map.groupBy(calls, ({ others }) => JSON.stringify(others)).values())
      void askTogether(alike, ask, merging)
  }
  return async (keys, ...others) => {
    if (keys.length === 0 && merging.none !== undefined) return merging.none
    return new Promise((resolve) => {
      if (waiting.length === 0) soon(askAll)
      waiting.push({ keys, others, resolve })
    })
  }
}

function askEach<Key, Others extends readonly unknown[], Answer>(
  calls: readonly Call<Key, Others, Answer>[],
  ask: Ask<Key, Others, Answer>,
): void {
  for (const { keys, others, resolve } of calls) resolve(ask(keys, ...others))
}

async function askTogether<Key, Others extends readonly unknown[], Answer>(
  calls: readonly Call<Key, Others, Answer>[],
  ask: Ask<Key, Others, Answer>,
  { unite, shareOf }: Merging<Key, Answer>,
): Promise<void> {
  const [first, ...more] = calls
  if (!first || more.length === 0) return askEach(calls, ask)
  try {
    const answer = await ask(unite(calls.map(({ keys }) => keys)), ...first.others)
    let start = 0
    for (const { keys, resolve } of calls) {
      resolve(shareOf(answer, keys, start))
      start += keys.length
    }
  } catch {
    // Only the call that is at fault fails.
    askEach(calls, ask)
  }
}

type Queue = (work: () => void) => void

/**
 * Work that waits until everything else that can go on has gone on: after the microtasks, before any event. No time passes,
 * so that a store that answers at once is not slowed down.
 */
function createQueue(): Queue {
  let waiting: (() => void)[] = []
  const workAll = (): void => {
    const all = waiting
    waiting = []
    for (const work of all) work()
  }
  return (work) => {
    if (waiting.length === 0) void Promise.resolve().then(() => process.nextTick(workAll))
    waiting.push(work)
  }
}

/** Every key has an answer of its own, in their order. */
const inOrder = <Key, Each>(): Merging<Key, readonly Each[]> => ({
  unite: (lists) => lists.flat(),
  shareOf: (answer, keys, start) => answer.slice(start, start + keys.length),
  none: [],
})

const unique = <Key>(lists: readonly (readonly Key[])[]): readonly Key[] => [...new Set(lists.flat())]

const eachOnce = <Key, Answer>(shareOf: Merging<Key, Answer>['shareOf'], none: Answer): Merging<Key, Answer> => ({
  unite: unique,
  shareOf,
  none,
})

/** In the order asked. */
const entriesByKey = <Key, Value>(): Merging<Key, ReadonlyMap<Key, Value>> =>
  eachOnce<Key, ReadonlyMap<Key, Value>>(entriesFor, new Map())

function entriesFor<Key, Value>(answer: ReadonlyMap<Key, Value>, keys: readonly Key[]): ReadonlyMap<Key, Value> {
  const own = new Map<Key, Value>()
  for (const key of keys) {
    const value = answer.get(key)
    if (value !== undefined) own.set(key, value)
  }
  return own
}

/** In the order of the store. */
const entriesOf = <Key, Value>(): Merging<Key, ReadonlyMap<Key, Value>> =>
  eachOnce((answer, keys) => {
    const own = new Set(keys)
    return new Map([...answer].filter(([key]) => own.has(key)))
  }, new Map())

const statsOf = ({ chunks, holders: chunkCounts }: TermStats, terms: readonly string[]): TermStats => ({
  chunks,
  holders: entriesFor(chunkCounts, terms),
})

/** Items in the order of their keys. */
const itemsBy = <Key, Item>(keyOf: (item: Item) => Key): Merging<Key, readonly Item[]> =>
  eachOnce((answer, keys) => {
    const found = new Map(answer.map((item) => [keyOf(item), item]))
    return keys.flatMap((key) => found.get(key) ?? [])
  }, [])

const nameOf = ({ source, path }: DocumentPlace): string => `${source} ${path}`

function documentsAt<Item extends DocumentPlace>(answer: readonly Item[], places: readonly DocumentPlace[]) {
  const found = new Map(answer.map((document) => [nameOf(document), document]))
  return [...new Set(places.map(nameOf))].flatMap((name) => found.get(name) ?? [])
}

const beginningWith = (hashes: readonly string[], prefixes: readonly string[]): readonly string[] =>
  hashes.filter((hash) => prefixes.some((prefix) => hash.startsWith(prefix)))
