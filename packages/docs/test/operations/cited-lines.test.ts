import { describe, expect, it } from 'vitest'
import { parseCitation } from '@wuku/core/citation'
import { open } from '@wuku/kernel/operations/open-operation'
import { openHouse } from '../docs-house.ts'

const markdown = [
  '---',
  'title: Tides',
  'description: Of the sea',
  '---',
  '',
  '<!-- a comment',
  'of two lines -->',
  '# Tides',
  '',
  '',
  '![a badge](https://example.org/a.svg)',
  '',
  '## Ebb 退潮',
  '',
  'The moonpull draws the water back 潮水退去 twice a day, as every sailor of the coast knows.',
  '',
  '1. Call it',
  '   - in a list',
  '',
  '     ```ts',
  '     const moonpull = ebb({',
  '     \tdeep: true,',
  '',
  '',
  '       wide: 1,',
  '     })',
  '     ```',
  '',
  '## Flow',
  '',
  '| Option | Meaning |',
  '| --- | --- |',
  '| `springtide` | the highest of all |',
  '',
  '```ts',
  'flow("springtide")',
  '```',
]
const mdx = ["import { Tabs } from './tabs'", '', 'export const a = 1', '', '<Tabs>', ...markdown.slice(7), '</Tabs>']
const rst = [
  '.. a comment',
  '   of two lines',
  '',
  '=====',
  'Tides',
  '=====',
  '',
  'Ebb 退潮',
  '-------',
  '',
  'The moonpull draws the water back 潮水退去',
  'twice a day, as every sailor',
  'of the coast knows::',
  '',
  '    moonpull = ebb(',
  '        deep=True,',
  '',
  '',
  '        wide=1)',
  '',
  'Flow',
  '----',
  '',
  '.. code-block:: python',
  '   :linenos:',
  '',
  '   flow("springtide")',
]
const asciidoc = [
  '= Tides',
  ':toc:',
  ':moon: Luna',
  '',
  '// a comment',
  '== Ebb 退潮',
  '',
  'The moonpull of {moon} draws the water back 潮水退去',
  'twice a day, as every sailor of the coast knows.',
  '',
  '[source,ts]',
  '----',
  'const moonpull = ebb({',
  '  deep: true,',
  '',
  '',
  '  wide: 1,',
  '})',
  '----',
  '',
  '== Flow',
  '',
  '[source,ts]',
  '----',
  'flow("springtide")',
  '----',
]
const secret = [
  '-----BEGIN RSA PRIVATE KEY-----',
  ...Array.from({ length: 9 }, () => 'MIIEpAIBAAKCAQEA7bq98'.repeat(3)),
  '-----END RSA PRIVATE KEY-----',
]
const masked = [...markdown.slice(0, 8), '', '```', ...secret, '```', '', ...markdown.slice(8)]
const included = [...markdown.slice(0, 10), '<!--@include: ./aside.md-->', '', ...markdown.slice(12)]
const aside = Array.from({ length: 30 }, (_, at) => `const shore${at} = ${at}`).join('\n')

const rows: readonly [says: string, path: string, lines: readonly string[], lineEnd: string][] = [
  ['Markdown with front matter and comments', 'a.md', markdown, '\n'],
  ['CRLF', 'a.md', markdown, '\r\n'],
  ['MDX', 'a.mdx', mdx, '\n'],
  ['reStructuredText', 'a.rst', rst, '\n'],
  ['reStructuredText with CRLF', 'a.rst', rst, '\r\n'],
  ['AsciiDoc', 'a.adoc', asciidoc, '\n'],
  ['plain text', 'a.txt', markdown.slice(7), '\n'],
  ['a secret of eleven lines', 'a.md', masked, '\n'],
  ['an included file', 'a.md', included, '\n'],
]

interface Documents {
  readonly documents: readonly { code: string; content?: string; citation: string; source: string }[]
}

async function ask(path: string, lines: readonly string[], lineEnd: string) {
  const house = openHouse()
  await house.add('sea', '1.0.0', { [path]: lines.join(lineEnd), 'aside.md': aside })
  return house
}

const written = (lines: readonly string[], citation: string): readonly string[] => {
  const cited = parseCitation(citation).lines
  if (!cited) throw new Error(`${citation} names no lines.`)
  return lines.slice(cited.from - 1, cited.to).map((line) => line.trim())
}

const said = (text: string): readonly string[] =>
  text.split('\n').flatMap((line) => (/[\p{L}}]/u.test(line) && !line.includes('shore') ? [line.trim()] : []))

describe('what is cited of a file', () => {
  it.each(rows)('%s: its lines hold the code that is shown', async (_, path, lines, lineEnd) => {
    const house = await ask(path, lines, lineEnd)
    for (const topic of ['moonpull', 'springtide']) {
      const { documents } = await house.call<Documents & Readonly<Record<string, unknown>>>('get-library-docs', {
        library_id: 'sea',
        topic,
        mode: 'code',
      })
      const all = documents.filter(({ code }) => code.includes(topic))
      expect(all).not.toEqual([])
      for (const { code, citation } of all)
        for (const line of said(code).filter((each) => !each.startsWith('```') && !each.includes('redacted')))
          if (lines.some((each) => each.trim() === line)) expect(written(lines, citation)).toContain(line)
          else expect(line).toMatch(/BEGIN|REDACTED|\[/i)
    }
  })

  it.each(rows)('%s: recall and open tell the numbers of the file', async (_, path, lines, lineEnd) => {
    const house = await ask(path, lines, lineEnd)
    const at = lines.findIndex((line) => line.includes('flow("springtide")')) + 1
    const { hits } = await house.engine.search.find({
      query: 'flow springtide',
      within: { kinds: ['docs'] },
      limit: 10,
      of: 'documents',
    })
    expect(hits[0]?.snippet.text).toMatch(new RegExp(`^${at}: .*flow`, 'm'))
    const asked = open.input.parse({ citation: `wuku://docs/sea@1.0.0/${path}#L${at}-L${at}` })
    expect(await open.run(asked, house.context())).toMatchObject({
      fromLine: at,
      text: expect.stringMatching(/^\d+: .*flow\("springtide"\)$/m),
    })
    const section = open.input.parse({ citation: `wuku://docs/sea@1.0.0/${path}#flow` })
    const { fromLine, text } = (await open.run(section, house.context())) as { fromLine: number; text: string }
    expect([lines[fromLine - 1], text.includes(`${at}: `)]).toEqual([expect.stringContaining('Flow'), true])
    expect(hits[0]?.citation).toContain(`${path}#flow`)
  })

  it.each([
    ['code', 'moonpull', 'code', 'const moonpull = ebb({\n\tdeep: true,\n\n\n  wide: 1,\n})'],
    ['code', 'springtide', 'content', 'the highest of all'],
    ['info', 'moonpull', 'content', 'every sailor of the coast'],
  ] as const)('mode %s keeps of %s its %s', async (mode, topic, field, text) => {
    const house = await ask('a.md', markdown, '\n')
    const { documents } = await house.call<Documents & Readonly<Record<string, unknown>>>('get-library-docs', {
      library_id: 'sea',
      topic,
      mode,
    })
    expect(documents.map((each) => each[field] ?? '').join('\n')).toContain(text)
  })
})
