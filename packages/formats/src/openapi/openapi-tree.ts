import { decodePercent, isRecord } from '@wuku/core/lenient-parsing'

/** A description as it was parsed: nothing of it is sure, and aliases of YAML may share what they name. */
export type Tree = Readonly<Record<string, unknown>>

export const isTree: (value: unknown) => value is Tree = isRecord

export const treeOf = (value: unknown): Tree => (isTree(value) ? value : {})

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A text, or a number that someone wrote where a text belongs; else nothing. */
export const wordsOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

/** Own properties only: `constructor` is no key of a file. */
export const at = (tree: Tree, key: string): unknown => (Object.hasOwn(tree, key) ? tree[key] : undefined)

export const wordsAt = (tree: Tree, key: string): string => wordsOf(at(tree, key))

export const listAt = (tree: Tree, key: string): readonly unknown[] => listOf(at(tree, key))

export const entriesOf = (value: unknown): readonly (readonly [string, Tree])[] =>
  Object.entries(treeOf(value)).map(([key, inner]) => [key, treeOf(inner)])

/**
 * The first entries of what references may lead to again and again: thousands of references to a tree of a million keys
 * list those keys once.
 */
export function firstEntries(value: unknown, limit = MAX_ENTRIES): readonly (readonly [string, unknown])[] {
  const tree = treeOf(value)
  const known = firstKeys.get(tree) ?? Object.keys(tree).slice(0, MAX_ENTRIES)
  firstKeys.set(tree, known)
  return known.slice(0, limit).map((key) => [key, tree[key]])
}

const firstKeys = new WeakMap<Tree, readonly string[]>()
const MAX_ENTRIES = 500

/** The types of a schema: there may be several, and `null` among them. */
export const typesOf = (schema: Tree): readonly string[] => [at(schema, 'type')].flat().map(wordsOf)

/** All objects below the open ones, each once, since aliases of YAML share them; in the order of the file. */
export function* objectsBelow(open: unknown[], passesOver: ReadonlySet<string> = new Set()): Generator<Tree> {
  const seen = new Set<object>()
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    yield value as Tree
    for (const key of Object.keys(value).toReversed()) if (!passesOver.has(key)) open.push((value as Tree)[key])
  }
}

/** `#/components/schemas/Pet` of a reference, wherever it points. */
export const referenceOf = (tree: Tree): string | undefined => {
  const reference = at(tree, '$ref')
  return typeof reference === 'string' ? reference : undefined
}

/** Follows a reference inside this file. References to other files are not followed: they may name any file or host. */
export function resolve(root: Tree, value: unknown): Tree {
  let tree = treeOf(value)
  for (let step = 0; step < MAX_STEPS; step++) {
    const reference = referenceOf(tree)
    if (reference === undefined) return tree
    const target = reference.startsWith('#/') ? follow(root, reference) : undefined
    if (!isTree(target)) return tree
    tree = target
  }
  return {}
}

/** References may lead to references, and in a circle. */
const MAX_STEPS = 10

/** In characters: a long one may be followed thousands of times. */
const LONGEST_REFERENCE = 2_000

function follow(root: Tree, reference: string): unknown {
  let value: unknown = root
  if (reference.length > LONGEST_REFERENCE) return undefined
  for (const step of reference.slice(2).split('/')) {
    const key = decodePercent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    value = Array.isArray(value) ? value[Number(key)] : at(treeOf(value), key)
    if (value === undefined) return undefined
  }
  return value
}

/** The last word of a reference: `Pet` of `#/components/schemas/Pet` and of `./models/Pet.yaml`. */
export const referenceName = (reference: string): string =>
  decodePercent(reference.split('/').at(-1) ?? reference)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~')
    .replace(/\.(?:ya?ml|json)$/i, '')
