import { msg, tr } from '@wuku/messages/docs'
import { z } from 'zod'
import type { TableColumn } from '@wuku/kernel/base/answer-table'
import { asJson, defineOperation } from '@wuku/kernel/base/operation'
import { aliasesOf, notes, problem, trimmedText } from '@wuku/kernel/base/operation-shapes'
import { findLibrary, knownLibraries } from '../libraries/known.ts'
import { readProject, versionsUsed, type UsedVersion } from '../libraries/which.ts'
import { parseLibraryId } from '../names/library-id.ts'
import { libraryId } from '../search/docs-shapes.ts'
import type { OperationContext } from '@wuku/kernel/base/engine'

const input = z.strictObject({
  library: libraryId.default('all').describe('Library. Default: every library here that the project uses.'),
  project: trimmedText(4_096)
    .default('.')
    .describe('Folder or name of a registered repository; "." is the current one.'),
})

const used = z.strictObject({
  library_id: z.number().int(),
  library: z.string(),
  slug: z.string(),
  uses: z.string().describe('The version in the project: the installed one, or a range if nothing is locked.'),
  locked: z.boolean().describe('true: it is the installed version.'),
  declared: z.string().describe('Range as written; empty if only a lock file names it.'),
  from: z.string().describe('File with the version.'),
  because: z.string().describe('Why this dependency is that library.'),
  version: z.string().nullable().describe('Version here that answers for it; null: none.'),
  nearest: z.array(z.string()).describe('Reason if there is none.'),
})

const output = z.strictObject({
  project: z.string(),
  files: z.array(z.string()).describe('Manifests and lock files read.'),
  used: z.array(used).describe('Most certain first; several if a workspace uses several.'),
  problems: z.array(problem),
  notes,
})

type Output = z.output<typeof output>

export const whichVersion = defineOperation({
  name: 'which-version',
  group: 'docs',
  title: 'Which version a project uses',
  description:
    'Find the version of a library that a repository really uses, from its lock files and manifests (npm, Go, Cargo, Maven, ' +
    'Gradle, Python and others), and which documentation here answers for it.',
  effect: 'read',
  input,
  output,
  aliases: aliasesOf({ library: ['library_id', 'libraryName', 'libraryId'], project: ['project_path', 'path'] }),
  searchHint: 'version dependency lockfile package.json go.mod cargo pom requirements project uses 版本 依赖',
  route: { method: 'GET', path: '/libraries/which' },
  examples: [{ label: 'Here', input: { library: 'react' } }],
  run: answer,
  table: ({ used: rows, notes: foot }) => ({ columns, rows, foot: foot.map(tr) }),
  render: asJson,
})

const columns: readonly TableColumn<Output['used'][number]>[] = [
  { cell: ({ library, uses }) => `${library} ${uses}`, look: 'bold' },
  { cell: ({ from }) => from, look: 'dim' },
  {
    cell: ({ version, nearest }) =>
      version === null
        ? msg('notHereNearest', { nearest: nearest.join(', ') || msg('none') })
        : msg('answered', { version }),
    is: 'word',
    lookOf: ({ version }) => (version === null ? 'red' : undefined),
  },
]

async function answer(
  { library, project: written }: z.output<typeof input>,
  { engine }: OperationContext,
): Promise<Output> {
  const project = await readProject(written, engine)
  const all = await engine.read((view) => knownLibraries(view))
  const libraryRef = parseLibraryId(library)
  const libraries = libraryRef.by === 'all' ? all : [findLibrary(libraryRef, all)]
  const found = libraries.flatMap((known) => versionsUsed(known, project))
  return {
    project: project.root,
    files: [...project.files],
    used: found.map(describeUsed),
    problems: project.problems.map((each) => ({ ...each })),
    notes: notesOn(project.files.length, found.length, libraries.length),
  }
}

const describeUsed = ({ known: { library }, dependency, because, requested, version, nearest }: UsedVersion) => ({
  library_id: library.id,
  library: library.name,
  slug: library.slug,
  uses: requested,
  locked: dependency.locked !== undefined,
  declared: dependency.wanted,
  from: dependency.from,
  because,
  version: version ?? null,
  nearest: [...nearest],
})

function notesOn(files: number, found: number, libraries: number): string[] {
  if (files === 0) return [tr('No manifest and no lock file was found there.')]
  if (libraries === 0) return [tr('There is no documentation here yet.')]
  return found === 0 ? [tr('The project has no dependency on these libraries.')] : []
}
