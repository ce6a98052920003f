import type { DocumentId, StoredDocument } from '../../../core/words.ts'
import type { Evidence } from '../../../engine/kind.ts'
import { perStore } from '../../../engine/per-store.ts'
import type { StoreView } from '../../../ports/store.ts'
import { markTerm } from '../../../text/marks.ts'
import { exportPaths } from '../resolve/keys.ts'

/** Files behind these would not come to the front by it. */
const ASKED = 40

/**
 * What many files import is what they are about. Counted by index terms: an upper bound, and enough to tell files apart.
 * What was counted stands until documents change.
 */
export function createImporters({ mostImports = MOST_IMPORTS } = {}): Evidence {
  const memoryOf = perStore((): { known: Known } => ({
    known: { revision: '', counts: new Map(), importers: undefined },
  }))
  return {
    weight: 0.2,
    async of({ documents: ranked, view }) {
      const documents = ranked.slice(0, ASKED)
      const memory = await memoryOf(view)
      const { known } = memory
      const revision = await view.revision()
      const isNew = revision !== known.revision
      // Another search may see another revision meanwhile: each goes on with what it began with.
      const now = isNew ? { revision, counts: new Map(), importers: await allImporters(view, mostImports) } : known
      memory.known = now
      await countNew(documents, now, view)
      const found = documents.map(({ id }): [DocumentId, number] => [id, now.counts.get(id) ?? 0])
      const most = Math.log1p(Math.max(1, ...found.map(([, count]) => count)))
      return new Map(found.map(([id, count]) => [id, Math.log1p(count) / most]))
    },
  }
}

interface Known {
  readonly revision: string
  readonly counts: Map<DocumentId, number>
  readonly importers: ReadonlyMap<string, number> | undefined
}

/** Imports that are read at once: of 27,000 files they are 1,400, sooner read than the keys of forty files are looked up. */
const MOST_IMPORTS = 20_000

/** Files that import, by key; nothing where there are too many keys to hold. */
async function allImporters(view: StoreView, most: number): Promise<Known['importers']> {
  const terms = (await view.vocabulary([markTerm('imp', '')], most + 1))[0] ?? []
  return terms.length > most ? undefined : new Map(terms.map(({ term, holders }) => [term, holders]))
}

async function countNew(documents: readonly StoredDocument[], { counts, importers }: Known, view: StoreView) {
  const missing = documents.filter(({ id }) => !counts.has(id))
  const terms = new Map(missing.map((document) => [document.id, termsOf(document)]))
  const holders = importers ?? (await view.termStats([...new Set([...terms.values()].flat())])).holders
  for (const [id, each] of terms) counts.set(id, Math.max(0, ...each.map((term) => holders.get(term) ?? 0)))
}

/** Keys of one name alone, such as `utils`, are those of too many files. */
function termsOf({ path, meta }: StoredDocument): readonly string[] {
  const { language } = meta
  const paths = exportPaths(path, { language: typeof language === 'string' ? language : null, module: null })
  return paths.map((key) => markTerm('imp', key))
}
