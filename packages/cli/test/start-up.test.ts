import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fileOf } from '../../../test/product-sources.ts'

/** Imports of values that are written at the top: types are gone when it runs, and `import()` waits until it is called. */
const importedAtOnce = (text: string): readonly string[] =>
  [...text.matchAll(/^(?:import|export)\s(?!type\b)([^'";]*?\sfrom\s+)?'([^']+)'/gm)]
    .filter(([, names = '']) => !holdsTypesAlone(names))
    .map(([, , from = '']) => from)

const holdsTypesAlone = (names: string): boolean => {
  const listed = /^\s*\{([^}]*)\}/
    .exec(names)?.[1]
    ?.split(',')
    .filter((each) => each.trim() !== '')
  return listed !== undefined && listed.every((each) => each.trim().startsWith('type '))
}

/** Files of ours, and packages of others, with who asked for each first. */
function loadedBy(roots: readonly string[]): ReadonlyMap<string, string> {
  const loaded = new Map<string, string>(roots.map((root) => [root, '']))
  for (const path of loaded.keys()) {
    if (!path.startsWith('packages/')) continue
    for (const name of importedAtOnce(readFileSync(path, 'utf8'))) {
      const module = fileOf(path, name) ?? name
      if (!loaded.has(module)) loaded.set(module, path)
    }
  }
  return loaded
}

/** Modules for other commands, for runs of an index, or for models: a start must leave all of them alone. */
const forOthers = new RegExp(
  [
    '^yaml$|^@modelcontextprotocol',
    '^packages/(?:code|notes|docs|pads|chats)/src/(?:[\\w-]+-reader\\.ts|operations/)',
    '^packages/(?:models|mcp|connect|remote)/src/|^packages/guarded-fetch/src/(?!address-ranges)|^packages/docs/src/origins/|^packages/formats/src/converter/',
    '^packages/(?:http-kit|server)/src/(?!http/limits/|limits/)',
    '^packages/terminal/src/.*-commands?\\.ts|^packages/cli/src/(?:doctor|serve|attach)/',
    '^packages/kernel/src/(?:accounts|jobs|push)/[\\w-]*operations\\.ts',
  ].join('|'),
)

const allowed = /^packages\/terminal\/src\/operation-command\.ts$|^packages\/formats\/src\/converter\/endings\.ts$/

const tooMuchOf = (root: string): readonly string[] =>
  [...loadedBy([root])]
    .filter(([module]) => forOthers.test(module) && !allowed.test(module))
    .map(([module, by]) => `${by} -> ${module}`)

describe('a cold recall', () => {
  it.each(['packages/cli/src/command-line.ts', 'packages/cli/src/compose.ts'])(
    '%s loads nothing that is for others',
    (root) => expect(tooMuchOf(root)).toEqual([]),
  )
  it('is followed into other packages', () =>
    expect([...loadedBy(['packages/cli/src/compose.ts']).keys()]).toContain('packages/core/src/errors.ts'))
})
