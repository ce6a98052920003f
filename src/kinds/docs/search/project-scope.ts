import { WukuError } from '../../../core/errors.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { Library } from '../../../ports/libraries.ts'
import { commandLine } from '../../../text/show/shell-words.ts'
import { findLibrary } from '../libraries/find.ts'
import { knownLibraries, type KnownLibrary } from '../libraries/known.ts'
import { readProject, type ReadProject, versionsUsed } from '../libraries/which.ts'
import { type LibraryRef, libraryWord } from '../names/library-id.ts'
import type { Dependency } from '../projects/dependency.ts'
import { chooseScope, type DocsScope, scopeOfVersions } from './scope.ts'

interface Wanted {
  readonly version?: string | undefined
  readonly project?: string | undefined
}

/** The scope of a question; with a project the version that it uses, unless the caller names one. */
export async function scopeWithProject(
  asked: LibraryRef,
  { version, project }: Wanted,
  engine: Engine,
): Promise<DocsScope> {
  const isNamed = version !== undefined || (asked.by !== 'all' && asked.version !== undefined)
  if (project === undefined || isNamed) return engine.read((view) => chooseScope(asked, version, view))
  const read = await readProject(project, engine)
  return engine.read(async (view) => {
    const all = await knownLibraries(view)
    if (asked.by === 'all')
      return scopeOfVersions(
        all.flatMap((known) => usedOrNothing(known, read)),
        [],
        view,
      )
    const known = findLibrary(asked, all)
    const { wanted, notes } = wantedBy(known, read)
    const scope = await chooseScope(asked, wanted, view)
    return { ...scope, notes: [...notes, ...scope.notes] }
  })
}

/** Only libraries that the project uses, each in its version. */
function usedOrNothing(known: KnownLibrary, project: ReadProject) {
  const [used] = versionsUsed(known, project)
  const version = used && known.versions.find((each) => each.version === used.version)
  return version ? [{ known, version }] : []
}

function wantedBy(
  known: KnownLibrary,
  project: ReadProject,
): { readonly wanted: string | undefined; readonly notes: readonly string[] } {
  const { library, byDefault } = known
  const [used, ...others] = versionsUsed(known, project)
  if (!used)
    return {
      wanted: undefined,
      notes: [
        `${project.root} does not depend on ${library.name}; its default version ${byDefault?.version ?? ''} answers.`,
      ],
    }
  const { wanted, version, nearest, dependency } = used
  if (version === undefined) throw notHere(library, wanted, { from: toldBy(dependency), nearest })
  const rest = [...new Set(others.map((each) => each.wanted))].filter((each) => each !== wanted)
  const also = rest.length > 0 ? ` It also names ${rest.join(', ')}.` : ''
  const exact = version === wanted ? '' : ` ${version} is the version here.`
  return { wanted: version, notes: [`${toldBy(dependency)} ${wanted}.${exact}${also}`] }
}

/** A manifest contains a range; the lock file next to it names the installed version. */
const toldBy = ({ from, locked, wanted }: Dependency): string =>
  locked === undefined || wanted === '' || wanted === locked
    ? `${from} says`
    : `${from} asks for ${wanted}, and its lock file says`

const notHere = (
  library: Library,
  wanted: string,
  { from, nearest }: { readonly from: string; readonly nearest: readonly string[] },
): WukuError =>
  new WukuError(
    'not-found',
    `${from} ${library.name} ${wanted}, which is not here. Nearest: ${nearest.join(', ') || 'none'}.`,
    `Give one of these versions, or import it: "${commandLine`wuku docs import <url> --name ${libraryWord(library)} --version ${wanted}`}".`,
  )
