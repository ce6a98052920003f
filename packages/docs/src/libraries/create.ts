import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/docs'
import type { Engine, OperationContext } from '@wuku/kernel/base/engine'
import { libraryOwnership } from '@wuku/kernel/accounts/ownership-rules'
import { withRandomEnd } from '@wuku/kernel/library-names'
import type { Showing } from '@wuku/kernel/base/rights'
import type { Library, LibraryDraft } from '@wuku/core/ports/library-store'
import { recordLibrary } from './record.ts'
import { slugOf } from '../names/library-id.ts'

export type NewLibrary = Pick<LibraryDraft, 'name'> &
  Partial<Pick<LibraryDraft, 'slug' | 'description' | 'origin' | 'keep' | 'defaultVersion'>> & {
    readonly showing?: Showing
  }

const LONGEST = 255

/** A name that the caller sees taken is an error. */
export async function createLibrary(draft: NewLibrary, engine: Engine): Promise<Library> {
  const name = checkName(draft.name)
  const ownership = await engine.libraries.ownershipForNew(draft.showing ?? {})
  const seen = new Set((await engine.read((view) => view.libraries.libraries())).map(({ id }) => id))
  const library = await engine.libraries.write('all', async (transaction) => {
    const all = await transaction.libraries.libraries()
    const now = engine.now()
    return transaction.libraries.addLibrary({
      name,
      slug: freeSlug(draft.slug ?? slugOf(name), { all, seen, isPrivate: ownership?.visibility === 'private' }),
      description: draft.description ?? '',
      origin: draft.origin ?? null,
      keep: draft.keep ?? { keep: 'all' },
      refreshEvery: null,
      scheduledAt: null,
      defaultVersion: draft.defaultVersion ?? null,
      ...(ownership && { ownership }),
      createdAt: now,
      updatedAt: now,
    })
  })
  recordLibrary(engine, { library, event: 'library.create', actor: '', message: `${name} (${library.slug}).` })
  return library
}

interface Slugs {
  readonly all: readonly Library[]
  /** Ids of those that the caller sees. */
  readonly seen: ReadonlySet<number>
  readonly isPrivate: boolean
}

/**
 * The slug of a private library ends in a random part, so that nobody learns of it by trying slugs. A slug that a visible library has
 * gets a number; one of a library that was made private before slugs changed with that gets a random part, too.
 */
function freeSlug(baseSlug: string, { all, seen, isPrivate }: Slugs): string {
  if (isPrivate) return withRandomEnd(baseSlug)
  for (let number = 1; ; number++) {
    const slug = number === 1 ? baseSlug : `${baseSlug}-${number}`
    const existingLibrary = all.find((library) => library.slug.toLowerCase() === slug.toLowerCase())
    if (!existingLibrary) return slug
    if (!seen.has(existingLibrary.id)) return withRandomEnd(baseSlug)
  }
}

export function checkName(text: string): string {
  const name = text.trim().normalize('NFC')
  const isText = name !== '' && name.length <= LONGEST && !/\p{Cc}/u.test(name) && /[\p{L}\p{N}]/u.test(name)
  if (isText && !RESERVED_NAME.test(name)) return name
  throw new WukuError('bad-input', msg('cannotBeNameOfLibrary', { text: text.slice(0, 60), longest: LONGEST }))
}

/** Names that mean something else in a request: every library, the one with a number, or another in some version. */
const RESERVED_NAME = /^(?:all|\d+)$|.@/i

/**
 * Takes back a library that was made for work which failed: only one that nobody else has put anything into meanwhile. Its
 * job is again about a library that is not there, unless somebody has shown it otherwise since.
 */
export async function discardLibrary(library: Library, { engine, job }: Pick<OperationContext, 'engine' | 'job'>) {
  const { id } = library
  const removed = await engine.libraries.write({ library: id }, async (transaction) => {
    const versions = await transaction.libraries.versions(id)
    if (versions.length > 0) return undefined
    const before = (await transaction.libraries.libraries()).find((each) => each.id === id)
    await transaction.libraries.removeLibrary(id)
    return before
  })
  const isShownAsMade =
    removed !== undefined && libraryOwnership(removed).visibility === libraryOwnership(library).visibility
  if (isShownAsMade) job?.about({ library: null })
}
