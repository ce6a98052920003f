import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/docs'
import type { Engine } from '@wuku/kernel/base/engine'
import type { Library, LibraryVersion } from '@wuku/core/ports/library-store'
import type { GuardedTransaction } from '@wuku/kernel/base/parts/engine-stores'
import { owner } from '@wuku/kernel/base/caller'
import { discardVersion } from './staging.ts'
import { sweepLibraries } from './sweep.ts'
import { conceal, hide, reveal } from './activate.ts'
import { updateDefaults } from '../libraries/defaults.ts'
import { unchangedLibrary, type UnchangedSince } from '../libraries/active.ts'
import { commandLine } from '@wuku/text/show/shell-words'
import { libraryWord } from '../names/library-id.ts'

const DAY_MS = 86_400_000

/** Archived libraries are kept and not searched; deleted ones can be brought back until they are purged. */
export function setLibraryStatus(
  engine: Engine,
  library: Library,
  status: Library['status'],
  seen: UnchangedSince = {},
): Promise<Library> {
  return engine.libraries.write({ library: library.id }, async (transaction) => {
    const { updatedAt } = await unchangedLibrary(library.id, transaction, seen)
    const now = engine.now()
    const changed = await transaction.libraries.changeLibrary(library.id, {
      status,
      updatedAt: Math.max(now, updatedAt + 1),
      deletedAt: status === 'deleted' ? now : null,
    })
    for (const version of await transaction.libraries.versions(library.id)) await follow(transaction, changed, version)
    await updateDefaults(transaction, library.id)
    return changed
  })
}

/** A version that was deleted by itself stays so when its library comes back. */
async function follow(transaction: GuardedTransaction, library: Library, version: LibraryVersion): Promise<void> {
  if (version.status !== 'active' && version.status !== 'archived') return
  const isActive = library.status === 'active'
  await (isActive ? reveal(transaction, library, version) : conceal(transaction, version))
  await transaction.libraries.changeVersion(version.id, { status: isActive ? 'active' : 'archived' })
}

/** It can be brought back until it is purged. */
export async function deleteVersion(engine: Engine, version: LibraryVersion): Promise<void> {
  await engine.libraries.write({ library: version.library }, async (transaction) => {
    await hide(transaction, version, engine.now())
    await updateDefaults(transaction, version.library)
  })
}

/** Brings a deleted version back; of several of one name the one that was deleted last. */
export function restoreVersion(engine: Engine, library: Library, name: string): Promise<void> {
  return engine.libraries.write({ library: library.id }, async (transaction) => {
    const all = (await transaction.libraries.versions(library.id)).filter(({ version }) => version === name)
    if (all.some(({ status }) => status === 'active')) return
    const deleted = all.filter(({ status }) => status === 'deleted')
    const [last] = deleted.toSorted((a, b) => (b.deletedAt ?? 0) - (a.deletedAt ?? 0))
    if (!last) throw nothingToRestore(library, name)
    await transaction.libraries.changeVersion(last.id, { status: 'archived', deletedAt: null })
    await follow(transaction, library, { ...last, status: 'archived' })
    await updateDefaults(transaction, library.id)
  })
}

const nothingToRestore = (library: Library, version: string): WukuError =>
  new WukuError(
    'not-found',
    msg('nothingToRestore', {
      name: library.name,
      version,
      command: commandLine`wuku docs log ${libraryWord(library)}`,
    }),
  )

/** Takes out for good what was deleted long enough ago, or, with `now`, whatever was deleted. Nobody's libraries are spared, for any caller. */
export async function purge(callerEngine: Engine, when: When = 'due') {
  const engine = callerEngine.for(owner('purge'))
  const until = endOf(when, engine)
  const purged = { libraries: [] as string[], versions: [] as string[] }
  await sweepLibraries(engine)
  const turn = { signal: new AbortController().signal, waiting: () => {} }
  for (const { library } of await dueUntil(until, engine))
    await engine.runExclusive(`docs:${library.id}`, turn, async (place) => {
      // Another may have purged it meanwhile, or brought it back.
      const due = (await dueUntil(until, engine)).find((each) => each.library.id === library.id)
      if (!due) return
      for (const version of due.versions) await discardVersion(version, place.engine)
      if (due.isWhole)
        await place.engine.libraries.write({ library: library.id }, (transaction) =>
          transaction.libraries.removeLibrary(library.id),
        )
      if (due.isWhole) purged.libraries.push(library.name)
      purged.versions.push(...due.versions.map(({ version }) => `${library.name}@${version}`))
    })
  return purged
}

type When = 'due' | 'now'

const endOf = (when: When, { now, libraries }: Engine): number =>
  when === 'now' ? Infinity : now() - libraries.settings.purgeDays * DAY_MS

/** All that such a purge would delete. */
export const toPurge = async (engine: Engine, when: When) => {
  const due = await dueUntil(endOf(when, engine), engine)
  return {
    libraries: due.filter(({ isWhole: isFullLibrary }) => isFullLibrary).map(({ library }) => library.name),
    versions: due.flatMap(({ library, versions }) => versions.map(({ version }) => `${library.name}@${version}`)),
    // Handed in, or come in a pack: there is no place to fetch it from.
    onlyHere: due.flatMap(({ library, versions }) =>
      versions.flatMap(({ version, origin }) => (origin === null ? [`${library.name}@${version}`] : [])),
    ),
  }
}

/** `isWhole`: the library with all of its versions. */
const dueUntil = (until: number, engine: Engine) =>
  engine.read(async (view) => {
    const all = await view.libraries.versions()
    return (await view.libraries.libraries()).flatMap((library) => {
      const isWhole = isDue(library, until)
      const own = all.filter((each) => each.library === library.id)
      const versions = isWhole ? own : own.filter((each) => isDue(each, until))
      return isWhole || versions.length > 0 ? [{ library, isWhole, versions }] : []
    })
  })

const isDue = ({ status, deletedAt }: Pick<Library, 'deletedAt'> & { readonly status: string }, until: number) =>
  status === 'deleted' && (deletedAt ?? 0) <= until
