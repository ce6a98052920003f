import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/docs'
import type { Library } from '@wuku/core/ports/library-store'
import { defineOperation } from '@wuku/kernel/base/operation'
import { importVersion, rebuildVersion } from '../importing/import-version.ts'
import type { LibraryImport } from '../importing/import-library.ts'
import { requireActive } from '../libraries/active.ts'
import { knownSubject, versionOfLibrary } from '../scope.ts'
import { imported, importText, noneImported, describeImported } from './import-shapes.ts'
import { oneLibrary, versionText } from '../search/docs-shapes.ts'
import { commandLine } from '@wuku/text/show/shell-words'
import { libraryWord } from '../names/library-id.ts'
import type { OperationContext } from '@wuku/kernel/base/engine'

const input = z.strictObject({
  library: oneLibrary,
  version: versionText.optional().describe('Default: the default version.'),
  rebuild: z
    .boolean()
    .default(false)
    .describe('true: fetch nothing; rebuild the version from the originals kept here.'),
  plain: z.boolean().default(false).describe('true: no language model writes titles, even if one is configured.'),
})

export const refreshLibrary = defineOperation({
  name: 'refresh-library',
  title: 'Refresh a version of a library',
  description:
    'Fetch a version again from its origin, or rebuild it from its originals. The former version answers ' +
    'until the new one is complete, and stays if anything fails.',
  effect: 'write',
  addsText: true,
  long: 'refresh',
  about: ({ library, version }, { engine }) => engine.read((view) => knownSubject(library, version, view)),
  idempotent: true,
  openWorld: true,
  input,
  output: imported,
  aliases: { library_id: 'library', name: 'library' },
  route: { method: 'POST', path: '/libraries/{library}/refresh' },
  examples: [
    { label: 'Fetch what is new', input: { library: 'react' } },
    {
      label: 'After an update of wuku that reads a format better',
      input: { library: 'react', version: '19.0.1', rebuild: true },
    },
  ],
  run: (request, context) => refresh(request, context).then(describeImported),
  allFailed: noneImported,
  render: (answer) => importText(answer),
})

async function refresh(request: z.output<typeof input>, context: OperationContext): Promise<LibraryImport> {
  const { engine } = context
  const { library, version } = await engine.read((view) => versionOfLibrary(request.library, request.version, view))
  requireActive(library)
  const { plain } = request
  if (!request.rebuild && version.origin === null) throw handedIn(library, version.version)
  const done =
    request.rebuild || version.origin === null
      ? await rebuildVersion({ library, version, plain }, context)
      : await importVersion(
          { library, version: version.version, origin: version.origin, mode: 'again', plain },
          context,
        )
  return { library, isNew: false, done, leftOut: done.leftOut }
}

const handedIn = (library: Library, version: string): WukuError =>
  new WukuError(
    'bad-input',
    msg('handedIn', {
      name: library.name,
      version,
      command: commandLine`wuku docs upload ${libraryWord(library, version)} <file>...`,
    }),
  )
