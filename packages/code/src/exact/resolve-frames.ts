import type { PathIndex } from '../resolve/path-index.ts'
import { roleOf } from '../roles.ts'
import type { Frame } from '../read-frames.ts'

/** A frame whose file is known here. */
export interface ResolvedFrame extends Frame {
  /** Path within the source. */
  readonly file: string
}

/** The rest of a deep recursion says nothing new. */
const MAX_PLACES = 24

/** Packages, toolchains and standard libraries: a frame in one never means a file here of the same name. */
const FOREIGN =
  /(?:^|\/)(?:node_modules|site-packages|dist-packages|lib\/python\d|\.cargo\/registry|rustc\/[0-9a-f]{6,}|pkg\/mod|gems\/[^/]+-\d|vendor\/(?:bundle|cache)|usr\/(?:lib|include|local\/go|share)|jdk\.internal|java|javax|sun|kotlin|scala|nix\/store|Xcode\.app|deps\/(?:elixir|phoenix|plug|ecto)|elixir|System|Microsoft)\//

/**
 * Own frames first, innermost first, then vendored ones. A path of another machine means the file with the longest equal end;
 * where two files fit equally well, or only the name of a file that lies elsewhere fits, nothing is guessed.
 */
export function resolveFrames(frames: readonly Frame[], paths: PathIndex): readonly ResolvedFrame[] {
  const known = new Map<string, string | undefined>()
  const fileOf = (path: string): string | undefined => {
    if (!known.has(path)) known.set(path, findFile(path, paths))
    return known.get(path)
  }
  const resolved: ResolvedFrame[] = []
  const seen = new Set<string>()
  for (const frame of frames) {
    const file = fileOf(frame.path)
    if (file === undefined || seen.has(`${file}:${frame.line}`)) continue
    seen.add(`${file}:${frame.line}`)
    resolved.push({ ...frame, file })
  }
  const [own, foreign] = [resolved.filter(({ file }) => isOwn(file)), resolved.filter(({ file }) => !isOwn(file))]
  return [...own, ...foreign].slice(0, MAX_PLACES)
}

const isOwn = (file: string): boolean => !['vendored', 'generated', 'lock'].includes(roleOf(file))

/** Folders of a path that are compared; deeper ones are those of a machine. */
const MAX_SEGMENTS = 40

function findFile(path: string, paths: PathIndex): string | undefined {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.' && segment !== '~')
  const isForeign = FOREIGN.test(path)
  const first = Math.max(0, segments.length - MAX_SEGMENTS)
  for (let at = first; at < segments.length; at++) {
    const found = paths.endingIn(segments.slice(at).join('/'))
    if (found.length === 0) continue
    const [only = '', ...others] = found
    if (others.length > 0) return undefined
    const shared = segments.length - at
    const isWhole = shared === segments.length || shared === only.split('/').length
    return isForeign && at > first && !FOREIGN.test(only) ? undefined : isWhole || shared > 1 ? only : undefined
  }
  return undefined
}
