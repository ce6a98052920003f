import { createGlob } from '../../../text/glob.ts'
import type { Beside } from '../../../ports/feed.ts'

/**
 * What the user keeps out of the index, wherever it lies: ids of conversations, or folders that were worked in. A folder is
 * told by its leading `/`, drive or `~`, which is expanded by the caller.
 */
export interface Exclusions {
  /** Globs of paths below a root: what the name of a file or folder tells. */
  readonly paths: readonly string[]
  /** The glob that a conversation falls under by the folder in which it was held. */
  against(bytes: Uint8Array, beside: Beside | undefined): string | undefined
}

export function createExclusions(globs: readonly string[]): Exclusions {
  const folders = globs.filter(isFolder).map((glob) => ({ glob, matches: folderGlob(glob) }))
  const against: Exclusions['against'] = (bytes, beside) => {
    if (folders.length === 0) return undefined
    const project = beside?.projectRoot ?? projectIn(beside?.firstLine ?? headOf(bytes))
    return project === undefined ? undefined : folders.find(({ matches }) => matches(project))?.glob
  }
  return { paths: globs.flatMap((glob) => (isFolder(glob) ? slugGlobs(glob) : idGlobs(glob))), against }
}

const isFolder = (glob: string): boolean => /^(?:\/|[A-Za-z]:[\\/])/.test(glob)

function folderGlob(glob: string): (project: string) => boolean {
  const within = slashed(glob).replace(/\/+(?:\*\*)?$/, '')
  const matches = [createGlob(within), createGlob(`${within}/**`)]
  return (project) => matches.some((match) => match(slashed(project)))
}

const slashed = (path: string): string => path.replaceAll('\\', '/')

/** An id is a file's name, the end of one (Codex), or a segment below a database or an archive. */
const idGlobs = (glob: string): readonly string[] =>
  glob.includes('/') ? [glob] : [glob, `${glob}.*`, `rollout-*-${glob}.*`].map((name) => `**/${name}`)

/** Claude Code calls the folder of a project by its path, with a dash for each other sign. */
function slugGlobs(glob: string): readonly string[] {
  const slug = glob.replace(/[\\/]+(?:\*\*)?$/, '').replaceAll(/[^A-Za-z0-9*?]/g, '-')
  return slug.includes('**') ? [] : [`**/${slug}`]
}

const HEAD_BYTES = 64 * 1024
const headOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString()

/** The words by which programs name the folder in what they write. */
const PROJECT = /"(?:cwd|directory|worktree|workspaceProjectDir)"\s*:\s*("(?:[^"\\]|\\.)+")/

function projectIn(text: string): string | undefined {
  try {
    return JSON.parse(PROJECT.exec(text)?.[1] ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
