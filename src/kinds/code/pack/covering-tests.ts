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
  { files, items, gone = new Set() }: TestsRequest,
): Promise<readonly CoveringTest[]> {
  const tests = new Map<string, CoveringTest>()
  for (const each of files) {
    const near = testsAmong([...testsNamedFor(each.file.path, context), ...each.importedBy.map(({ path }) => path)])
    const isCut = near.length === 0 && each.importedBy.length >= items
    const paths = isCut ? await importingTests(view, context, each.file) : near
    const fresh = [...new Set(paths)].filter((path) => !tests.has(path) && !gone.has(path)).slice(0, MOST_OF_ONE)
    for (const path of fresh) tests.set(path, { path, covers: each.file.path })
  }
  return [...tests.values()]
}

interface TestsRequest {
  readonly files: readonly RelatedFile[]
  readonly items: number
  readonly gone?: ReadonlySet<string>
}

/** One file that everything tests must not fill the answer. */
const MOST_OF_ONE = 3

const testsAmong = (paths: readonly string[]): readonly string[] => paths.filter((path) => roleOf(path) === 'test')

/** Importers looked through for tests: sources come before them. */
const LOOKED_THROUGH = 24

async function importingTests(view: StoreView, context: CodeContext, file: CodeFile): Promise<readonly string[]> {
  const importers = await importersOf(view, context, { file, limit: LOOKED_THROUGH })
  return testsAmong(importers.map(({ path }) => path))
}

function testsNamedFor(path: string, { paths }: CodeContext): readonly string[] {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const end = name.match(/\.[^.]*$/)?.[0] ?? ''
  // A file that is private to its package is tested without the mark of that.
  const stem = name.slice(0, name.length - end.length).replace(/^_+(?=[^_])/, '')
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
const IMPERSONAL = /^(?:index|init_*|mod|main|lib)$/
