import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/docs'
import type { Engine } from '@wuku/kernel/base/engine'
import type { Library } from '@wuku/core/ports/library-store'
import { commandLine } from '@wuku/text/show/shell-words'
import { findLibrary, knownLibraries, type KnownLibrary } from '../libraries/known.ts'
import { readProject, type ReadProject, type UsedVersion, versionsUsed } from '../libraries/which.ts'
import { type LibraryRef, libraryWord } from '../names/library-id.ts'
import type { Dependency } from '../projects/dependency.ts'
import { answeringVersions, chooseScope, type DocsScope } from '../scope.ts'

/** The scope of a question; with a project the version that it uses, unless the caller names one. */
export async function scopeWithProject(
  libraryRef: LibraryRef,
  { version, project }: { version?: string | undefined; project?: string | undefined },
  engine: Engine,
): Promise<DocsScope> {
  const isNamed = version !== undefined || (libraryRef.by !== 'all' && libraryRef.version !== undefined)
  if (project === undefined || isNamed) return engine.read((view) => chooseScope(libraryRef, version, view))
  const read = await readProject(project, engine)
  return engine.read(async (view) => {
    const all = await knownLibraries(view)
    if (libraryRef.by === 'all')
      return { answering: await answeringVersions(all, (known) => versionIn(known, read), view), notes: [] }
    const known = findLibrary(libraryRef, all)
    const { requested, notes } = versionUsedBy(known, read)
    const scope = await chooseScope(libraryRef, requested, view)
    return { ...scope, notes: [...notes, ...scope.notes] }
  })
}

/** Only libraries that the project uses, each in its version. */
function versionIn(known: KnownLibrary, project: ReadProject) {
  const [used] = versionsUsed(known, project)
  return used && known.versions.find((each) => each.version === used.version)
}

function versionUsedBy(known: KnownLibrary, project: ReadProject) {
  const { library, byDefault } = known
  const [used, ...others] = versionsUsed(known, project)
  if (!used) {
    const note = `${project.root} does not depend on ${library.name}; its default version ${byDefault?.version ?? ''} answers.`
    return { requested: undefined, notes: [note] }
  }
  const { requested, version, dependency } = used
  if (version === undefined) throw notHere(library, used, describeSource(dependency))
  const rest = [...new Set(others.map((each) => each.requested))].filter((each) => each !== requested)
  const also = rest.length > 0 ? ` It also names ${rest.join(', ')}.` : ''
  const exact = version === requested ? '' : ` ${version} is the version here.`
  return { requested: version, notes: [`${describeSource(dependency)} ${requested}.${exact}${also}`] }
}

/** A manifest contains a range; the lock file next to it names the installed version. */
const describeSource = ({ from, locked, wanted: requested }: Dependency): string =>
  locked === undefined || requested === '' || requested === locked
    ? `${from} says`
    : `${from} asks for ${requested}, and its lock file says`

const notHere = (library: Library, { requested, nearest }: UsedVersion, from: string): WukuError =>
  new WukuError(
    'not-found',
    msg('notHere', {
      from,
      name: library.name,
      requested,
      nearest: nearest.join(', ') || 'none',
      command: commandLine`wuku docs import <url> --name ${libraryWord(library)} --version ${requested}`,
    }),
  )
