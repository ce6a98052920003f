import type { KnownPlace } from '../../../ports/reader.ts'

export interface KnownFile {
  /** Within the place. */
  readonly path: string
  readonly place: string
}

/** Finds the indexed file that a conversation names, by a path as its program wrote it. */
export type FindFile = (path: string, folder: string | undefined) => KnownFile | undefined

/** By the longest root: a folder of notes may lie in a repository. */
export function fileFinder(places: readonly KnownPlace[]): FindFile {
  const roots = places
    .map((place) => ({ ...place, parts: partsOf(place.root) }))
    .toSorted((a, b) => b.parts.length - a.parts.length)
  return (path, folder) => {
    const whole = isAbsolute(path) ? path : folder === undefined ? undefined : `${folder}/${path}`
    if (whole === undefined) return undefined
    const parts = partsOf(whole)
    for (const { name, kind, parts: root } of roots) {
      if (parts.length <= root.length || !root.every((part, at) => isSame(part, parts[at] ?? ''))) continue
      const within = parts.slice(root.length)
      if (isTaken[kind](within)) return { path: within.join('/'), place: name }
    }
    return undefined
  }
}

export const isAbsolute = (path: string): boolean => /^(?:[\\/]|[A-Za-z]:)/.test(path)

/** Of `a/./b/../c` what it comes to, whatever the system calls its slash. */
function partsOf(path: string): readonly string[] {
  const kept: string[] = []
  for (const part of path.normalize('NFC').split(/[\\/]+/)) {
    if (part === '..') kept.pop()
    else if (part !== '' && part !== '.') kept.push(part)
  }
  return kept
}

/** A drive is the same in upper and lower case; so are, on two of three systems, all names. */
const isSame = (a: string, b: string): boolean => a === b || a.toLowerCase() === b.toLowerCase()

/** Folders that hardly anybody indexes: what was read there stands nowhere else. */
const LEFT_OUT = /^(?:node_modules|\.git|\.venv|venv|dist|build|target|out|coverage|\.cache|__pycache__)$/

/** What a source of the kind takes in, as far as a path tells. */
const isTaken = {
  code: (parts: readonly string[]): boolean => {
    const name = parts.at(-1) ?? ''
    return !parts.some((part) => LEFT_OUT.test(part)) && !/^\.env|\.(?:log|pdf|docx|ipynb|csv)$/i.test(name)
  },
  notes: (parts: readonly string[]): boolean => /\.(?:md|markdown|mdx)$/i.test(parts.at(-1) ?? ''),
} as const
