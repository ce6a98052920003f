import type { DocumentId } from '../../core/words.ts'
import type { Range } from '../../core/ranges.ts'

/** A range of kept chunks, and the documents that have it. */
export interface Owner extends Range {
  readonly documents: readonly DocumentId[]
}

/** Sorted; documents that share what they have stand together. */
export function toOwners(ranges: readonly (Range & { readonly document: DocumentId })[]): readonly Owner[] {
  const owners: (Range & { readonly documents: DocumentId[] })[] = []
  for (const { first, last, document } of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = owners.at(-1)
    if (before?.first === first) before.documents.push(document)
    else owners.push({ first, last, documents: [document] })
  }
  return owners
}

export function ownerOf(owners: readonly Owner[], chunk: number): Owner | undefined {
  let low = 0
  let high = owners.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((owners[middle]?.first ?? 0) <= chunk) low = middle + 1
    else high = middle
  }
  const found = owners[low - 1]
  return found && chunk <= found.last ? found : undefined
}
