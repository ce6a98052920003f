import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { matchLibraries, type NamedLibrary } from '../../src/names/match.ts'

const libraries: readonly NamedLibrary[] = [
  { name: 'React', slug: '/facebook/react', description: 'Build user interfaces out of components.' },
  { name: 'React Query', slug: '/tanstack/query', description: 'Asynchronous state' },
  { name: 'Next.js', slug: '/vercel/next.js', description: 'The framework of the web.' },
  { name: 'Vue', slug: '/vuejs/core', description: 'Progressive framework.' },
  { name: 'Angular', slug: '/angular/angular', description: '' },
  { name: 'Gin', slug: '/gin-gonic/gin', description: 'HTTP server of Go' },
  { name: 'Ant Design 蚂蚁设计', slug: '/ant-design/ant-design', description: '企业级设计语言' },
  { name: '饿了么组件库', slug: '/docs/饿了么组件库', description: '基于 Vue 的桌面端组件库' },
  { name: 'C++', slug: '/docs/c++', description: '' },
  { name: 'C#', slug: '/docs/csharp', description: '' },
  { name: 'Spring Boot', slug: '/spring-projects/spring-boot', description: '' },
]

const found = (query: string, among = libraries) =>
  matchLibraries(query, among).map(({ library, score }) => [library.name, Number(score.toFixed(2))])

it.each<[query: string, name: string, score: number]>([
  ['react', 'React', 1],
  ['REACT', 'React', 1],
  ['ｒｅａｃｔ', 'React', 1],
  ['facebook/react', 'React', 1],
  ['/facebook/react', 'React', 1],
  ['ReactJS', 'React', 0.95],
  ['react.js', 'React', 0.95],
  ['rea', 'React', 0.9],
  ['@types/react', 'React', 0.85],
  ['raect', 'React', 0.56],
  ['how do react hooks work', 'React', 0.75],
  ['react-query', 'React Query', 1],
  ['nextjs', 'Next.js', 1],
  ['next', 'Next.js', 0.95],
  ['next js', 'Next.js', 1],
  ['vue.js', 'Vue', 0.95],
  ['@angular/core', 'Angular', 0.85],
  ['github.com/gin-gonic/gin', 'Gin', 0.85],
  ['蚂蚁设计', 'Ant Design 蚂蚁设计', 0.8],
  ['螞蟻設計', 'Ant Design 蚂蚁设计', 0.8],
  ['饿了么组件库 文档', '饿了么组件库', 0.75],
  ['饿了么组件库怎么用', '饿了么组件库', 0.75],
  ['企业级', 'Ant Design 蚂蚁设计', 0.5],
  ['user interfaces', 'React', 0.5],
  ['C++', 'C++', 1],
  ['c#', 'C#', 1],
  ['springboot', 'Spring Boot', 1],
  ['spring boot docs', 'Spring Boot', 0.75],
])('the best match of %s is %s with %d', (query, name, score) => expect(found(query)[0]).toEqual([name, score]))

it.each(['', '  ', '🧑‍🚀', '!!!', 'd3-shape', 'kubernetes', '数据库', 'z', 'x'.repeat(10_000)])(
  'nothing is found for %s',
  (query) => expect(found(query)).toEqual([]),
)

it('orders equals by name', () =>
  expect(
    found('rea', [
      { name: 'Reason', slug: '/b/reason', description: '' },
      { name: 'React', slug: '/a/react', description: '' },
    ]),
  ).toEqual([
    ['React', 0.9],
    ['Reason', 0.9],
  ]))

it('any query gives each library once at most, with a score in order', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('react', '@a/b', '/', 'react.js js', '组件'),
  )
  fc.assert(
    fc.property(anyText, fc.array(anyText, { maxLength: 5 }), (query, names) => {
      const matched = matchLibraries(
        query,
        names.map((name, nth) => ({ name, slug: `/n/${nth}`, description: name })),
      )
      const scores = matched.map(({ score }) => score)
      expect(scores).toEqual(scores.toSorted((a, b) => b - a))
      expect(scores.every((score) => score >= 0.35 && score <= 1)).toBe(true)
      expect(new Set(matched.map(({ library }) => library.slug)).size).toBe(matched.length)
    }),
  )
})
