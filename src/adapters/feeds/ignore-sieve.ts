import ignore from 'ignore'

/** Names that were asked about; a tree has few of them, however many files. */
const MOST_REMEMBERED = 50_000

type Sieve = (name: string) => boolean

/**
 * Whether any of some ignore patterns may concern a path whose folders none of them leaves out. Most files are concerned
 * by none, and that is told by where the patterns begin and by how they end. In doubt it says yes.
 */
export function createSieve(patterns: readonly string[], options: { readonly ignorecase: boolean }): Sieve {
  const ends = patterns.map(endsOf)
  const asWritten = (folder: string): string => (options.ignorecase ? folder.toLowerCase() : folder)
  const within = ends.map(({ folder }) => asWritten(folder))
  const sieves = new Map<string, Sieve>()
  const sieveIn = (folder: string): Sieve => {
    const near = [...ends.keys()].filter((at) => folder.startsWith(within[at] ?? ''))
    const key = near.join()
    const sieve =
      sieves.get(key) ??
      sieveNames(
        near.map((at) => ends[at]?.last),
        options,
      )
    sieves.set(key, sieve)
    return sieve
  }
  // Files of one folder are asked about one after another.
  let here = { folder: '', sieve: sieveIn('') }
  return (path) => {
    const cut = path.lastIndexOf('/', path.length - 2) + 1
    const folder = path.slice(0, cut)
    if (here.folder !== folder) here = { folder, sieve: sieveIn(asWritten(folder)) }
    return here.sieve(path.slice(cut))
  }
}

/** Of names, those of folders with their slash. */
function sieveNames(patterns: readonly (string | undefined)[], options: ignore.Options): Sieve {
  if (patterns.includes(undefined)) return () => true
  const matcher = ignore(options).add(patterns.map((pattern = '') => ({ pattern })))
  const known = new Map<string, boolean>()
  return (name) => {
    const before = known.get(name)
    if (before !== undefined) return before
    if (known.size === MOST_REMEMBERED) known.clear()
    const mayConcern = matcher.test(name).ignored
    known.set(name, mayConcern)
    return mayConcern
  }
}

interface Ends {
  /** All that the pattern concerns lies below; empty, or with its slash. */
  readonly folder: string
  /** Matches the names of all that it concerns; `undefined` where it tells nothing by itself. */
  readonly last: string | undefined
}

function endsOf(pattern: string): Ends {
  const body = pattern.replace(/^!/, '').trimEnd().replace(/\/$/, '')
  const segments = body.replace(/^\//, '').split('/')
  const last = segments.pop() ?? ''
  const wild = segments.findIndex((segment) => !/^[\w.@+-][\w.@+ -]*$/.test(segment))
  const literal = wild < 0 ? segments : segments.slice(0, wild)
  return { folder: literal.map((segment) => `${segment}/`).join(''), last: isTelling(last) ? last : undefined }
}

/** A slash between brackets would have cut them in two. */
const isTelling = (last: string): boolean =>
  last !== '' && !/^[#!\s]|\s$|\*\*|\\/.test(last) && /^[^[\]]*(?:\[[^[\]]+\][^[\]]*)*$/.test(last)
