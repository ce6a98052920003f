import { z } from 'zod'
import { trimmedText } from '@wuku/kernel/base/operation-shapes'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/docs'
import { defineOperation } from '@wuku/kernel/base/operation'
import type { OperationContext } from '@wuku/kernel/base/engine'
import type { Library } from '@wuku/core/ports/library-store'
import type { OriginSpec } from '@wuku/core/ports/origins'
import { reveal } from '../importing/activate.ts'
import { runOnVersion } from '../importing/library-lock.ts'
import { initImport } from '../importing/import-library.ts'
import { importVersion } from '../importing/import-version.ts'
import { originOf } from '../importing/origin-of.ts'
import { stageVersion } from '../importing/staging.ts'
import { requireNoVersion } from '../libraries/active.ts'
import { updateDefaults } from '../libraries/defaults.ts'
import { libraryOf } from '../scope.ts'
import { globList, imported, importText, noneImported, describeImported } from './import-shapes.ts'
import { libraryShape, libraryText, describeLibrary } from './library-shape.ts'
import { oneLibrary, versionText } from '../search/docs-shapes.ts'

const address = z.string().trim().min(1).max(4_096)

export const initImportOperation = defineOperation({
  name: 'init-import',
  title: 'Create a library from its origin',
  description: 'Create a library without a version, described by its origin; import-version adds a version.',
  effect: 'write',
  openWorld: true,
  input: z.strictObject({
    url: address.describe('A repository, a web site, its llms.txt, or one page.'),
    name: z.string().trim().min(1).max(255).optional().describe('Default: taken from the documentation.'),
  }),
  output: libraryShape,
  aliases: { github_url: 'url', repo: 'url' },
  route: { method: 'POST', path: '/libraries/github/init-import' },
  examples: [{ label: 'A repository', input: { url: 'https://github.com/vuejs/core' } }],
  async run(request, context) {
    const { id } = await initImport(request, context)
    return context.engine.read(async (view) => describeLibrary(await libraryOf(id, view), context.caller))
  },
  render: (answer) => libraryText(answer),
})

export const createVersion = defineOperation({
  name: 'create-version',
  title: 'Create an empty version',
  description: 'Create an empty version of a library. It becomes the default only after documents were added to it.',
  effect: 'write',
  input: z.strictObject({ library: oneLibrary, version: versionText.describe('Name of the new version.') }),
  output: libraryShape,
  aliases: { library_id: 'library' },
  examples: [{ label: 'For your own documents', input: { library: 'billing', version: '2.4.0' } }],
  async run({ library, version }, context) {
    const known = await context.engine.read((view) => libraryOf(library, view))
    requireNoVersion(known, version)
    await createEmpty(known.library, version, context)
    return context.engine.read(async (view) => describeLibrary(await libraryOf(known.library.id, view), context.caller))
  },
  render: (answer) => libraryText(answer),
})

const createEmpty = (library: Library, version: string, context: OperationContext): Promise<void> =>
  runOnVersion('version.create', { library, version }, context, async ({ engine }) => {
    requireNoVersion(await engine.read((view) => libraryOf(library.id, view)), version)
    const staged = await stageVersion({ library, version, origin: null }, engine)
    await engine.libraries.add({ library: library.id }, async (transaction) => {
      await reveal(transaction, library, staged)
      await transaction.libraries.changeVersion(staged.id, { status: 'active' })
      await transaction.libraries.changeLibrary(library.id, { updatedAt: engine.now() })
      await updateDefaults(transaction, library.id)
    })
  })

const importInput = z.strictObject({
  library: oneLibrary,
  version: versionText.describe('Name of the new version.'),
  url: address.optional().describe('Default: the origin of the library.'),
  ref: trimmedText(255)
    .optional()
    .describe('Repository: tag, branch or commit. Default: the tag of the version, with or without "v".'),
  folders: z.array(z.string().min(1).max(1_000)).max(50).optional().describe('Repository: only these folders.'),
  exclude: globList.optional().describe('Globs of files or addresses to leave out.'),
  plain: z.boolean().default(false).describe('true: no language model writes titles, even if one is configured.'),
})

export const importVersionOperation = defineOperation({
  name: 'import-version',
  title: 'Import another version of a library',
  description: 'Import another version of an existing library, from its origin or from a given one.',
  effect: 'write',
  addsText: true,
  long: 'import',
  about: ({ library, version }, { engine }) =>
    engine.read(async (view) => {
      const known = await libraryOf(library, view)
      requireNoVersion(known, version)
      return { library: known.library.id, name: known.library.name, version }
    }),
  openWorld: true,
  input: importInput,
  output: imported,
  aliases: { library_id: 'library', tag: 'ref', branch: 'ref' },
  examples: [{ label: 'A release', input: { library: 'react', version: '19.0.1' } }],
  async run(request, context) {
    const known = await context.engine.read((view) => libraryOf(request.library, view))
    requireNoVersion(known, request.version)
    const { library } = known
    const origin = await taggedOrigin(originFor(request, library), request.version, context)
    const importRequest = { library, version: request.version, origin, mode: 'new', plain: request.plain } as const
    const done = await importVersion(importRequest, context)
    return describeImported({ library, isNew: false, done, leftOut: done.leftOut })
  },
  allFailed: noneImported,
  render: (answer) => importText(answer),
})

function originFor({ url, ref, folders, exclude }: z.output<typeof importInput>, library: Library): OriginSpec {
  const narrowed = { ...(ref !== undefined && { ref }), ...(folders && { folders }), ...(exclude && { exclude }) }
  if (url !== undefined) return originOf({ url, ...narrowed })
  const { origin } = library
  if (!origin) throw new WukuError('bad-input', msg('hasNoOrigin', { name: library.name }))
  // The ref of the library is that of another version.
  if (origin.type === 'repository') return { ...origin, ref: ref ?? '', ...narrowed }
  return origin.type === 'website' && exclude ? { ...origin, exclude } : origin
}

/** The tag of the version where no ref was named. */
async function taggedOrigin(origin: OriginSpec, version: string, { engine, signal }: OperationContext) {
  if (origin.type !== 'repository' || origin.ref) return origin
  const tags = (await engine.libraries.openOrigin(origin).releases(signal)).map(({ tag }) => tag)
  const names = [version, `v${version}`, version.replace(/^v(?=\d)/, '')]
  const ref = names.find((name) => tags.includes(name))
  if (ref === undefined) throw new WukuError('not-found', msg('noSuchTag', { url: origin.url, version }))
  return { ...origin, ref }
}
