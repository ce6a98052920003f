import { hash } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskDraft } from '../../kernel/src/index/masking.ts'
import { chunkDocs, outlineDocs } from '../src/doc-chunks.ts'
import type { Page } from '@wuku/formats/format'
import { draftOf } from '../src/reading/draft.ts'
import { docsReader } from '../src/docs-reader.ts'
import type { DocOutline } from '../src/snippets.ts'
import { fenceEnd } from '@wuku/text/markdown/fences'
import { estimateTokens } from '@wuku/text/terms/tokens'
import { repeated, timed, whySlow } from '../../../test/unit/growth/how-slow.ts'
import { runs } from '../../../test/scale.ts'

await docsReader.prepare?.(docsReader.patterns)

const draft = (page: Partial<Page> & Pick<Page, 'text'>, given = {}) =>
  draftOf({ title: 'Page', ...page }, { path: 'a.md', format: 'markdown', given })

const snippetsOf = (document: ReturnType<typeof draft>) => {
  const { snippets } = outlineDocs(document) as unknown as DocOutline
  return chunkDocs(document).map((chunk, at) => ({
    ...chunk,
    ...snippets[at],
    text: document.text.slice(chunk.start, chunk.end),
  }))
}

const prose = (tokens: number): string =>
  `${'The tide comes in and the tide goes out. '.repeat(Math.round(tokens / 10)).trim()}\n`
const codeOf = (tokens: number): string =>
  `\`\`\`js\n${'await tide.turn({ at: sea })\n'.repeat(Math.round(tokens / 13))}\`\`\`\n`

describe('places of snippets', () => {
  /** Each as its title, anchor and first line. */
  const check = (
    text: string,
    expected: readonly (readonly [title: string, anchor: string | undefined, firstLine: string])[],
  ) =>
    expect(snippetsOf(draft({ text })).map((each) => [each.title, each.anchor, each.text.split('\n')[0]])).toEqual(
      expected,
    )

  it.each([
    ['a page without headings', 'a\n', [['Page', undefined, 'a']]],
    ['a small page whole', '# Sea\n\n## Tide\n\nebb\n\n## Moon\n\nfull\n', [['Sea', 'sea', '# Sea']]],
    [
      'a section each, where they are long',
      `# Sea\n\n## Tide & *Ebb*\n\n${prose(300)}\n## 潮水 上涨！\n\n${prose(300)}`,
      [
        ['Sea > Tide & Ebb', 'tide--ebb', '# Sea'],
        ['Sea > 潮水 上涨！', '潮水-上涨', '## 潮水 上涨！'],
      ],
    ],
    [
      'small neighbours joined under their names',
      `# Sea\n\n${prose(500)}\n## A\n\n${prose(150)}\n## B\n\n${prose(150)}\n## C\n\n${prose(500)}`,
      [
        ['Sea', 'sea', '# Sea'],
        ['Sea > A, B', 'a', '## A'],
        ['Sea > C', 'c', '## C'],
      ],
    ],
    [
      'headings of the same name with numbers',
      `# A\n\n${prose(400)}\n# A\n\n${prose(400)}\n# A 1\n\n${prose(400)}\n# A\n\n${prose(400)}`,
      [
        ['A', 'a', '# A'],
        ['A', 'a-1', '# A'],
        ['A 1', 'a-1-1', '# A 1'],
        ['A', 'a-2', '# A'],
      ],
    ],
    [
      'code with the sentence that introduces it',
      `# A\n\n${prose(700)}\nRun it:\n\n${codeOf(700)}`,
      [
        ['A', 'a', '# A'],
        ['A', 'a', 'Run it:'],
      ],
    ],
    [
      'an item of a list whole, with its code',
      `# A\n\n- one\n\n  ${prose(500)}\n- two:\n\n  ${codeOf(700).replaceAll('\n', '\n  ').trim()}\n\n- three\n\n  ${prose(500)}`,
      [
        ['A', 'a', '# A'],
        ['A', 'a', '- two:'],
        ['A', 'a', '- three'],
      ],
    ],
    [
      'a label with what it names',
      `# A\n\n${prose(600)}\n**npm**\n\n${prose(300)}`,
      [
        ['A', 'a', '# A'],
        ['A', 'a', '**npm**'],
      ],
    ],
    ['long code whole', `# A\n\n${codeOf(7_000)}`, [['A', 'a', '# A']]],
  ] as const)('%s', (_, text, expected) => check(text, expected))

  it('cuts code that nobody reads at once between its lines', () => {
    const snippets = snippetsOf(draft({ text: codeOf(20_000) }))
    expect(snippets.length).toBeGreaterThan(3)
    for (const { text, tokens } of snippets) {
      expect(tokens).toBeLessThan(5_000)
      expect(text.split('\n').at(-1)).toMatch(/^await.*\)$|^```$/)
    }
  })

  it('takes anchors of the page before words', () => {
    const text = '# A\n\nb\n'
    expect(snippetsOf(draft({ text, anchors: [{ at: 0, name: 'own' }] }))).toMatchObject([{ anchor: 'own' }])
  })
})

describe('parts of a page', () => {
  const before = '# Pets\n\nAll about them.\n\n'
  const list = '## GET /pets\n\nLists them.\n\n### Errors\n\nNone.\n\n'
  const add = `## POST /pets\n\n${prose(1_500)}\n`
  const after = '## More\n\nelsewhere\n'
  const page: Page = {
    title: 'Pets',
    text: before + list + add + after,
    anchors: [{ at: 0, name: 'top' }],
    parts: [
      {
        start: before.length,
        end: (before + list).length,
        title: 'GET /pets',
        anchor: 'listPets',
        description: 'Lists.',
      },
      { start: (before + list).length, end: (before + list + add).length, title: 'POST /pets', anchor: 'addPet' },
    ],
  }

  it('are a snippet each, and what lies between is cut by its headings', () =>
    expect(snippetsOf(draft(page)).map(({ title, anchor, headings }) => [title, anchor, headings])).toEqual([
      ['Pets', 'top', ['Pets']],
      ['GET /pets', 'listPets', ['Pets', 'GET /pets']],
      ['POST /pets', 'addPet', ['Pets', 'POST /pets']],
      ['Pets > More', 'more', ['Pets', 'More']],
    ]))

  it('say what they are for', () =>
    expect(snippetsOf(draft(page))[1]).toMatchObject({ description: 'Lists.', type: 'info' }))

  it('are cut between paragraphs when they are far too long', () => {
    const text = `## A\n\n${`${prose(300)}\n`.repeat(20)}`
    const snippets = snippetsOf(draft({ text, parts: [{ start: 0, end: text.length, title: 'A', anchor: 'a' }] }))
    expect(snippets.map(({ anchor }) => anchor)).toEqual(snippets.map(() => 'a'))
    expect(snippets.length).toBeGreaterThan(3)
    for (const { tokens } of snippets) expect(tokens).toBeLessThan(2_100)
  })

  it('move with what is masked before them', () => {
    const secret = `ghp_${'A1b2C3d4E5'.repeat(3)}F6g7H8`
    const masked = maskDraft(draft({ ...page, text: page.text.replace('All about them.', secret), ...shifted(secret) }))
    expect(masked.text).not.toContain(secret)
    expect(snippetsOf(masked).map(({ text }) => text.split('\n')[0])).toEqual([
      '# Pets',
      '## GET /pets',
      '## POST /pets',
      '## More',
    ])
  })

  const shifted = (secret: string): Pick<Page, 'parts'> => {
    const by = secret.length - 'All about them.'.length
    return { parts: (page.parts ?? []).map((part) => ({ ...part, start: part.start + by, end: part.end + by })) }
  }
})

describe('what a snippet is', () => {
  const check = (text: string, expected: object) => expect(snippetsOf(draft({ text }))).toMatchObject([expected])

  it.each([
    ['prose', prose(100), { type: 'info', language: '', description: 'The tide comes in and the tide goes out.' }],
    [
      'code',
      'Run it now with npm:\n\n```sh\na\n```\n\n```ts\nlonger()\n```',
      { type: 'code', language: 'ts', description: 'Run it now with npm' },
    ],
    ['both', `${prose(80)}\n\`\`\`js {1} title="a"\nb\n\`\`\``, { type: 'mixed', language: 'js' }],
    [
      'both in Chinese',
      `${'潮水每天涨落两次，'.repeat(8)}如下所示的代码：\n\n\`\`\`\nb\n\`\`\``,
      { type: 'mixed', language: '' },
    ],
    [
      'a guide with code',
      '# Getting started\n\n```\na\n```',
      { type: 'mixed', title: 'Getting started', description: '' },
    ],
    ['a table of parameters', '| Name | Type |\n| --- | --- |\n| a | b |', { type: 'code' }],
    ['any other table', '| City | Sea |\n| --- | --- |\n| a | b |', { type: 'info' }],
    ['a table in Chinese', '| 参数 | 说明 |\n| --- | --- |\n| a | b |', { type: 'code' }],
    ['a signature', '`open(path: string): File`\n\nOpens.', { type: 'code' }],
    [
      'the type of an option',
      '- **Type:** `string`\n\nWhere the sea begins.',
      { type: 'code', description: 'Where the sea begins.' },
    ],
    [
      'a short sentence with the one before it',
      'It opens the sea. For example:\n\n```\na\n```',
      { description: 'It opens the sea. For example' },
    ],
    ['marks of fences that name no language', '```hl_lines="4"\na\n```', { language: '' }],
    ['a long sentence cut', `${'word '.repeat(80)}\n`, { description: `${'word '.repeat(38)}word…` }],
    ['emoji whole', `${'👩‍👩‍👧'.repeat(40)} a`, { description: `${'👩‍👩‍👧'.repeat(24)}…` }],
  ])('%s', (_, text, expected) => check(text, expected))

  it('is marked for searches', () =>
    expect(snippetsOf(draft({ text: `${prose(80)}\n\`\`\`\na\n\`\`\`` }))[0]?.marks).toMatchObject([
      { family: 'snippet', value: 'code' },
      { family: 'snippet', value: 'info' },
    ]))

  it('is what a model says it is, and is found by its title', () => {
    const text = '# A\n\n```\nb\n```'
    const words = { title: 'Open the sea', description: 'How.', type: 'mixed', language: 'sh' }
    const [snippet] = snippetsOf(draft({ text }, { [hash('sha256', text, 'hex').slice(0, 16)]: words }))
    expect(snippet).toMatchObject({ ...words, headings: ['A', 'Open the sea'] })
  })
})

const pieces = [
  '# A\n',
  '## 潮\n',
  '### A\n',
  '\n',
  'word ',
  '潮水。',
  '- a\n',
  '  b\n',
  '1. c\n',
  '> d\n',
  '| a | b |\n',
  '| --- | --- |\n',
  '**x**\n',
  'y:\n',
  '```js\n',
  '```\n',
  '~~~\n',
  '    e\n',
  prose(120),
  '\n\n',
  '\t',
  '👩‍👩‍👧',
  ':::tip\n',
  ':::\n',
  '---\n',
  codeOf(600),
  '{#id}\n',
]

describe('any page', () => {
  it('is covered in order and without overlaps, and no fence is cut', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), (parts) => {
        const parsed = docsReader.parse({ path: 'a.md', stamp: '', modifiedAt: 0, bytes: Buffer.from(parts.join('')) })
        for (const document of parsed.items) {
          const { text } = document
          const chunks = docsReader.chunk(document)
          let last = 0
          for (const { start, end, line, endLine } of chunks) {
            expect(text.slice(last, start).trim()).toBe('')
            expect(end).toBeGreaterThan(start)
            expect(endLine).toBeGreaterThanOrEqual(line)
            last = end
          }
          expect(text.slice(last).trim()).toBe('')
          for (const fence of fencesIn(text))
            expect(chunks.filter(({ start, end }) => start < fence.end && end > fence.start)).toHaveLength(1)
          expect(snippetsOf(document).map(({ tokens }) => typeof tokens)).toEqual(chunks.map(() => 'number'))
        }
      }),
      { numRuns: runs(300) },
    ))

  it('is read and cut whatever it holds', () =>
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 2_000 }),
        fc.constantFrom('a.md', 'a.txt', 'a.ipynb', 'a.mdx'),
        (bytes, path) => {
          for (const document of docsReader.parse({ path, stamp: '', modifiedAt: 0, bytes }).items)
            docsReader.chunk(document)
        },
      ),
    ))

  it.each([
    ['headings', '# a\n'],
    ['items', '- a\n'],
    ['deeper and deeper items', ' - a\n'],
    ['labels', '**a**\n\n'],
    ['rows', '| a |\n'],
    ['one line', '潮'],
    ['fences', '```\na\n```\n'],
  ])('full of %s takes time in proportion', (_, piece) => {
    const time = timed((size) => expect(snippetsOf(draft({ text: repeated(piece, size) })).length).toBeGreaterThan(1))
    expect(whySlow(time, 100_000)).toBeUndefined()
  })
})

/** Fences that a chunk can hold, at the beginning of a line or of an item. */
function fencesIn(text: string): readonly { readonly start: number; readonly end: number }[] {
  const fences: { start: number; end: number }[] = []
  for (let line = 0; line < text.length;) {
    const end = fenceEnd(text, line, text.length)
    if (end > line && estimateTokens(text.slice(line, end)) < 8_000)
      fences.push({ start: line, end: text.slice(0, end).trimEnd().length })
    line = end > line ? end : text.indexOf('\n', line) + 1 || text.length
  }
  return fences
}
