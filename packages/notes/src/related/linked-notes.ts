import type { DocumentId } from '@wuku/core/core-types'
import { fold } from '@wuku/text/terms/fold'
import { markTerm } from '@wuku/text/terms/mark-terms'
import { joined, lastSegment } from '@wuku/text/markdown/link-names'
import { namesOf, noteMarks, recordOf, type NoteLink } from '../record.ts'
import { calledBy, leadsTo, named, notesCalled, type Ground, type NamedNote } from './ground.ts'

/** A note with the lines of the links between it and the one that is asked for. */
export interface LinkedNote {
  readonly note: NamedNote
  readonly lines: readonly number[]
}

/** If more notes may link to one, those that were indexed first are read. */
const MAX_LINKING_NOTES = 5_000

/** Notes that link to the one that is asked for, those that were written last first. */
export async function backlinksOf(ground: Ground): Promise<readonly LinkedNote[]> {
  const { view, source, note } = ground
  const names = namesOf(note.path, note.aliases)
  const terms = names.map((name) => markTerm(noteMarks.link, name))
  const documentsByTerm = await view.terms.documentsWith([...new Set(terms)], { sources: [source.id] })
  const ids = new Set([...documentsByTerm.values()].flatMap((documentIds) => [...documentIds]))
  const linking = [...ids].filter((id) => id !== note.document.id).slice(0, MAX_LINKING_NOTES)
  const [called, outlines, documents] = [
    await notesCalled(names, ground),
    await view.documents.outlines(linking),
    await view.documents.byId(linking),
  ]
  const may = new Set(names.map(fold))
  return documents
    .map((document) => {
      const links = recordOf(outlines.get(document.id)).links.filter((link) => may.has(fold(calledBy(link))))
      const own = links.filter((link) => leadsTo(link, document.path, called)?.document.id === note.document.id)
      return { note: named(document), lines: [...new Set(own.map(({ line }) => line))] }
    })
    .filter(({ lines }) => lines.length > 0)
    .toSorted((a, b) => b.note.document.modifiedAt - a.note.document.modifiedAt || (a.note.path < b.note.path ? -1 : 1))
}

export interface Outgoing {
  readonly links: readonly LinkedNote[]
  /** Links that lead to no note of the source, each once. */
  readonly unresolved: readonly NoteLink[]
}

/** Targets of the note's links, in their order. */
export async function outgoingOf(links: readonly NoteLink[], ground: Ground): Promise<Outgoing> {
  const { note } = ground
  const called = await notesCalled(
    links.flatMap((link) => [calledBy(link), lastSegment(link.target), link.target]),
    ground,
  )
  const found = new Map<DocumentId, { readonly note: NamedNote; readonly lines: Set<number> }>()
  const unresolved = new Map<string, NoteLink>()
  for (const link of links) {
    const led = leadsTo(link, note.path, called) ?? (await emptyNote(link, ground))
    if (!led) {
      if (!isAttachment(link)) unresolved.set(fold(link.target), unresolved.get(fold(link.target)) ?? link)
    } else if (led.document.id !== note.document.id) {
      const known = found.get(led.document.id) ?? { note: led, lines: new Set() }
      found.set(led.document.id, known)
      known.lines.add(link.line)
    }
  }
  return {
    links: [...found.values()].map(({ note: led, lines }) => ({ note: led, lines: [...lines] })),
    unresolved: [...unresolved.values()],
  }
}

/** A note without text has no words and no marks: it is found by its place alone. */
async function emptyNote({ target }: NoteLink, { view, source, note }: Ground): Promise<NamedNote | undefined> {
  const folder = note.path.slice(0, Math.max(0, note.path.lastIndexOf('/')))
  const paths = [joined(folder, target), joined('', target)].flatMap((path) => [path, `${path}.md`])
  const there = await view.documents.at(paths.map((path) => ({ source: source.id, path })))
  const byPath = new Map(there.map((document) => [document.path, document]))
  const first = paths.find((path) => byPath.has(path))
  const document = first === undefined ? undefined : byPath.get(first)
  return document && named(document)
}

/** A picture or the like, which is no note that anybody would write. */
const isAttachment = ({ target }: NoteLink): boolean =>
  /\.(?!(?:md|mdx|markdown|mkd|qmd|rmd|txt)$)[a-z][a-z\d]{1,5}$/i.test(target)
