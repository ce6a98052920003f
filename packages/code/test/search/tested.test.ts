import { describe, expect, it } from 'vitest'
import type { DocumentId, StoredDocument } from '@wuku/core/core-types'
import { nameParts } from '@wuku/kernel/query/file-names'
import { roleOf } from '@wuku/code/roles'
import { testEvidence, type ScoredFile } from '../../src/search/file-ranking.ts'

/** What each test says is how long its path is, so that the loudest can be told. */
const heard = (paths: readonly string[], says = (path: string): number => path.length): Record<string, number> => {
  const files = paths.map((path, at): ScoredFile => {
    const document = { id: at as DocumentId, path, meta: { role: roleOf(path) } } as unknown as StoredDocument
    return { document, share: says(path) }
  })
  return Object.fromEntries([...testEvidence(files, nameParts)].map(([id, share]) => [paths[id] ?? '', share]))
}

describe('which file a test speaks for', () => {
  it.each<[says: string, test: string, others: readonly string[], subjects: readonly string[]]>([
    ['Python', 'tests/test_router.py', ['app/router.py', 'app/tide.py'], ['app/router.py']],
    ['beside it', 'src/router.spec.ts', ['src/router.ts', 'src/route.ts'], ['src/router.ts']],
    ['folders in its name', 'tests/Http/HttpRouterTest.php', ['src/Http/Router.php'], ['src/Http/Router.php']],
    ['folders of others', 'tests/HttpRouterTest.php', ['src/Mail/Router.php'], []],
    ['the longest name', 'tests/test_web_router.py', ['web/router.py', 'web/web_router.py'], ['web/web_router.py']],
    ['the nearest folder', 'net/router.test.ts', ['net/router.ts', 'mail/router.ts'], ['net/router.ts']],
    [
      'a header and its source',
      'tests/router_test.c',
      ['src/router.c', 'src/router.h'],
      ['src/router.c', 'src/router.h'],
    ],
    ['a name that many have', 'tests/utils.test.ts', ['a/utils.ts', 'b/utils.ts', 'c/utils.ts', 'd/utils.ts'], []],
    ['a test is none of its subjects', 'tests/router.test.ts', ['tests/e2e/router.test.ts'], []],
    ['nothing but the word', 'tests/test.py', ['app/router.py'], []],
  ])('%s', (_, test, others, subjects) =>
    expect(heard([test, ...others])).toEqual(Object.fromEntries(subjects.map((path) => [path, test.length]))),
  )

  it('is the best of its tests', () =>
    expect(heard(['src/router.ts', 'src/router.test.ts', 'tests/src/router.test.ts'])).toEqual({ 'src/router.ts': 24 }))
  it('hears nothing of a test that was found by its name alone', () =>
    expect(heard(['src/router.ts', 'src/router.test.ts'], () => 0)).toEqual({}))
})
