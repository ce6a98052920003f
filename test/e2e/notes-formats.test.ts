import { join } from 'node:path'
import { expect, it } from 'vitest'
import { docxOf, epubOf, paragraph, pptxOf, shapeOf } from '../../packages/formats/test/converter/office-making.ts'
import { pdfOf } from '../../packages/formats/test/converter/pdf-making.ts'
import { openCodeHouse, type CodeAgent, type CodeHouse } from './code/code-house.ts'
import { writeFiles } from '../scratch.ts'

/** Each holds a word of its own, and a word of Chinese of its own. */
const good: Readonly<Record<string, string | Uint8Array>> = {
  'manual.pdf': pdfOf({
    pages: [
      [
        { text: 'Manual of the quokka barge', x: 72, y: 700, size: 20 },
        { text: '潮汐计算', x: 72, y: 640, font: 'chinese' },
      ],
    ],
  }),
  'plan.docx': docxOf(paragraph('Plan', { style: 'Heading1' }) + paragraph('The axolotl plan, 港口疏浚。')),
  'talk.pptx': pptxOf([{ shapes: shapeOf('title', ['Talk']) + shapeOf('body', ['The narwhal point 灯塔']) }]),
  'book.epub': epubOf({ chapters: { 'one.xhtml': '<h1>Book</h1><p>The pelican chapter, 渡轮时刻。</p>' } }),
  'guide.rst': 'Guide\n=====\n\nThe wombat guide, 锚地说明。\n',
  'guide.adoc': '= Charts\n\n== Start\n\nThe numbat chart, 航道水深。\n',
  'diary.org': '#+TITLE: Diary\n\n* TODO Mooring :work:\n:PROPERTIES:\n:ID: 7\n:END:\nThe tapir moors, 系泊日记。\n',
  'page.html':
    '<html><head><title>Site</title><style>p{}</style><script>var okapi = 1</script></head>' +
    '<body><h1>Buoys</h1><h2>Lights</h2><p>The gharial buoy, 浮标灯光, AKIAQYLPMN5HHHFPZAM2.</p></body></html>',
  'part.mdx': '---\ntags: [ui]\n---\nimport X from "x"\n\n# Part\n\n<X>The kakapo part, 部件。</X>\n',
  'plain.txt': 'The dugong stands here, 纯文本。\n',
  'a.md': '# Markdown\n\nThe manatee swims, 标记。\n',
}
const bad: Readonly<Record<string, string | Uint8Array>> = {
  'bad/broken.pdf': pdfOf({ pages: [[{ text: 'never', x: 72, y: 700 }]] }).subarray(0, 60),
  'bad/cut.docx': docxOf(paragraph('cut')).subarray(0, 200),
  'bad/bomb.docx': docxOf(paragraph(' '.repeat(40_000_000))),
}
const noNotes: Readonly<Record<string, string>> = { 'conf.json': '{"okapi":1}', 'tool.py': 'okapi = 1\n' }

interface Library {
  readonly house: CodeHouse
  readonly agent: CodeAgent
  readonly notes: string
  readonly added: string
  write(path: string, content: string | Uint8Array): void
}

async function openLibrary(): Promise<Library> {
  const house = openCodeHouse()
  const notes = join(house.root, '..', 'library')
  const write = (path: string, content: string | Uint8Array): void => writeFiles(notes, { [path]: content })
  for (const [path, content] of Object.entries({ ...good, ...bad, ...noNotes })) write(path, content)
  const { status, stdout, stderr } = house.run('add', notes)
  expect([status, stderr]).toEqual([0, expect.any(String)])
  return { house, notes, added: stdout, write, agent: await house.agent(house.root, []) }
}

const tell = async ({ agent }: Library, name: string, input: object): Promise<string> =>
  JSON.stringify((await agent.client.callTool({ name, arguments: { ...input } })).content)

const rows: readonly (readonly [english: string, chinese: string, path: string])[] = [
  ['quokka', '潮汐计算', 'manual.pdf'],
  ['axolotl', '港口疏浚', 'plan.docx'],
  ['narwhal', '灯塔', 'talk.pptx'],
  ['pelican', '渡轮时刻', 'book.epub'],
  ['wombat', '锚地说明', 'guide.rst'],
  ['numbat', '航道水深', 'guide.adoc'],
  ['tapir', '系泊日记', 'diary.org'],
  ['gharial', '浮标灯光', 'page.html'],
  ['kakapo', '部件', 'part.mdx'],
  ['dugong', '纯文本', 'plain.txt'],
  ['manatee', '标记', 'a.md'],
]

it('a folder of all formats is taken for notes, found in both languages, opened, watched, and not written as what it is not', async () => {
  const library = await openLibrary()
  const { house, added, notes, write } = library
  expect(added).toContain('notes/library')
  expect(added).toContain(`${Object.keys(good).length} added (`)
  for (const told of [...Object.keys(bad), '1 docx', '1 org', ...Object.keys(noNotes)]) expect(added).toContain(told)
  for (const [english, chinese, path] of rows) {
    expect(await tell(library, 'recall', { query: chinese })).toContain(`wuku://notes/library/${path}`)
    const recalled = await tell(library, 'recall', { query: english })
    const citation = /wuku:[^\s"\\]+/.exec(recalled)?.[0]
    expect([english, citation]).toEqual([english, expect.stringContaining(path)])
    const opened = await tell(library, 'open', { citation: `wuku://notes/library/${path}` })
    expect([path, opened]).toEqual([path, expect.stringContaining(chinese)])
    expect([path, await tell(library, 'open', { citation })]).toEqual([path, expect.stringContaining(english)])
  }
  const page = await tell(library, 'open', { citation: 'wuku://notes/library/page.html' })
  expect(page).toContain('REDACTED')
  expect(page).not.toMatch(/okapi|AKIAQYLPMN5HHHFPZAM2|<h1>/)
  expect(await tell(library, 'recall', { query: 'tapir' })).toMatch(/diary\.org#L\d-L7/)
  expect(await tell(library, 'recall', { query: 'kakapo' })).toMatch(/part\.mdx#L\d-L8/)

  write('page.html', '<h1>Buoys</h1><p>The pangolin buoy.</p>')
  write('plan.docx', docxOf(paragraph('The aardvark plan.')))
  for (const [query, path] of [
    ['pangolin', 'page.html'],
    ['aardvark', 'plan.docx'],
  ] as const)
    await expect.poll(() => tell(library, 'recall', { query }), { interval: 200 }).toContain(path)

  expect(house.run('add', notes, '--kind', 'notes', '--name', 'library', '--writable').status).toBe(0)
  const { status, stderr, stdout } = house.run('write-note', 'new.pdf', '# New')
  expect([status === 0, stderr + stdout]).toEqual([false, expect.stringContaining('".md"')])
})

it('a source with a pattern of its own keeps it', async () => {
  const { house, notes } = await openLibrary()
  const { stdout } = house.run('add', notes, '--kind', 'notes', '--name', 'pages', '--pattern', '**/*.{html,csv}')
  expect(stdout).toContain('1 added')
  expect(house.run('index', 'pages').stdout).toContain('up to date: 1 document')
})
