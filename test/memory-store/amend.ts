import type { ChunkId } from '@wuku/core/core-types'
import type { AnalysedDocument, Amendment } from '@wuku/core/ports/store'
import { demand } from './checks.ts'
import type { KeptChunk, KeptDocument } from './state.ts'
import { rowsOf } from './rows.ts'

/** `before` are the documents of the item; `nextId` gives out ids of chunks. */
export function amend(
  before: readonly KeptDocument[],
  { document, reusedPlaces: kept, terms }: Amendment,
  nextId: () => ChunkId,
): KeptDocument {
  const [old, ...others] = before
  demand(old !== undefined && others.length === 0, `"${document.facts.item}" has ${before.length} documents to amend`)
  checkSame(old, document)
  const rows = rowsOf(terms)
  const chunks = document.chunks.map((facts, at): KeptChunk => {
    const place = kept[at] ?? -1
    if (place < 0) return { id: nextId(), facts, terms: rows.shift() ?? new Map() }
    const chunk = old.chunks[place]
    demand(chunk !== undefined, `"${document.facts.path}" has no chunk ${place} to keep`)
    demand(saidBy(old, chunk.facts) === saidBy(document, facts), `chunk ${place} is kept and says something else`)
    return { ...chunk, facts }
  })
  const { facts, text, outline } = document
  return {
    document: { ...old.document, ...facts },
    content: {},
    text,
    ...(outline !== undefined && { outline }),
    chunks,
  }
}

function checkSame({ document: old }: KeptDocument, { facts, analyser }: AnalysedDocument): void {
  demand(old.path === facts.path && old.title === facts.title, `"${facts.path}" is amended, and has another name`)
  demand(old.analyser === analyser, `"${facts.path}" is amended by another analyser`)
}

/** All whose words are a chunk's, save for title and path. */
const saidBy = ({ text }: { readonly text: string }, { start, end, headings }: KeptChunk['facts']): string =>
  JSON.stringify([text.slice(start, end).trimEnd(), headings])
