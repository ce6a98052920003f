import picomatch from 'picomatch'

/** What the user asked for, as globs. */
export interface Choice {
  takes(path: string): boolean
  /** Why a file that no pattern takes is left out. */
  readonly unmatched: string
  /** The exclude glob that leaves a file or folder out, in words. */
  excludedBy(path: string): string | undefined
}

/** Hidden names are matched too: whether they are taken is for other rules to say. */
const globbing = { dot: true, nocase: true } as const

/** A pattern that begins with `!` leaves out: read as a pattern it would take everything else. */
export function createChoice(globs: { patterns: readonly string[]; exclude: readonly string[] }): Choice {
  const wanted = globs.patterns.filter((glob) => !glob.startsWith('!'))
  const unwanted = [
    ...globs.exclude,
    ...globs.patterns.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1)),
  ]
  const excludes = unwanted.map((glob) => ({
    why: `excluded by ${glob}`,
    matches: picomatch(glob.replace(/\/+$/, ''), globbing),
  }))
  return {
    takes: picomatch(wanted, globbing),
    unmatched: `not matched by ${wanted.join(', ')}`,
    excludedBy: (path) => excludes.find(({ matches }) => matches(path))?.why,
  }
}
