import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameParts, rememberNames } from '../../../../src/engine/search/file-names.ts'

describe('what a file is called', () => {
  it.each([
    ['src/net/tcp_stream.rs', ['tcp', 'stream'], ['src', 'net']],
    ['index.ts', ['index'], []],
    ['packages/userStore/index.ts', ['user', 'store'], ['packages']],
    ['a/b/c/d/e.test.js', ['e'], ['b', 'c', 'd']],
    ['.gitignore', ['gitignore'], []],
    ['lib/SQLite/open.ts', ['open'], ['lib', 'sq', 'lite', 'sqlite']],
  ])('%s', (path, stem, folders) => {
    expect(nameParts(path)).toEqual({ stem, folders })
    expect(rememberNames()(path)).toEqual({ stem, folders })
  })

  const segment = fc.constantFrom(
    'src',
    'netPool',
    'index.ts',
    'tcp_stream.rs',
    '潮汐.md',
    '.env',
    'src.d',
    '..',
    'main.go',
  )
  it('does not depend on the files that were named before', () =>
    fc.assert(
      fc.property(fc.array(fc.array(segment, { minLength: 1, maxLength: 6 })), (paths) => {
        const nameOf = rememberNames()
        for (const path of paths.map((each) => each.join('/'))) expect(nameOf(path)).toEqual(nameParts(path))
      }),
    ))

  it('is the same array for the same folders', () => {
    const nameOf = rememberNames()
    expect(nameOf('src/net/a.ts').folders).toBe(nameOf('src/net/b.ts').folders)
  })
})
