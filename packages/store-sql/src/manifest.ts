import type { DocumentId } from '@wuku/core/core-types'
import type { ManifestEntry } from '@wuku/core/ports/index-view'

/** Columns of documents, each as one list. */
export interface ManifestColumns extends Record<'items' | 'stamps' | 'hashes' | 'analysers', readonly string[]> {
  readonly ids: readonly DocumentId[]
}

/** Items of a source; entries are made when they are asked for. 200,000 as objects are 80 MB, held while their folder is listed. */
export class Manifest implements ReadonlyMap<string, ManifestEntry> {
  /** Maps an item to the row of its first document. */
  readonly #rows = new Map<string, number>()
  /** Maps that row to the documents of an item that has several. */
  readonly #several = new Map<number, DocumentId[]>()
  readonly #ids: DocumentId[] = []
  readonly #texts = [new Texts(), new Texts(), new Texts()] as const

  /** Documents that follow those that were added before. */
  add({ ids, items, stamps, hashes, analysers }: ManifestColumns): this {
    for (const [at, item] of items.entries()) {
      const row = this.#rows.get(item)
      const id = ids[at] as DocumentId
      if (row === undefined) this.#rows.set(item, this.#ids.length)
      else this.#documentsAt(row).push(id)
      this.#ids.push(id)
    }
    for (const [nth, texts] of [stamps, hashes, analysers].entries()) this.#texts[nth]?.add(texts)
    return this
  }

  #documentsAt(row: number): DocumentId[] {
    const documents = this.#several.get(row) ?? [this.#ids[row] as DocumentId]
    this.#several.set(row, documents)
    return documents
  }

  get size(): number {
    return this.#rows.size
  }

  has(item: string): boolean {
    return this.#rows.has(item)
  }

  get(item: string): ManifestEntry | undefined {
    return this.#entry(item, this.#rows.get(item))
  }

  keys(): MapIterator<string> {
    return this.#rows.keys()
  }

  values(): MapIterator<ManifestEntry> {
    return this.entries().map(([, entry]) => entry)
  }

  entries(): MapIterator<[string, ManifestEntry]> {
    return this.#rows.entries().map(([item, row]) => [item, this.#entry(item, row) as ManifestEntry])
  }

  [Symbol.iterator](): MapIterator<[string, ManifestEntry]> {
    return this.entries()
  }

  forEach(visit: (entry: ManifestEntry, item: string, manifest: this) => void): void {
    for (const [item, entry] of this) visit(entry, item, this)
  }

  #entry(item: string, row: number | undefined): ManifestEntry | undefined {
    if (row === undefined) return undefined
    const [stamp = '', hash = '', analyser = ''] = this.#texts.map((texts) => texts.at(row))
    return { item, stamp, hash, analyser, documents: this.#several.get(row) ?? [this.#ids[row] as DocumentId] }
  }
}

/** Texts one behind the other. */
class Texts {
  #parts: string[] = []
  readonly #ends: number[] = []

  add(texts: readonly string[]): void {
    let end = this.#ends.at(-1) ?? 0
    for (const { length } of texts) this.#ends.push((end += length))
    this.#parts.push(texts.join(''))
  }

  at(row: number): string {
    if (this.#parts.length > 1) this.#parts = [this.#parts.join('')]
    return (this.#parts[0] ?? '').slice(this.#ends[row - 1] ?? 0, this.#ends[row])
  }
}
