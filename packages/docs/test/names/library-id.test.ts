import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseLibraryId, type LibraryRef, slugOf } from '../../src/names/library-id.ts'
import { runs } from '../../../../test/scale.ts'

const bySlug = (slug: string, version?: string): LibraryRef => ({ by: 'slug', slug, version })
const byName = (name: string, version?: string): LibraryRef => ({ by: 'name', name, version })

describe('what names a library', () => {
  it.each<[written: string | number, ref: LibraryRef]>([
    [0, { by: 'all' }],
    ['0', { by: 'all' }],
    ['All', { by: 'all' }],
    [12, { by: 'id', id: 12, version: undefined }],
    ['12@1.0', { by: 'id', id: 12, version: '1.0' }],
    ['/facebook/react', bySlug('/facebook/react')],
    ['facebook/react/', bySlug('/facebook/react')],
    ['/facebook/react/19.0.1', bySlug('/facebook/react', '19.0.1')],
    ['/facebook/react@19.0.1', bySlug('/facebook/react', '19.0.1')],
    ['facebook/react@v19', bySlug('/facebook/react', 'v19')],
    ['/org/project/feature/x', bySlug('/org/project', 'feature/x')],
    ['/vercel/next.js/v15.1.8', bySlug('/vercel/next.js', 'v15.1.8')],
    ['/docs/饿了么组件库＠2.0', bySlug('/docs/饿了么组件库', '2.0')],
    ['https://github.com/facebook/react', bySlug('/facebook/react')],
    ['https://github.com/facebook/react.git@19.0.1', bySlug('/facebook/react', '19.0.1')],
    ['https://github.com/facebook/react/tree/main/docs', bySlug('/facebook/react')],
    ['git@github.com:facebook/react.git', bySlug('/facebook/react')],
    ['github.com/gin-gonic/gin', bySlug('/gin-gonic/gin')],
    ['https://react.dev/learn?x=1', byName('react.dev')],
    ['socket.io', byName('socket.io')],
    ['vue.js/core', bySlug('/vue.js/core')],
    ['react', byName('react')],
    [' React Query ', byName('React Query')],
    ['react@18', byName('react', '18')],
    ['react@', byName('react')],
    ['@vue/core', byName('@vue/core')],
    ['@vue/core@3.4', byName('@vue/core', '3.4')],
    ['next.js', byName('next.js')],
    ['7zip', byName('7zip')],
    ['/react', byName('react')],
    ['蚂蚁设计@最新', byName('蚂蚁设计', '最新')],
  ])('%s', (written, ref) => expect(parseLibraryId(written)).toEqual(ref))

  it.each(['', ' ', '/', '//', 'x'.repeat(601)])('is not "%s"', (written) =>
    expect(() => parseLibraryId(written)).toThrow(expect.objectContaining({ code: 'bad-input' })),
  )
})

describe('a slug', () => {
  it.each<[name: string, slug: string]>([
    ['React', '/docs/react'],
    ['React Query', '/docs/react-query'],
    ['facebook/react', '/facebook/react'],
    ['@vue/core', '/vue/core'],
    ['Next.js', '/docs/next.js'],
    ['https://github.com/Facebook/React.git', '/facebook/react'],
    ['git@github.com:facebook/react.git', '/facebook/react'],
    ['https://react.dev/learn', '/docs/react.dev'],
    ['https://gitlab.example.com:8443/group/part/project', '/part/project'],
    ['C#', '/docs/csharp'],
    ['C++', '/docs/c++'],
    ['饿了么 组件库', '/docs/饿了么-组件库'],
    ['../..', '/docs/library'],
    ['🧑‍🚀🇨🇳', '/docs/library'],
    ['', '/docs/library'],
    ['ＡＢＣ', '/docs/abc'],
  ])('of %s is %s', (name, slug) => expect(slugOf(name)).toBe(slug))

  it('of any name has two segments, fit for a path, and is its own', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (name) => {
        const slug = slugOf(name)
        expect(slug).toMatch(/^\/[^/\s\\]{1,80}\/[^/\s\\]{1,80}$/u)
        expect([slug.isWellFormed(), slug.includes('/.'), slugOf(slug)]).toEqual([true, false, slug])
        expect(parseLibraryId(slug)).toMatchObject({ by: 'slug', slug })
      }),
      { numRuns: runs(1_000) },
    ))
})
