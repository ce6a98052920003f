import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { circlesIn, crossings, edges, graphOf, packageOf, partOf } from './package-graph.ts'
import { importsOf, manifests, ORDER, sources } from './product-sources.ts'

const nameOf = (specifier: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? ''

/** Packages that the sources of one import, ours and those of others; types of Node need none. */
function importedBy(name: string): string[] {
  const names = sources
    .filter(({ path }) => packageOf(path) === name)
    .flatMap(({ text }) => importsOf(text))
    .filter((specifier) => !specifier.startsWith('.') && !specifier.startsWith('node:'))
    .map(nameOf)
  return [...new Set(names)].toSorted()
}

describe('the packages', () => {
  it('are all named in the order', () => {
    const folders = readdirSync('packages').filter((name) => name !== 'console')
    expect(folders.toSorted()).toEqual(ORDER.toSorted())
  })
  it('import only packages below them, by name, and no storehouse imports another', () =>
    expect(crossings()).toEqual([]))
  it('export every file that another package imports, and no file that none does', () => {
    const ofConsole = importsOf(readFileSync('packages/console/src/text/server-words.ts', 'utf8'))
    const imported = new Set([...ofConsole, ...edges.map(({ specifier }) => specifier)])
    const exported = [...manifests].flatMap(([name, { exports }]) =>
      Object.keys(exports).map((subpath) => `@wuku/${name}${subpath.slice(1)}`),
    )
    expect(exported.filter((name) => !imported.has(name))).toEqual([])
  })
  it.each(ORDER)('%s declares the packages that it imports, and no others', (name) =>
    expect(Object.keys(manifests.get(name)?.dependencies ?? {}).toSorted()).toEqual(importedBy(name)),
  )
  it('have no import cycle between files', () => expect(circlesIn(graphOf((path) => path))).toEqual([]))
  it('have no circle between the folders of a package', () => expect(circlesIn(graphOf(partOf))).toEqual([]))
})
