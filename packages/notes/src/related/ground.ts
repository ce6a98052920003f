import type { Source, StoredDocument } from '@wuku/core/core-types'
import { textsIn } from '@wuku/kernel/search/filters/stated-facts'
import type { StoreView } from '@wuku/core/ports/store'
import { fold } from '@wuku/text/terms/fold'
import { markTerm } from '@wuku/text/terms/mark-terms'
import { lastSegment, resolveLink, withoutEnding, type Named } from '@wuku/text/markdown/link-names'
import { namesOf, noteMarks, type NoteLink } from '../record.ts'

/** The moment in which the notes around one are looked for, all of them of its source. */
export interface Ground {
  readonly view: StoreView
  readonly source: Source
  readonly note: NamedNote
}

export interface NamedNote extends Named {
  readonly document: StoredDocument
}

export const named = (document: StoredDocument): NamedNote => ({
  document,
  path: document.path,
  aliases: textsIn(document.meta['aliases']),
})

/** Notes by the folded names that links give them; those alone that some of the names mean. */
export async function notesCalled(names: readonly string[], { view, source }: Pick<Ground, 'view' | 'source'>) {
  const terms = names.map((name) => markTerm(noteMarks.name, name))
  const documentsByTerm = await view.terms.documentsWith([...new Set(terms)], { sources: [source.id] })
  const ids = new Set([...documentsByTerm.values()].flatMap((documentIds) => [...documentIds]))
  const notes = (await view.documents.byId([...ids])).map(named)
  const called = notes.flatMap((note) => namesOf(note.path, note.aliases).map((name) => ({ name: fold(name), note })))
  return new Map([...Map.groupBy(called, ({ name }) => name)].map(([name, own]) => [name, own.map(({ note }) => note)]))
}

/** Name in a link of the note that it leads to. */
export const calledBy = ({ target }: Pick<NoteLink, 'target'>): string => withoutEnding(lastSegment(target))

/** The note that a link of the note at `from` leads to. */
export function leadsTo(link: NoteLink, from: string, called: ReadonlyMap<string, readonly NamedNote[]>) {
  const fullMatches = link.isPath ? undefined : called.get(fold(link.target.trim()))
  const candidates = [...(called.get(fold(calledBy(link))) ?? []), ...(fullMatches ?? [])]
  return resolveLink(link, from, candidates)
}
