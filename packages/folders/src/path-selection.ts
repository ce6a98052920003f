import { msg } from '@wuku/messages/folders'
import { createGlob } from '@wuku/text/glob'

export type PathSelection = ReturnType<typeof createPathSelection>

/**
 * A pattern that begins with `!` leaves out: read as a pattern it would take everything else. Hidden names are matched too:
 * whether they are taken is for other rules to say.
 */
export function createPathSelection(globs: { patterns: readonly string[]; exclude: readonly string[] }) {
  const included = globs.patterns.filter((glob) => !glob.startsWith('!'))
  const excluded = [
    ...globs.exclude,
    ...globs.patterns.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1)),
  ]
  const takers = included.map(inAnyCase)
  const excludes = excluded.map((glob) => ({
    why: msg('excludedBy', { rule: glob }),
    matches: inAnyCase(glob.replace(/\/+$/, '')),
  }))
  return {
    takes: included.some(takesAll) ? () => true : (path: string) => takers.some((matches) => matches(path)),
    /** Patterns choose among the files; otherwise every file is meant. */
    isChosen: !included.some(takesAll),
    unmatched: msg('unmatched', { globs: included.join(', ') }),
    excludedBy: (path: string) => excludes.find(({ matches }) => matches(path))?.why,
  }
}

/** That of code: it need not be asked for each of 100,000 files. */
const takesAll = (glob: string): boolean => glob === '**/*' || glob === '**'

function inAnyCase(glob: string): (path: string) => boolean {
  const matches = createGlob(glob.replace(/^\.\//, '').toLowerCase())
  return (path) => matches(path.toLowerCase())
}
