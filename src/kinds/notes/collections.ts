import { WukuError } from '../../core/errors.ts'
import type { Engine } from '../../engine/engine.ts'
import { bulleted } from '../../engine/documents/not-found.ts'
import { nearest } from '../../text/edit.ts'

/** The collections that a caller named, as the engine takes them; `undefined` when none was: those searched by default. */
export async function namedCollections(
  { collection, collections = [] }: { readonly collection?: string; readonly collections?: readonly string[] },
  engine: Engine,
): Promise<readonly string[] | undefined> {
  const wanted = [...new Set([...(collection === undefined ? [] : [collection]), ...collections])]
  if (wanted.length === 0) return undefined
  const known = await collectionNames(engine)
  for (const name of wanted) if (!known.includes(name)) throw unknownCollection(name, known)
  return wanted.map((name) => `notes/${name}`)
}

export async function collectionNames(engine: Engine): Promise<readonly string[]> {
  const sources = await engine.read((view) => view.sources())
  return sources.filter(({ kind }) => kind === 'notes').map(({ name }) => name)
}

function unknownCollection(name: string, known: readonly string[]): WukuError {
  const near = nearest(name, known, { max: 4, limit: 3 })
  const meant = near.length > 0 ? `Did you mean ${near.map((each) => `"${each}"`).join(' or ')}? ` : ''
  const there =
    known.length > 0 ? `Collections:\n${bulleted(known)}` : 'There is none yet: add one with "wuku add <folder>".'
  return new WukuError('unknown-source', `There is no collection called "${name}".`, meant + there)
}
