import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { readFrontMatter } from '../src/frontmatter.ts'

it.each<[front: string, expected: object]>([
  ['---\ntags: [sea, reading/books]\n---', { tags: ['sea', 'reading/books'] }],
  ['---\ntags: sea, moon\nalias: Ebb\n---', { tags: ['sea', 'moon'], aliases: ['Ebb'] }],
  ['---\ntag: "#sea"\n---', { tags: ['sea'] }],
  ['---\ntags:\n  - sea\n  - two words\n---', { tags: ['sea', 'two words'] }],
  [
    '---\n标签: 读书, 海\n别名: [涨潮]\n日期: 2026年5月1日\n---',
    { tags: ['读书', '海'], aliases: ['涨潮'], date: '2026-05-01' },
  ],
  [
    '---\ncreated: 2026-05-01T10:00:00+08:00\nmodified: 2026/6/2\ndate: soon\n---',
    { created: '2026-05-01', updated: '2026-06-02' },
  ],
  ['---\ntitle: Tides: a guide\ntags: [sea, "the moon"]\n标签:\n  - 海\n---', { tags: ['sea', 'the moon'] }],
  ['---\ntitle: a: b: c\naliases:\n  - Ebb\n  - "Flow"\nx: {\n---', { aliases: ['Ebb', 'Flow'] }],
  ['+++\ntitle = "x"\ntags = ["sea", "moon"]\ndate = 2026-05-01\n+++', { tags: ['sea', 'moon'], date: '2026-05-01' }],
  ['---\ntags: {a: b}\naliases: [[a]]\n---', {}],
  ['no front matter', {}],
])('%j', (front, expected) => expect(readFrontMatter(`${front}\n`).meta).toEqual(expected))

it('keeps the title of what is no YAML', () =>
  expect(readFrontMatter('---\ntitle: Tides: a guide\n---\n')).toMatchObject({
    title: 'Tides: a guide',
    broken: expect.any(String),
  }))

it('reads whatever stands between the rules', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          'tags',
          '标签',
          ': ',
          ':',
          '=',
          '[',
          ']',
          '- ',
          '"',
          "'",
          'a',
          '海',
          '\n',
          '  ',
          ', ',
          '{',
          '#',
          '&x',
          '*x',
        ),
      ),
      (parts) => {
        const { meta } = readFrontMatter(`---\ntags: ${parts.join('')}\n---\n`)
        for (const tag of (meta['tags'] ?? []) as readonly string[]) expect(tag).not.toBe('')
      },
    ),
  ))
