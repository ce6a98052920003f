import { createHash } from 'node:crypto'
import { analyseSlice } from '@wuku/kernel/index/analyse'
import { notesReader } from '../../../packages/notes/src/note-reader.ts'
import { eachPostingRow } from '@wuku/index-core/postings/inversion'
import { BLOCK_SIZE, BYTES_PER_CHUNK, encodePostings } from '@wuku/index-core/postings/posting-codec'
import type { PackedIndex } from './packed-index.ts'

/** A page as it is indexed. */
export interface IndexedPage {
  /** Relative to the documentation, as a source has it. */
  readonly path: string
  readonly text: string
}

/** The pages of one language as `wuku add` would index them: the reader of notes, the analyser and the rows of postings are its own. */
export function indexPages(pages: readonly IndexedPage[]): PackedIndex {
  const items = pages.map(({ path, text }) => {
    const bytes = Buffer.from(text)
    return { path, bytes, stamp: '', modifiedAt: 0, hash: createHash('sha256').update(bytes).digest('hex') }
  })
  const { documents, terms } = analyseSlice([notesReader], { kind: 'notes', items }).slice
  const count = documents.reduce((sum, { chunks }) => sum + chunks.length, 0)
  if (count > BLOCK_SIZE) throw new Error(`${count} passages do not fit into one block of postings.`)
  const rows: { readonly term: string; readonly data: Uint8Array }[] = []
  const target = new Uint8Array(BYTES_PER_CHUNK * count)
  const take: Parameters<typeof eachPostingRow>[2] = (_block, term, postings) =>
    void rows.push({ term, data: target.slice(0, encodePostings(postings, target)) })
  eachPostingRow(
    terms,
    Uint32Array.from({ length: count }, (_, at) => at),
    take,
  )
  return {
    documents: documents.map(({ facts: { path, title, hash, lines }, text, chunks }) => ({
      path,
      title,
      hash,
      lines,
      text,
      chunks,
    })),
    terms: rows.map(({ term }) => term).join('\n'),
    sizes: rows.map(({ data }) => data.length),
    rows: Buffer.concat(rows.map(({ data }) => data)).toString('base64'),
  }
}
