import { z } from 'zod'
import type { Json } from '@wuku/core/core-types'
import { parseJson } from '@wuku/core/lenient-parsing'
import type { Page, PagePart } from '@wuku/formats/format'
import type { DraftDocument } from '@wuku/core/ports/source-reader'
import { snippetTypes } from '../snippets.ts'

/** Passed from `parse` to `chunk` and `outline`. */
export interface DocNotes {
  readonly format: string
  /** Which of the cuts they are, since those move with what is masked. */
  readonly anchors: readonly { readonly at: number; readonly name: string }[]
  readonly parts: readonly PagePart[]
  readonly given: GivenWords
  /** The file, where it is text whose order the page keeps: its lines are those that are cited. */
  readonly written?: string
}

export interface PageFacts extends Pick<DocNotes, 'format' | 'given' | 'written'> {
  readonly path: string
  /** The ending of the file that the text was converted from. */
  readonly convertedFrom?: string
}

export function draftOf(page: Page, { path, format, convertedFrom, given, written }: PageFacts): DraftDocument {
  const { anchors = [], parts = [] } = page
  const places = [...anchors.map(({ at }) => at), ...parts.flatMap(({ start, end }) => [start, end])]
  const cuts = [...new Set(places)].toSorted((a, b) => a - b)
  const cutAt = new Map(cuts.map((place, index) => [place, index]))
  const indexOf = (place: number): number => cutAt.get(place) ?? 0
  const notes: DocNotes = {
    format,
    anchors: anchors.map(({ at, name }) => ({ at: indexOf(at), name })),
    parts: parts.map((part) => ({ ...part, start: indexOf(part.start), end: indexOf(part.end) })),
    given,
    ...(written !== undefined && { written }),
  }
  return {
    path,
    title: page.title,
    text: page.text,
    meta: { ...page.meta, format, ...(convertedFrom !== undefined && { convertedFrom }) },
    cuts,
    // Plain values all the way down; only the type of an interface does not say so.
    notes: notes as unknown as Json,
  }
}

export type PlacedPage = ReturnType<typeof placePage>

/** The page with the places at which its anchors and parts stand now. */
export function placePage(document: DraftDocument) {
  const { title, text, cuts = [] } = document
  const { anchors, parts } = notesOf(document)
  const placeOf = (cut: number): number => cuts[cut] ?? 0
  return {
    title,
    text,
    anchors: anchors.map(({ at, name }) => ({ at: placeOf(at), name })),
    parts: parts.map((part) => ({ ...part, start: placeOf(part.start), end: placeOf(part.end) })),
  }
}

export const notesOf = ({ notes }: DraftDocument): DocNotes => notes as unknown as DocNotes

const words = z.object({
  title: z.string(),
  description: z.string(),
  type: z.enum(snippetTypes).optional(),
  language: z.string().optional(),
})

/** Metadata stored with a file of documentation. */
const about = z.object({
  /** It was converted, and this is what its bytes are now. */
  as: z.enum(['markdown', 'html']).optional().catch(undefined),
  title: z.string().optional().catch(undefined),
  /** The file as it lies there, where its bytes are that with what it includes. */
  written: z.string().optional().catch(undefined),
  snippets: z.record(z.string(), words).optional().catch(undefined),
})

/** Texts of a language model about snippets, by the first 16 hexadecimal digits of the SHA-256 of their text. */
export type GivenWords = Readonly<Record<string, z.output<typeof words>>>

/** Unreadable metadata is ignored. */
export const readAbout = (json: string | undefined): z.output<typeof about> =>
  (json !== undefined && about.safeParse(parseJson(json)).data) || {}
