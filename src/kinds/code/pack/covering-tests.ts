import type { StoreView } from '../../../ports/store.ts'
import type { CodeContext } from '../graph/context.ts'
import { importersOf, type CodeFile } from '../graph/links.ts'
import type { RelatedFile } from '../graph/related.ts'
import { nearest } from '../resolve/path-index.ts'
import { roleOf } from '../roles.ts'

export interface CoveringTest {
  readonly path: string
  /** The file that it tests. */
  readonly covers: string
}

/**
 * Tests that are named for the files or import them, those for the first file first. `items`: how many importers of each
 * file are known already.
 */
export async function coveringTests(
  view: StoreView,
  context: CodeContext,
  { files, items }: { readonly files: readonly RelatedFile[]; readonly items: number },
): Promise<readonly CoveringTest[]> {
  const tests = new Map<string, CoveringTest>()
  for (const each of files) {
    const near = testsAmong([...testsNamedFor(each.file.path, context), ...each.importedBy.map(({ path }) => path)])
    const isCut = near.length === 0 && each.importedBy.length >= items
    const paths = isCut ? await importingTests(view, context, each.file) : near
    for (const path of paths) if (!tests.has(path)) tests.set(path, { path, covers: each.file.path })
  }
  return [...tests.values()]
}

const testsAmong = (paths: readonly string[]): readonly string[] => paths.filter((path) => roleOf(path) === 'test')

/** Importers looked through for tests: sources come before them. */
const LOOKED_THROUGH = 24

async function importingTests(view: StoreView, context: CodeContext, file: CodeFile): Promise<readonly string[]> {
  const importers = await importersOf(view, context, { file, limit: LOOKED_THROUGH })
  return testsAmong(importers.map(({ path }) => path))
}

function testsNamedFor(path: string, { paths }: CodeContext): readonly string[] {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const stem = name.replace(/\.[^.]*$/, '')
  const end = name.slice(stem.length)
  if (IMPERSONAL.test(stem)) return []
  const names = [
    `${stem}.test`,
    `${stem}.spec`,
    `${stem}_test`,
    `test_${stem}`,
    `${stem}_spec`,
    `${stem}Test`,
    `${stem}Tests`,
    `${stem}Spec`,
  ]
  return names.flatMap((each) => nearest(path, paths.endingIn(`${each}${end}`)))
}

/** Every folder has a file of such a name. */
const IMPERSONAL = /^(?:index|__init__|mod|main|lib|init)$/
