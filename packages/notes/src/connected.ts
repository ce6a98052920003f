import type { Json } from '@wuku/core/core-types'
import type { DraftChunk, DraftDocument, Mark } from '@wuku/core/ports/source-reader'
import type { WrittenPlaces } from '@wuku/core/written-lines'
import { FACT_MARKS, tagValue, textsIn } from '@wuku/kernel/search/filters/stated-facts'
import { fitSections } from '@wuku/text/markdown/fit-sections'
import { createLineIndex } from '@wuku/text/markdown/line-index'
import { nestedHeadings, readSections } from '@wuku/text/markdown/sections'
import { splitToFit, type Span } from '@wuku/text/markdown/split'
import { leadOf, size } from './record.ts'

/**
 * A document that was read from a service: Markdown of its own text, and of each comment and review behind it. Each begins
 * where a cut says, and has the anchor by which it is cited.
 */
export const isConnected = ({ notes, meta }: DraftDocument): boolean =>
  typeof meta['service'] === 'string' && sectionsIn(notes) !== undefined

interface Part extends Span {
  readonly anchor: string
  readonly heading: string
}

function sectionsIn(notes: Json | undefined): readonly Pick<Part, 'anchor' | 'heading'>[] | undefined {
  const { sections } = (notes ?? {}) as { readonly sections?: unknown }
  return Array.isArray(sections) ? sections : undefined
}

function partsOf({ title, text, cuts = [], notes }: DraftDocument): readonly Part[] {
  const named = sectionsIn(notes) ?? []
  const own = { start: 0, end: cuts[0] ?? text.length, anchor: '', heading: title }
  const others = cuts.map((start, at) => {
    const { anchor = '', heading = '' } = named[at] ?? {}
    return { start, end: cuts[at + 1] ?? text.length, anchor, heading }
  })
  return [own, ...others].filter(({ start, end }) => end > start)
}

export function chunkConnected(draft: DraftDocument): readonly DraftChunk[] {
  const { text, title } = draft
  const lines = createLineIndex(text)
  const chunks = partsOf(draft).flatMap((part) =>
    chunksIn(part, text).map(({ start, end, headings }) => ({
      start,
      end,
      line: lines.lineAt(start),
      endLine: lines.lineAt(end - 1),
      headings: part.anchor === '' ? headings : [title, part.heading],
      lead: leadOf(text, start, end),
      ...(part.anchor !== '' && { anchor: part.anchor }),
    })),
  )
  const [first, ...others] = chunks
  return first ? [{ ...first, marks: marksOf(draft) }, ...others] : []
}

function chunksIn({ start, end }: Part, text: string) {
  const headings = [...nestedHeadings(text, start)].filter((heading) => heading.start < end)
  const root = readSections(text, { start, end, bodyStart: start, headings: [] }, headings)
  return fitSections(root, { size, cut: (range) => splitToFit(text, range, size) })
}

/** State, labels, author and people: what filters of a question name. */
function marksOf({ meta }: DraftDocument): readonly Mark[] {
  return Object.entries(FACT_MARKS).flatMap(([family, key]) =>
    textsIn(meta[key]).map((value) => ({ family, value: tagValue(value), weight: 1 })),
  )
}

/** Lines at which its parts begin, by the anchors of citations. */
export function outlineConnected(draft: DraftDocument): Json {
  const lines = createLineIndex(draft.text)
  const headings = partsOf(draft).map(({ start, anchor }) => ({ line: lines.lineAt(start), level: 2, anchor }))
  return { headings } satisfies WrittenPlaces as unknown as Json
}
