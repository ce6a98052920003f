import type { DocumentId, StoredDocument } from '../../../core/words.ts'
import type { Evidence } from '../../../engine/kind.ts'
import type { StoreView } from '../../../ports/store.ts'
import { markTerm } from '../../../text/marks.ts'
import { exportPaths } from '../resolve/keys.ts'

/** Files behind these would not come to the front by it. */
const ASKED = 40

/**
 * What many files import is what they are about. Counted by index terms: an upper bound, and enough to tell files apart.
 * What was counted stands until documents change.
 */
export function createImporters(): Evidence {
  const known = { revision: '', counts: new Map<DocumentId, number>() }
  return {
    weight: 0.2,
    async of({ documents: ranked, view }) {
      const documents = ranked.slice(0, ASKED)
      const revision = await view.revision()
      if (revision !== known.revision) Object.assign(known, { revision, counts: new Map() })
      await countNew(
        documents.filter(({ id }) => !known.counts.has(id)),
        known.counts,
        view,
      )
      const counts = documents.map(({ id }): [DocumentId, number] => [id, known.counts.get(id) ?? 0])
      const most = Math.log1p(Math.max(1, ...counts.map(([, count]) => count)))
      return new Map(counts.map(([id, count]) => [id, Math.log1p(count) / most]))
    },
  }
}

async function countNew(
  documents: readonly StoredDocument[],
  counts: Map<DocumentId, number>,
  view: StoreView,
): Promise<void> {
  const terms = new Map(documents.map((document) => [document.id, termsOf(document)]))
  const holders = await view.holders([...new Set([...terms.values()].flat())])
  for (const [id, each] of terms) counts.set(id, Math.max(0, ...each.map((term) => holders.get(term) ?? 0)))
}

/** Keys of one name alone, such as `utils`, are those of too many files. */
function termsOf({ path, meta }: StoredDocument): readonly string[] {
  const { language } = meta
  const paths = exportPaths(path, { language: typeof language === 'string' ? language : null, module: null })
  return paths.map((key) => markTerm('imp', key))
}
