import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

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

/** Modules of `src`, and packages, with who asked for each first. */
function loadedBy(roots: readonly string[]): ReadonlyMap<string, string> {
  const loaded = new Map<string, string>(roots.map((root) => [root, '']))
  for (const path of loaded.keys()) {
    if (!path.startsWith('src/')) continue
    for (const name of importedAtOnce(readFileSync(path, 'utf8'))) {
      const module = name.startsWith('.') ? join(dirname(path), name) : name
      if (!loaded.has(module)) loaded.set(module, path)
    }
  }
  return loaded
}

/** What each part of a start must leave alone: all of it is for other commands, for runs of an index, or for models. */
const forOthers =
  /^yaml$|^@modelcontextprotocol|^src\/kinds\/\w+\/(?:reader\.ts|operations\/)|^src\/adapters\/(?:models|formats|origins|oidc)\/|^src\/surfaces\/(?:mcp|http)\/(?!limits\/)|^src\/surfaces\/cli\/.*-commands?\.ts|^src\/app\/(?:connect|remote|doctor|serve|attach)\/|^src\/engine\/(?:accounts|jobs|push)\/\w*-?operations\.ts/

const allowed = /^src\/surfaces\/cli\/operation-command\.ts$|^src\/adapters\/formats\/endings\.ts$/

const tooMuchOf = (root: string): readonly string[] =>
  [...loadedBy([root])]
    .filter(([module]) => forOthers.test(module) && !allowed.test(module))
    .map(([module, by]) => `${by} -> ${module}`)

describe('a cold recall', () => {
  it.each(['packages/cli/src/command-line.ts', 'packages/cli/src/compose.ts'])(
    '%s loads nothing that is for others',
    (root) => expect(tooMuchOf(root)).toEqual([]),
  )
})
