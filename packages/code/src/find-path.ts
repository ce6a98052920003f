import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/code'
import { nearestNames } from '@wuku/kernel/documents/not-found'
import type { Project } from './code-project.ts'
import type { CodeContext } from './graph/import-links.ts'

/** The file of a project that a caller means: by its path, by an absolute one, or by the end of it. */
export function findPath(requestedPath: string, { source, under }: Project, { paths }: CodeContext): string {
  const written = requestedPath.trim().replace(/#.*$|:\d+(?:-\d+)?$/, '')
  const plain = withinRoot(written, `code/${source.name}`, source.root)
  const exact = [under === undefined ? plain : `${under}/${plain}`, plain].find((path) => paths.has(path))
  if (exact !== undefined) return exact
  const ending = plain === '' ? [] : paths.endingIn(plain)
  if (ending.length === 1 && ending[0] !== undefined) return ending[0]
  const asked = requestedPath.slice(0, 200)
  if (ending.length > 1)
    throw new WukuError(
      'ambiguous',
      msg('ambiguous', { requestedPath: asked, found: ending.length, found2: ending.slice(0, SHOWN).join(', ') }),
    )
  const near = nearestNames(plain, paths.all).slice(0, SHOWN).join(', ')
  const remedy = near === '' ? msg('findItWithRepoSemanticSearch') : msg('didYouMean', { near })
  throw new WukuError('not-found', msg('unknown', { requestedPath: asked }), remedy)
}

const SHOWN = 5

function withinRoot(path: string, name: string, root: string): string {
  const slashed = path.replaceAll('\\', '/')
  for (const start of [`wuku://${name}/`, `${root.replaceAll('\\', '/')}/`, './'])
    if (slashed.startsWith(start)) return slashed.slice(start.length)
  return slashed
}
