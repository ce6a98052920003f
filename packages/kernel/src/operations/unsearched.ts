import type { Kind, Source } from '@wuku/core/core-types'
import type { Caller } from '../base/caller.ts'
import type { Engine } from '../base/engine.ts'

/** Why a search that named no source may have found nothing: sentences for the caller. */
export async function unsearchedNotes(
  kinds: readonly Kind[] | undefined,
  engine: Engine,
  caller?: Pick<Caller, 'actor'>,
): Promise<readonly string[]> {
  const all = await engine.read((view) => view.sources.list())
  const sources = all.filter(({ kind }) => !kinds || kinds.includes(kind))
  if (all.length === 0) return [caller?.actor === undefined ? NOTHING_HERE : NOTHING_OF_YOURS]
  const unread = sources.filter(({ indexedAt }) => indexedAt === null)
  const onlyNamed = sources.filter(({ options }) => options.searchedByDefault === false)
  return [
    ...(unread.length > 0 ? [`Indexing incomplete: ${named(unread)}. Run "wuku index".`] : []),
    ...(onlyNamed.length > 0 ? [`Searched only when named: ${named(onlyNamed)}.`] : []),
  ]
}

const NOTHING_HERE = 'Nothing is indexed yet: add a folder with "wuku add <folder>".'
/** For a user of a server, who may not know whether others have something there. */
const NOTHING_OF_YOURS =
  'Nothing here is yours or shared with you: send a folder with "wuku push <server> <folder>", or ask for a share.'

const named = (sources: readonly Source[]): string => {
  const rest = sources.length - MAX_NAMED
  const names = sources.slice(0, MAX_NAMED).map(({ name }) => name)
  return rest > 0 ? `${names.join(', ')} and ${rest} more` : names.join(', ')
}

const MAX_NAMED = 20
