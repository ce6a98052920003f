import { WukuError } from '../../../core/errors.ts'
import { trimSlashes } from '../../../engine/contexts.ts'
import type { DocumentFilter } from '../../../ports/index-view.ts'
import { nearest } from '../../../text/edit.ts'
import type { CodeContext } from '../graph/context.ts'
import type { Project } from '../project.ts'

/** Documents of a project, of one folder of it if the call names one; a folder without files is an error with the nearest. */
export function withinProject(project: Project, under: string | undefined, context: CodeContext): DocumentFilter {
  const folder = [project.under, under]
    .map((each) => trimSlashes(each ?? ''))
    .filter((each) => each !== '')
    .join('/')
  if (folder === '') return { sources: [project.source.id] }
  if (!context.paths.all.some((path) => path.startsWith(`${folder}/`) || path === folder))
    throw noFolder(folder, context)
  return { sources: [project.source.id], under: folder }
}

function noFolder(folder: string, { paths }: CodeContext): WukuError {
  const folders = new Set(paths.all.flatMap(foldersOf))
  const near = nearest(folder, folders, { max: 4, limit: 3 })
  return new WukuError(
    'not-found',
    `No indexed file is in "${folder.slice(0, 200)}".`,
    near.length > 0 ? `Did you mean ${near.join(', ')}?` : 'List the folders with repo_map, or leave "under" out.',
  )
}

const foldersOf = (path: string): readonly string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, at, parts) => parts.slice(0, at + 1).join('/'))
