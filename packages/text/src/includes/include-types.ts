/** A place in a document where its builder puts a part of another file. */
export interface Include {
  readonly start: number
  readonly end: number
  readonly target: string
  /** Paths that it may mean, surest first: `/`-separated, relative to the root, without `..`. */
  readonly candidates: readonly string[]
  /** The part of the file that is taken, and how it is shown. */
  readonly selection: IncludeSelection
}

export interface IncludeSelection {
  /** `code`: in a fence; `text`: as it is. */
  readonly as: 'code' | 'text'
  readonly language?: string
  /** From 1, both with the lines themselves; all when absent. */
  readonly lines?: readonly (readonly [from: number, to: number])[]
  /** A named part, between the marks of the builder's own kind. */
  readonly region?: string
  /** Behind the first line that holds this. */
  readonly after?: string
  /** Before the first line, from there on, that holds this. */
  readonly before?: string
  /** A class or function of Python, `Class.method`. */
  readonly symbol?: string
  readonly indent?: string
}

/** An include as its line says it. */
export type FoundInclude = Omit<Include, 'candidates'>

export interface LineAt {
  readonly start: number
  /** Before its break. */
  readonly end: number
  readonly text: string
  readonly inFence: boolean
}

type LineRange = readonly [from: number, to: number]

/** To the last line. */
const END = Number.MAX_SAFE_INTEGER

/** `1:3,5:`, `1-3,5`, `2..4;7..-1`: each stretch as `parting` parts its two ends; a number alone is one line. */
export function readRanges(written: string | undefined, parting: RegExp): readonly LineRange[] | undefined {
  return written
    ?.split(/[,;]/)
    .map((range) => range.trim())
    .filter((range) => range !== '')
    .map((range): LineRange => {
      const [from = '', to] = range.split(parting)
      const first = Math.max(1, numberIn(from, 1))
      return [first, to === undefined ? first : numberIn(to, END)]
    })
}

const numberIn = (written: string, otherwise: number): number => {
  const number = Number.parseInt(written, 10)
  return Number.isNaN(number) || number < 0 ? otherwise : number
}

const named: Readonly<Record<string, string>> = {
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  md: 'markdown',
  yml: 'yaml',
  kt: 'kotlin',
  cs: 'csharp',
  ps1: 'powershell',
  mjs: 'js',
  cjs: 'js',
  mts: 'ts',
  cts: 'ts',
  h: 'c',
  hpp: 'cpp',
}

/** Language of a fence for a file with this extension; '' for none. */
export function languageOfPath(path: string): string {
  const ending = /\.(\w{1,12})(?:[?#].*)?$/.exec(path)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(named, ending) ? (named[ending] ?? '') : ending === 'txt' ? '' : ending
}

export const isMarkdownPath = (path: string): boolean => /\.(?:md|mdx|markdown)$/i.test(path)
