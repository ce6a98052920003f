import type { DocumentId, StoredDocument } from '../../../core/words.ts'
import type { Evidence } from '../../../engine/kind.ts'
import { historyFolder } from '../../../ports/history-page.ts'
import type { StoreView } from '../../../ports/store.ts'

/** Commits that are looked at; measured, more of them add noise. */
const LOOKED_AT = 8
/** A name alone is looked for in the code, not in what was said about it. */
const FEWEST_WORDS = 2
/** A commit that touched more says little about any one file. */
const MOST_TOUCHED = 20
/** Several commits about the same file speak louder than one, up to here. */
const LOUDEST = 1.5

/** Files that commits touched whose messages say what is asked. */
export function createCommits(): Evidence {
  const touchedBy = rememberPages()
  return {
    weight: 0.5,
    async of({ documents, view, sources, probe, plan }) {
      if (plan.words.length < FEWEST_WORDS) return new Map()
      const within = { sources, under: historyFolder }
      const found = (await view.lexical([{ ...probe, within, depth: LOOKED_AT, required: [] }]))[0] ?? []
      if (found.length === 0) return new Map()
      const places = await view.places(found.map(({ chunk }) => chunk))
      const scores = new Map(found.map(({ chunk, score }) => [chunk, score / plan.ideal]))
      const votes = new Map<string, number>()
      for (const { chunk, document, facts } of places) {
        const touched = (await touchedBy(view, document)).get(facts.start) ?? []
        const vote = (scores.get(chunk) ?? 0) / Math.sqrt(touched.length)
        for (const path of touched) votes.set(path, (votes.get(path) ?? 0) + vote)
      }
      return new Map(
        documents.map(({ id, path }): [DocumentId, number] => [id, Math.min(LOUDEST, votes.get(path) ?? 0)]),
      )
    },
  }
}

/** Paths by the place in the text of its page where a commit begins; of commits that touched too many, none. */
type Touched = ReadonlyMap<number, readonly string[]>

/** A page has a hundred commits, and each costs as much to read as all of them. Bounded: some thirty kilobytes a page. */
const MOST_PAGES = 200

/** By content: a page that was written anew is another one. */
function rememberPages(): (view: StoreView, page: StoredDocument) => Promise<Touched> {
  const known = new Map<string, Touched>()
  return async (view, page) => {
    const before = known.get(page.hash)
    if (before) return before
    const touched = await readPage(view, page.id)
    if (known.size === MOST_PAGES) known.clear()
    known.set(page.hash, touched)
    return touched
  }
}

async function readPage(view: StoreView, page: DocumentId): Promise<Touched> {
  const text = (await view.bodies([page])).get(page) ?? ''
  const commits = ((await view.chunksOf([page])).get(page) ?? []).map(
    ({ start, end }) => [start, pathsIn(text.slice(start, end))] as const,
  )
  return new Map(copyOf(commits.filter(([, paths]) => paths.length <= MOST_TOUCHED)))
}

const pathsIn = (text: string): readonly string[] => [...text.matchAll(/^[AMR] (.+)$/gm)].map(([, path = '']) => path)

/** A path that was cut from a text would keep all of the text in memory. */
const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T
