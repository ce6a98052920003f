import { isCitation, parseCitation } from '@wuku/core/citation'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/chats'
import { fullPathOf } from '@wuku/core/part-paths'
import type { StoreView } from '@wuku/core/ports/store'
import type { Engine } from '@wuku/kernel/base/engine'
import { explainExcluded } from '@wuku/kernel/documents/excluded'
import { nearest } from '@wuku/text/edits/edit'
import { readCatalogue, SHORTEST_PREFIX, type Catalogue, type ChatEntry } from '../catalogue.ts'

export type ResolvedChats = ReturnType<typeof resolveChats>

/** The conversations that ids, beginnings of ids or citations mean, each once, in the order asked; `unknown` as given. */
export function resolveChats(ids: readonly string[], catalogue: Catalogue) {
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

/** Reads of them what the caller sees, where at least one is there; or says why they were kept out. */
export const readChats = <T>(
  ids: readonly string[],
  engine: Engine,
  read: (resolved: ResolvedChats, view: StoreView) => Promise<T>,
): Promise<T> =>
  explainExcluded(engine, {
    names: ids,
    kinds: ['chats'],
    work: () =>
      engine.read(async (view) => {
        const catalogue = await readCatalogue(view, engine)
        const resolved = resolveChats(ids, catalogue)
        requireFound(resolved, catalogue)
        return read(resolved, view)
      }),
  })

export const readChat = <T>(id: string, engine: Engine, read: (entry: ChatEntry, view: StoreView) => Promise<T>) =>
  readChats([id], engine, async ({ found: [entry] }, view) => {
    if (!entry) throw new Error('A requested conversation exists.')
    return read(entry, view)
  })

const MAX_CANDIDATES = 10

/** Ids that mean no conversation, or several, as an answer names them. */
export const describeUnresolved = ({ unknown, ambiguous }: ResolvedChats) => ({
  unknown: [...unknown],
  ambiguous: ambiguous.map(({ id, candidates }) => ({
    id,
    candidates: candidates.slice(0, MAX_CANDIDATES).map((entry) => ({ id: entry.id, title: entry.title })),
  })),
})

type Unresolved = ReturnType<typeof describeUnresolved>

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
