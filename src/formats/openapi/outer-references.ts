import type { Tree } from './tree.ts'

const LONGEST = 200

/** References that lead out of the file, each once, in the order of the file. An example may hold such words, and is no reference. */
export function outerReferences(root: Tree): readonly string[] {
  const found = new Set<string>()
  // Trees that were seen are not entered again: aliases of YAML share them.
  const seen = new Set<object>()
  const open: unknown[] = [root]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    const reference = Object.hasOwn(value, '$ref') ? (value as Tree)['$ref'] : undefined
    if (typeof reference === 'string' && reference !== '' && !reference.startsWith('#'))
      found.add(reference.slice(0, LONGEST).toWellFormed())
    const inner = Object.entries(value).flatMap(([key, below]) => (QUOTED.has(key) ? [] : [below]))
    open.push(...inner.toReversed())
  }
  return [...found]
}

const QUOTED: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'const', 'enum'])
