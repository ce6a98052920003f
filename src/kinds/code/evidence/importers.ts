import type { DocumentId, StoredDocument } from '../../../core/words.ts'
import type { Evidence } from '../../../engine/kind.ts'
import { markTerm } from '../../../text/marks.ts'
import { exportKeys } from '../resolve/keys.ts'

/** What many files import is what they are about. Counted by index terms: an upper bound, and enough to tell files apart. */
export const importers: Evidence = {
  weight: 0.2,
  async of({ documents, view }) {
    const terms = new Map(documents.map((document) => [document.id, termsOf(document)]))
    const holders = await view.holders([...new Set([...terms.values()].flat())])
    const counts = new Map(
      [...terms].map(([id, each]) => [id, Math.max(0, ...each.map((term) => holders.get(term) ?? 0))]),
    )
    const most = Math.log1p(Math.max(1, ...counts.values()))
    return new Map([...counts].map(([id, count]): [DocumentId, number] => [id, Math.log1p(count) / most]))
  },
}

function termsOf({ path, meta }: StoredDocument): readonly string[] {
  const { language } = meta
  const keys = exportKeys(path, { language: typeof language === 'string' ? language : null, module: null })
  return keys.map((key) => markTerm('imp', key))
}
