import { z } from 'zod'
import { unconfirmed, WukuError } from '@wuku/core/errors'
import { msg, tr } from '@wuku/messages/docs'
import { defineOperation } from '@wuku/kernel/base/operation'
import { count } from '@wuku/kernel/base/operation-shapes'
import type { Library, LibraryVersion } from '@wuku/core/ports/library-store'
import { recordLibrary } from '../libraries/record.ts'
import { deleteVersion, purge, setLibraryStatus, toPurge } from '../importing/states.ts'
import { libraryOf, versionOfLibrary } from '../scope.ts'
import { oneLibrary, versionText } from '../search/docs-shapes.ts'
import { commandLine } from '@wuku/text/show/shell-words'
import { libraryWord } from '../names/library-id.ts'
import type { OperationContext } from '@wuku/kernel/base/engine'

const input = z.strictObject({
  library: oneLibrary,
  version: versionText.optional().describe('Only this version. Default: the whole library.'),
})

const output = z.strictObject({
  library: z.string(),
  slug: z.string(),
  version: z.string().nullable(),
  restorable_days: count.describe('Days during which it can be restored.'),
})

type Output = z.output<typeof output>

export const deleteLibrary = defineOperation({
  name: 'delete-library',
  title: 'Delete a library or a version',
  description:
    'Remove a library, or one version of it, from every search. It can be restored for some days, then it is purged.',
  effect: 'delete',
  idempotent: true,
  input,
  output,
  aliases: { library_id: 'library' },
  route: { method: 'DELETE', path: '/libraries/{library}' },
  examples: [{ label: 'One version', input: { library: 'react', version: '17.0.2' } }],
  run: remove,
  render: (answer) => deletedText(answer),
})

const deletedText = ({ library, slug, version, restorable_days: days }: Output): string =>
  tr(msg('deleted', { library, value: version === null ? '' : `@${version}` })) +
  (version === null
    ? tr(msg('restorable', { days, command: commandLine`wuku docs restore ${libraryWord({ name: library, slug })}` }))
    : tr(msg('originalsKeptDays', { days })))

async function remove(
  { library: written, version }: z.output<typeof input>,
  context: OperationContext,
): Promise<Output> {
  const { engine, caller } = context
  const { purgeDays } = engine.libraries.settings
  const isVersion = version !== undefined || String(written).includes('@', 1)
  const { library } = await engine.read((view) => libraryOf(written, view))
  if (!isVersion) {
    await setLibraryStatus(engine, library, 'deleted', context)
    recordLibrary(engine, { library, event: 'library.delete', actor: caller.client, message: 'Deleted.' })
    await purge(engine)
    return { library: library.name, slug: library.slug, version: null, restorable_days: purgeDays }
  }
  return removeVersion(await engine.read((view) => versionOfLibrary(written, version, view)), context)
}

async function removeVersion(
  { library, version }: { readonly library: Library; readonly version: LibraryVersion },
  { engine, caller }: OperationContext,
): Promise<Output> {
  await deleteVersion(engine, version)
  const { version: named } = version
  recordLibrary(engine, { library, event: 'version.delete', actor: caller.client, message: 'Deleted.', version: named })
  await purge(engine)
  const { name, slug } = library
  return { library: name, slug, version: named, restorable_days: engine.libraries.settings.purgeDays }
}

export const deleteVersionOperation = defineOperation({
  name: 'delete-version',
  title: 'Delete a version of a library',
  description: 'Remove one version, named exactly, from every search. It can be restored for some days.',
  effect: 'delete',
  input: z.strictObject({ library: oneLibrary, version: versionText.describe('Exactly as it is listed.') }),
  output,
  aliases: { library_id: 'library' },
  route: { method: 'DELETE', path: '/libraries/{library}/versions/{version}' },
  examples: [{ label: 'One version', input: { library: 'react', version: '17.0.2' } }],
  async run({ library: written, version: named }, context) {
    const { library, versions } = await context.engine.read((view) => libraryOf(written, view))
    const version = versions.find((each) => each.version === named)
    if (!version) throw new WukuError('not-found', msg('noSuchVersion', { name: library.name, version: named }))
    return removeVersion({ library, version }, context)
  },
  render: (answer) => deletedText(answer),
})

export const purgeLibraries = defineOperation({
  name: 'purge-libraries',
  title: 'Purge deleted libraries',
  description:
    'Permanently remove libraries and versions that were deleted long enough ago: originals, index and file records.',
  effect: 'delete',
  level: 'admin',
  idempotent: true,
  input: z.strictObject({
    all: z.boolean().default(false).describe('true: purge everything deleted, however recently.'),
    dryRun: z.boolean().default(false).describe('Show what would be purged; change nothing.'),
    yes: z
      .boolean()
      .default(false)
      .describe('Required with all, and for what is nowhere else: purged documentation cannot be restored.'),
  }),
  output: z.strictObject({ libraries: z.array(z.string()), versions: z.array(z.string()) }),
  route: { method: 'POST', path: '/libraries/purge' },
  examples: [{ label: 'Purge everything deleted', input: { all: true, yes: true } }],
  async run({ all, dryRun, yes }, { engine }) {
    const when = all ? 'now' : 'due'
    const due = await toPurge(engine, when)
    const needsConfirmation = (all && due.versions.length + due.libraries.length > 0) || due.onlyHere.length > 0
    if (!dryRun && !yes && needsConfirmation) throw wouldBeLost(due, all)
    const { libraries, versions } = dryRun ? due : await purge(engine, when)
    return { libraries: [...libraries], versions: [...versions] }
  },
  render: ({ libraries, versions }, { dryRun }) =>
    versions.length + libraries.length === 0
      ? tr('There is nothing to purge.')
      : tr(msg(dryRun ? 'wouldBeRemovedForGood' : 'removedForGood', { names: [...libraries, ...versions].join(', ') })),
})

function wouldBeLost({ libraries, versions, onlyHere }: Awaited<ReturnType<typeof toPurge>>, all: boolean): WukuError {
  const lost = onlyHere.length === 0 ? '' : msg('nothingCanFetchedAgainOnly', { onlyHere: onlyHere.join(', ') })
  return unconfirmed(
    msg('couldStillRestoredPurgeRemoves', { value: [...libraries, ...versions].join(', '), lost }),
    all ? 'wuku docs purge --all --yes' : 'wuku docs purge --yes',
    'wuku docs restore <library>, then wuku export <folder> --library <library>',
  )
}
