import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filterKeys, parseFilters } from '../../src/query/filters.ts'

const now = Date.UTC(2026, 10, 24, 12)

/** The rest of the query, then its filters as answers tell them. */
const check = (rows: readonly (readonly [query: string, rest: string, ...filters: string[]])[]) =>
  it.each(rows)('%s', (query, rest, ...filters) => {
    const heard = parseFilters(query, now)
    expect(heard.query.replaceAll(/\s+/g, ' ')).toBe(rest)
    expect(heard.filters.map(({ written }) => written)).toEqual(filters)
  })

describe('filters beside words and alone', () =>
  check([
    ['tag:reading', '', 'tag:reading'],
    ['tag:#reading tides', 'tides', 'tag:#reading'],
    ['tides tag:reading/books -tag:draft', 'tides', 'tag:reading/books', '-tag:draft'],
    ['关于潮汐，tag：读书', '关于潮汐，', 'tag:读书'],
    ['tag:"two words" moon', 'moon', 'tag:"two words"'],
    ['title:「两个 词」 潮汐', '潮汐', 'title:「两个 词」'],
    ['title:tides -path:drafts/old', '', 'title:tides', '-path:drafts/old'],
    ['path:"my folder/x" router', 'router', 'path:"my folder/x"'],
    ['kind:notes,chats router', 'router', 'kind:notes,chats'],
    ['router before:2026-05-01 after:2025', 'router', 'before:2026-05-01', 'after:2025'],
    ['潮汐 before:2026年5月 since:3天前', '潮汐', 'before:2026年5月', 'since:3天前'],
    ['since:7d "rate limit" -draft', '"rate limit" -draft', 'since:7d'],
    ['Dune: Part Two tag:films', 'Dune: Part Two', 'tag:films'],
  ]))

describe('before and behind a sentence', () =>
  check([
    ['what did I read about tides? tag:reading', 'what did I read about tides?', 'tag:reading'],
    ['kind:notes how do we rotate the signing keys', 'how do we rotate the signing keys', 'kind:notes'],
    ['what do we know of tides tag:reading?', 'what do we know of tides', 'tag:reading'],
    ['潮汐是怎么来的？ tag:读书', '潮汐是怎么来的？', 'tag:读书'],
  ]))

it.each([
  'tag:',
  'title: foo',
  'path: guides',
  'what does tag:latest mean in this line of ours',
  'kind:Deployment name',
  'kind:note router',
  'before:lunch after:2px',
  'tags:reading',
  'Tag:reading',
  '`tag:reading` moon',
  '"tag:reading moon"',
  "'tag:reading moon' sun",
  '「tag:读书」 潮汐',
  'hashtag:reading',
  'std::path tag:rust',
  'path::new tag:rust',
  'C:\\x path:C:\\y',
  'path:C:\\Users\\me report',
  'path:/tmp/x not found',
  'error: cannot read path:/x',
  'fatal: ref: not found tag:v1',
  'level=error path:api status:500',
  'status:500 path:api method:GET',
  'http://example.org/x tag:reading',
  '--path:x build',
  'git log --since:x tag:reading',
  '{"kind":"notes","tag":"x"}',
  '{kind:notes, tag:x}',
  'kind: Deployment metadata: name: x tag:latest',
  'kind: Deployment\nmetadata:\n  name: x',
  '---\ntitle: foo\ntags: [a]\n---',
  'title:foo\npath:bar',
  '2026-11-24 10:00:01 ERROR path:api user:7',
  'a:hover after:2px',
  'li::before content:x',
  'foo(tag:x)',
  '标签:读书',
  '错误 path：/x',
])('what is no filter stays as it is: %s', (query) => expect(parseFilters(query, now)).toEqual({ query, filters: [] }))

it('hears nothing in a text without the keys, whatever it is', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      fc.pre(!filterKeys.some((key) => text.includes(key)))
      expect(parseFilters(text, now)).toEqual({ query: text, filters: [] })
    }),
  ))

it('takes away nothing but the filters, whatever stands beside them', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          'tag:x',
          '-tag:读',
          'path：a/b',
          'title:"a b"',
          'before:2026',
          '"',
          '`',
          'moon',
          ':',
          '潮汐',
          '\n',
          "'",
        ),
      ),
      (parts) => {
        const query = parts.join(' ')
        const { query: rest, filters } = parseFilters(query, now)
        const count = (text: string) => [...text].filter((character) => /\S/.test(character)).length
        const taken = filters.reduce((sum, { written }) => sum + count(written), 0)
        expect(count(rest) + taken).toBe(count(query))
      },
    ),
  ))
