import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { anchorOf } from '../../docs/.vitepress/anchors.ts'
import { linkOnSite } from '../../docs/.vitepress/links.ts'
import { addressOf, contents, docs, notOnTheSite } from '../../docs/.vitepress/pages.ts'

const root = join(docs, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.md') && !name.startsWith('.vitepress'),
)
const translated = pages.filter((page) => page.endsWith('.zh-CN.md'))

/** For people who change the program. */
const inEnglish = /^(?:decisions\/|reference\/|guides\/add-|ARCHITECTURE|releasing)/

it('the table of contents of the site has every page once', () => {
  const named = contents().flatMap(({ names }) => names.map((name) => `${name}.md`))
  const english = pages.filter((page) => !translated.includes(page) && page !== 'index.md')
  expect(named.toSorted()).toEqual(english.filter((page) => !notOnTheSite.includes(page)).toSorted())
})

it('every page for users is there in Chinese', () => {
  const users = pages.filter((page) => !translated.includes(page) && !inEnglish.test(page))
  const missing = users.filter((page) => !notOnTheSite.includes(page) && !existsSync(join(docs, chinese(page))))
  expect(missing).toEqual([])
})

it.each([...translated.map((page) => `docs/${page}`), 'README.zh-CN.md'])(
  '%s has the headings, tables and examples of the English page',
  (page) => {
    const english = page.replace('.zh-CN', '')
    expect(shapeOf(read(page))).toEqual(shapeOf(read(english)))
    if (page.endsWith('index.zh-CN.md')) return
    expect(read(page)).toContain(`[English](${basename(english)})`)
    expect(read(english)).toMatch(new RegExp(`\\[中文(?:说明)?\\]\\(${basename(page)}\\)`))
  },
)

const chinese = (page: string): string => page.replace(/\.md$/, '.zh-CN.md')

function shapeOf(text: string) {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '```')
  const count = (pattern: RegExp): number => prose.match(pattern)?.length ?? 0
  return {
    headings: [...prose.matchAll(/^(#+) /gm)].map(([, signs]) => signs),
    rows: count(/^\|/gm),
    examples: count(/^```/gm),
  }
}

it.each(['troubleshooting.md', 'troubleshooting.zh-CN.md'])('%s explains every code of an error', (page) => {
  const union = /export type ErrorCode =([\s\S]*?)\n\n/.exec(read('packages/core/src/errors.ts'))?.[1] ?? ''
  const codes = [...union.matchAll(/'([a-z-]+)'/g)].map(([, code]) => code)
  expect(codes.length).toBeGreaterThan(30)
  const told = [...read(`docs/guides/${page}`).matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, code]) => code)
  expect(told.toSorted()).toEqual(codes.toSorted())
})

it.each([
  ['recall.md#filters', 'guides/notes.md', '/guides/recall.md#filters'],
  ['../security.zh-CN.md', 'guides/team.zh-CN.md', '/zh/security.md'],
  ['../../bench/results/pads.md', 'guides/pads.md', 'https://github.com/wuku/wuku/blob/main/bench/results/pads.md'],
  ['decisions', 'ARCHITECTURE.md', 'https://github.com/wuku/wuku/tree/main/docs/decisions'],
  ['#here', 'quality.md', '#here'],
  ['https://example.com/x', 'quality.md', 'https://example.com/x'],
])('on the site the link %s of %s is %s', (link, page, expected) => expect(linkOnSite(link, page)).toBe(expected))

it.each([
  ['index.md', '/'],
  ['index.zh-CN.md', '/zh/'],
  ['guides/code.zh-CN.md', '/zh/guides/code'],
])('%s lies at %s', (file, expected) => expect(addressOf(file)).toBe(expected))

it('anchors are those of the code host', () => {
  expect(anchorOf('What you may type')).toBe('what-you-may-type')
  expect(anchorOf('从 Context7 迁来')).toBe('从-context7-迁来')
})

it('the scripts that pages name are there, and a clone needs two lines', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const all = ['README.md', 'README.zh-CN.md', 'CONTRIBUTING.md', ...pages.map((page) => `docs/${page}`)]
  const named = all.flatMap((page) =>
    [...read(page).matchAll(/npm run (?:-s )?([a-z]+(?:[:-][a-z]+)*)/g)].map(([, name]) => name),
  )
  expect([...new Set(named)].filter((name) => scripts[name ?? ''] === undefined)).toEqual([])
  for (const page of ['README.md', 'README.zh-CN.md'])
    expect(read(page)).toMatch(/^npm install && npm start .*\nnpm install && npm test/m)
})

it.each(['README.md', 'README.zh-CN.md'])('the places that %s answers with hold what was asked for', (page) => {
  const places = [...read(page).matchAll(/`([\w/.-]+)` (?:lines |第 )(\d+)-(\d+)/g)]
  const texts = places.map(([, path = '', from, to]) => {
    const file = path.startsWith('guides/') ? `docs/${path}` : path
    return read(file)
      .split('\n')
      .slice(Number(from) - 1, Number(to))
      .join('\n')
  })
  expect(texts).toEqual([expect.stringContaining('lease-lost'), expect.stringContaining('wuku restore')])
})
