import { fold } from '../../../text/terms/fold.ts'
import type { ToldCommit } from './read-commit.ts'

export interface CommitFilter {
  /** Part of the name. */
  readonly author?: string
  /** Days, months or years: `2024-05-01`, `2024-05`, `2024`. Both included. */
  readonly since?: string
  readonly until?: string
  /** A file or folder that it touched, from the root of the source. */
  readonly path?: string
}

export const isFiltered = ({ author, since, until, path }: CommitFilter): boolean =>
  [author, since, until, path].some((each) => each !== undefined)

export function isWanted({ day, author, files }: ToldCommit, wanted: CommitFilter): boolean {
  const { since, until, path } = wanted
  if (wanted.author !== undefined && !fold(author).includes(fold(wanted.author))) return false
  if (since !== undefined && day.slice(0, since.length) < since) return false
  if (until !== undefined && day.slice(0, until.length) > until) return false
  return path === undefined || files.some((file) => file === path || file.startsWith(`${path}/`))
}
