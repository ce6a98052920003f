import { msg, type Text } from '@wuku/messages/kernel'
import type { Kind, Source } from '@wuku/core/core-types'
import type { Caller } from '../base/caller.ts'
import type { Engine } from '../base/engine.ts'

/** Why a search that named no source may have found nothing: sentences for the caller. */
export async function unsearchedNotes(
  kinds: readonly Kind[] | undefined,
  engine: Engine,
  caller?: Pick<Caller, 'actor'>,
): Promise<readonly Text[]> {
  const all = await engine.read((view) => view.sources.list())
  const sources = all.filter(({ kind }) => !kinds || kinds.includes(kind))
  if (all.length === 0) return [caller?.actor === undefined ? NOTHING_HERE : NOTHING_OF_YOURS]
  const unread = sources.filter(({ indexedAt }) => indexedAt === null)
  const onlyNamed = sources.filter(({ options }) => options.searchedByDefault === false)
  return [
    ...(unread.length > 0 ? [msg('indexingIncomplete', { names: named(unread) })] : []),
    ...(onlyNamed.length > 0 ? [msg('searchedOnlyWhenNamed', { names: named(onlyNamed) })] : []),
  ]
}

const NOTHING_HERE = 'Nothing is indexed yet: add a folder with "wuku add <folder>".'
/** For a user of a server, who may not know whether others have something there. */
const NOTHING_OF_YOURS =
  'Nothing here is yours or shared with you: send a folder with "wuku push <server> <folder>", or ask for a share.'

function named(sources: readonly Source[]): Text {
  const more = sources.length - MAX_NAMED
  const names = sources
    .slice(0, MAX_NAMED)
    .map(({ name }) => name)
    .join(', ')
  return more > 0 ? msg('namesAndMore', { names, more }) : names
}

const MAX_NAMED = 20
