import ignore from 'ignore'

/** A line of an ignore file, rewritten relative to the top folder; `mark` is the user's wording. */
export interface Rule {
  readonly pattern: string
  readonly mark: string
}

/**
 * The ignore files from the top folder down to one folder. A later rule outranks an earlier one: deeper files outrank
 * higher ones, and every `.wukuignore` outranks every `.gitignore`, so that `!x` takes back what git leaves out.
 */
export interface IgnoreRules {
  readonly git: readonly Rule[]
  readonly own: readonly Rule[]
  /** The rule that leaves out a path (from the top; folders end with `/`) in a folder that is not left out, in words. */
  leavesOut(path: string): string | undefined
  /** A `.wukuignore` asks for it by `!`, which counts for hidden names too. */
  takesBack(path: string): boolean
}

export function createRules(git: readonly Rule[], own: readonly Rule[]): IgnoreRules {
  const all = matcherOf([...git, ...own])
  const mine = matcherOf(own)
  return {
    git,
    own,
    leavesOut: (path) => all(path)?.rule?.mark,
    takesBack: (path) => mine(path)?.unignored ?? false,
  }
}

/** As git does where file names keep their case. */
const options = { ignorecase: process.platform !== 'linux' }

/** Answers nothing where no rule concerns a path. */
function matcherOf(rules: readonly Rule[]): (path: string) => ignore.TestResult | undefined {
  if (rules.length === 0) return () => undefined
  const matcher = ignore(options).add(rules)
  const mayConcern = createIgnoreFilter(
    rules.map(({ pattern }) => pattern),
    options,
  )
  return (path) => (mayConcern(path) ? matcher.test(path) : undefined)
}

/** `folder` is where the file lies, from the top (empty for the top itself); `named` is how people find the file. */
export const parseRules = (text: string, folder: string, named: string): readonly Rule[] =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#') && !isCostly(line))
    .map((line) => ({ pattern: fromTop(line, folder), mark: `${line.trim()} in ${named}` }))

/** Nobody needs more of them, and a matcher that goes back and forth between many never ends. */
const MAX_ANY_FOLDERS = 4
const MAX_STARS = 6

/** A line that would hold a listing up for hours: it does not count. */
export const isCostly = (line: string): boolean =>
  line.split('**').length - 1 > MAX_ANY_FOLDERS ||
  line.split('/').some((segment) => segment.replaceAll('**', '').split(/[*?]/).length - 1 > MAX_STARS)

/** A line with a slash before its end is tied to its folder; any other counts at every depth below it. */
function fromTop(line: string, folder: string): string {
  if (folder === '') return line
  const negated = line.startsWith('!')
  const body = negated ? line.slice(1) : line
  const tied = /\/./.test(body.trimEnd())
  const rebased = `/${literal(folder)}/${tied ? body.replace(/^\//, '') : `**/${body}`}`
  return negated ? `!${rebased}` : rebased
}

const literal = (folder: string): string => folder.replace(/[\\*?[\]]/g, String.raw`\$&`)

/** Names that were asked about; a tree has few of them, however many files. */
const MAX_CACHED = 50_000

type IgnoreFilter = (name: string) => boolean

/**
 * Returns whether any of the patterns may apply to a path whose folders are not left out. Most files match none, which
 * the beginnings and ends of the patterns show. In doubt the result is `true`.
 */
export function createIgnoreFilter(patterns: readonly string[], ignoreOptions: { readonly ignorecase: boolean }) {
  const ends = patterns.map(endsOf)
  const asWritten = (folder: string): string => (ignoreOptions.ignorecase ? folder.toLowerCase() : folder)
  const within = ends.map(({ folder }) => asWritten(folder))
  const filters = new Map<string, IgnoreFilter>()
  const filterIn = (folder: string): IgnoreFilter => {
    const near = [...ends.keys()].filter((at) => folder.startsWith(within[at] ?? ''))
    const key = near.join()
    const ignores =
      filters.get(key) ??
      filterNames(
        near.map((at) => ends[at]?.last),
        ignoreOptions,
      )
    filters.set(key, ignores)
    return ignores
  }
  // Files of one folder are asked about one after another.
  let here = { folder: '', ignores: filterIn('') }
  return (path: string) => {
    const cut = path.lastIndexOf('/', path.length - 2) + 1
    const folder = path.slice(0, cut)
    if (here.folder !== folder) here = { folder, ignores: filterIn(asWritten(folder)) }
    return here.ignores(path.slice(cut))
  }
}

/** Filter for names; names of folders end with a slash. */
function filterNames(patterns: readonly (string | undefined)[], ignoreOptions: ignore.Options): IgnoreFilter {
  if (patterns.includes(undefined)) return () => true
  const matcher = ignore(ignoreOptions).add(patterns.map((pattern = '') => ({ pattern })))
  const known = new Map<string, boolean>()
  return (name) => {
    const before = known.get(name)
    if (before !== undefined) return before
    if (known.size === MAX_CACHED) known.clear()
    const mayConcern = matcher.test(name).ignored
    known.set(name, mayConcern)
    return mayConcern
  }
}

/** All that the pattern concerns lies below `folder`; `last` matches the names of it, where it narrows them. */
function endsOf(pattern: string) {
  const body = pattern.replace(/^!/, '').trimEnd().replace(/\/$/, '')
  const segments = body.replace(/^\//, '').split('/')
  const last = segments.pop() ?? ''
  const wild = segments.findIndex((segment) => !/^[\w.@+-][\w.@+ -]*$/.test(segment))
  const plain = wild < 0 ? segments : segments.slice(0, wild)
  return { folder: plain.map((segment) => `${segment}/`).join(''), last: isTelling(last) ? last : undefined }
}

/** A slash between brackets would have cut them in two. */
const isTelling = (last: string): boolean =>
  last !== '' && !/^[#!\s]|\s$|\*\*|\\/.test(last) && /^[^[\]]*(?:\[[^[\]]+\][^[\]]*)*$/.test(last)
