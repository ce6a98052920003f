import type { RelatedFile } from '../graph/related.ts'

export interface Readings {
  /** Best first. */
  readonly primary: readonly { readonly path: string; readonly role: string }[]
  readonly related: readonly RelatedFile[]
  readonly tests: readonly string[]
}

/**
 * Paths in the order in which one would read them before an edit: what was found, what it uses, who uses it, and what
 * tests it. None twice.
 */
export function readingOrder({ primary, related, tests }: Readings): readonly string[] {
  const seeds = related.filter(({ depth }) => depth === 0)
  const found = primary.filter((each) => !isTest(each)).map(({ path }) => path)
  const used = seeds.flatMap(({ imports }) => imports.flatMap(({ paths }) => paths.slice(0, 1)))
  const others = related.filter(({ depth, role }) => depth > 0 && !isTest({ role })).map(({ file }) => file.path)
  const testing = [...primary.filter(isTest).map(({ path }) => path), ...tests]
  return [...new Set([...found, ...used.filter((path) => others.includes(path)), ...others, ...testing])]
}

const isTest = ({ role }: { readonly role: string }): boolean =>
  role === 'test' || role === 'mock' || role === 'fixture'
