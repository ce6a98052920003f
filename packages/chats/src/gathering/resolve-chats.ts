import { isCitation, parseCitation } from '@wuku/core/citation'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/chats'
import { fullPathOf } from '@wuku/core/part-paths'
import type { StoreView } from '@wuku/core/ports/store'
import type { Engine } from '@wuku/kernel/base/engine'
import { explainExcluded } from '@wuku/kernel/documents/excluded'
import { nearest } from '@wuku/text/edits/edit'
import { readCatalogue, SHORTEST_PREFIX, type Catalogue, type ChatEntry } from '../catalogue.ts'

export interface ResolvedChats {
  /** Each once, in the order asked. */
  readonly found: readonly ChatEntry[]
  /** As they were given. */
  readonly unknown: readonly string[]
  readonly ambiguous: readonly { readonly id: string; readonly candidates: readonly ChatEntry[] }[]
}

/** The conversations that ids, beginnings of ids or citations mean. */
export function resolveChats(ids: readonly string[], catalogue: Catalogue): ResolvedChats {
  const found = new Set<ChatEntry>()
  const unknown: string[] = []
  const ambiguous: { id: string; candidates: readonly ChatEntry[] }[] = []
  for (const id of new Set(ids)) {
    const candidates = catalogue.findById(idIn(id))
    if (candidates.length > 1) ambiguous.push({ id, candidates })
    else if (candidates[0]) found.add(candidates[0])
    else unknown.push(id)
  }
  return { found: [...found], unknown, ambiguous }
}

/** The same of all that the caller sees, at least one; or why it was kept out. */
export const findChats = (ids: readonly string[], engine: Engine): Promise<ResolvedChats> => {
  const find = async (view: StoreView): Promise<ResolvedChats> => {
    const catalogue = await readCatalogue(view, engine)
    const resolved = resolveChats(ids, catalogue)
    requireFound(resolved, catalogue)
    return resolved
  }
  return explainExcluded(engine, { names: ids, kinds: ['chats'], work: () => engine.read(find) })
}

const MAX_CANDIDATES = 10

/** Ids that mean no conversation, or several, as an answer names them. */
export const describeUnresolved = ({ unknown, ambiguous }: ResolvedChats): Unresolved => ({
  unknown: [...unknown],
  ambiguous: ambiguous.map(({ id, candidates }) => ({
    id,
    candidates: candidates.slice(0, MAX_CANDIDATES).map((entry) => ({ id: entry.id, title: entry.title })),
  })),
})

interface Unresolved {
  readonly unknown: string[]
  readonly ambiguous: { readonly id: string; readonly candidates: { readonly id: string; readonly title: string }[] }[]
}

export const renderUnresolved = ({ unknown, ambiguous }: Unresolved): readonly string[] => [
  ...(unknown.length > 0 ? [`Unknown ids: ${unknown.join(', ')}`] : []),
  ...ambiguous.map(
    ({ id, candidates }) => `"${id}" fits several conversations: ${candidates.map((each) => each.id).join(', ')}`,
  ),
]

/** A citation names the document that a conversation begins with, or one of its parts. */
const idIn = (text: string): string => (isCitation(text) ? fullPathOf(parseCitation(text).path) : text)

/** When nothing that was asked for is one conversation, there is nothing to answer with. */
export function requireFound({ found, unknown, ambiguous }: ResolvedChats, catalogue: Catalogue): void {
  if (found.length > 0) return
  const [first] = ambiguous
  if (first) throw fitsSeveral(first.id, first.candidates)
  throw noneCalled(unknown, catalogue)
}

const fitsSeveral = (id: string, candidates: readonly ChatEntry[]): WukuError =>
  new WukuError(
    'ambiguous',
    msg('fitsSeveral', {
      id: id.slice(0, 100),
      candidates: candidates.length,
      candidates2: candidates
        .slice(0, 5)
        .map((entry) => `${entry.id} ("${entry.title.slice(0, 60)}")`)
        .join(', '),
    }),
  )

function noneCalled(unknown: readonly string[], { entries }: Catalogue): WukuError {
  const [id = ''] = unknown
  const known = entries.map((entry) => entry.id)
  const near = nearest(id.slice(0, 200), known, { max: 4, limit: 3 })
  const short = id.length < SHORTEST_PREFIX ? msg('prefixOfIdNeedsCharacters', { shortestPrefix: SHORTEST_PREFIX }) : ''
  const suggestion = near.length > 0 ? msg('didYouMean', { near: near.join(', ') }) : ''
  return new WukuError(
    'not-found',
    msg('noConversationHasId', {
      unknown: unknown.map((each) => `"${each.slice(0, 100)}"`).join(', '),
      short,
      suggestion,
    }),
  )
}
