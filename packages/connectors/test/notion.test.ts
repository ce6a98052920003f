import { describe, expect, it } from 'vitest'
import { opened } from '../../../test/servers/connectors/closing.ts'
import { addPage, idOfPage, startNotion, type FakeNotion } from '../../../test/servers/connectors/notion-server.ts'
import { inline, renderBlocks } from '../src/notion/blocks.ts'
import type { Block } from '../src/notion/notion-types.ts'
import { notion } from '../src/notion/notion.ts'
import { describeProperties } from '../src/notion/properties.ts'
import { openConnectedHouse, type ConnectedHouse } from './connected-house.ts'

const plain = (number: number): string => idOfPage(number).replaceAll('-', '')

async function read(
  fill: (server: FakeNotion) => void,
  address = 'notion:',
): Promise<{ server: FakeNotion; house: ConnectedHouse }> {
  const server = await opened(startNotion())
  fill(server)
  const house = openConnectedHouse()
  await house.add(address, server.url)
  return { server, house }
}

describe('a workspace of Notion', () => {
  it('is read with comments, under the titles of the pages above, with links as citations and no addresses that expire', async () => {
    const { house } = await read((server) => {
      addPage(server, 1, { title: '手册' })
      addPage(server, 2, {
        title: 'Release',
        parent: idOfPage(1),
        body: `See [the handbook](https://www.notion.so/Handbook-${plain(1)}) ![plan](https://s3.example.com/plan.png?X-Amz-Signature=abc&X-Amz-Expires=3600)`,
        comments: ['改好了'],
      })
    })
    const text = (await house.texts()).get('手册/Release')
    expect(text).toContain(`See [the handbook](wuku://notes/notion/pages/${plain(1)}) [plan]`)
    expect(text).toContain('改好了')
    expect(text).not.toContain('X-Amz')
  })
  it('keeps two pages of one title apart', async () => {
    const { house } = await read((server) => {
      addPage(server, 1, { title: 'Plan', body: 'first' })
      addPage(server, 2, { title: 'Plan', body: 'second' })
    })
    expect([...(await house.texts()).values()].map((text) => /first|second/.exec(text)?.[0]).toSorted()).toEqual([
      'first',
      'second',
    ])
  })
  it('takes a page and what is below it, when that was asked for', async () => {
    const { house } = await read(
      (server) => {
        addPage(server, 1, { title: 'Team' })
        addPage(server, 2, { title: 'Below', parent: idOfPage(1) })
        addPage(server, 3, { title: 'Elsewhere' })
      },
      `https://www.notion.so/acme/Team-${plain(1)}`,
    )
    expect([...(await house.texts()).keys()].toSorted()).toEqual(['Team', 'Team/Below'])
  })
  it('reads the files of a page, without the credential', async () => {
    const { house } = await read((made) => {
      const file = `${made.url}/files/%E6%89%8B%E5%86%8C.md?X-Amz-Signature=1`
      addPage(made, 1, { body: `见 [附件](${file})` })
    })
    expect((await house.texts()).get('Page 1')).toContain('见 [附件]\n')
    expect((await house.texts()).get('Page 1/手册.md')).toContain('先停机')
  })
  it('finds with the census what the search showed late, and takes away what went to the trash', async () => {
    const { server, house } = await read((made) => {
      addPage(made, 1)
      addPage(made, 2)
      made.late.add(idOfPage(2))
    })
    expect([...(await house.texts()).keys()]).toEqual(['Page 1'])
    server.late.clear()
    addPage(server, 1, { inTrash: true })
    await house.index({ census: true, force: true })
    expect([...(await house.texts()).keys()]).toEqual(['Page 2'])
  })
})

const text = (plain_text: string, annotations = {}) => ({ type: 'text', plain_text, annotations })
const block = (type: string, content: object, id = '') => ({ id, type, has_children: id !== '', [type]: content })
const words = (said: string, more = {}) => ({ rich_text: [text(said)], ...more })

describe('a page whose Markdown is not whole is rendered from its blocks', () => {
  const below: Record<string, readonly object[]> = {
    root: [
      block('heading_1', words('步骤')),
      block('paragraph', { rich_text: [text('先 '), text('停机', { bold: true }), text('，再发布')] }),
      block('bulleted_list_item', words('one'), 'inner'),
      block('bulleted_list_item', words('two')),
      block('numbered_list_item', words('first')),
      block('to_do', words('done', { checked: true })),
      block('to_do', words('open')),
      block('code', words('a\n```\nb', { language: 'shell' })),
      block('callout', words('mind', { icon: { emoji: '💡' } })),
      block('quote', words('said')),
      block('table', {}, 'table'),
      block('divider', {}),
      block('equation', { expression: 'x^2' }),
      block('child_page', { title: 'Below [1]' }, 'child'),
      block('synced_block', {}, 'circle'),
      block('bookmark', { url: 'https://example.com/a', caption: [text('例子')] }),
      block('image', { file: { url: 'https://s3.example.com/x?X-Amz-Signature=1' }, caption: [text('plan')] }),
      block('breadcrumb', {}),
      block('ai_block', {}),
    ],
    inner: [block('paragraph', words('deeper'))],
    table: [
      { id: '', type: 'table_row', table_row: { cells: [[text('键')], [text('a|b')]] } },
      { id: '', type: 'table_row', table_row: { cells: [[text('1')], [text('2')]] } },
    ],
    circle: [block('synced_block', {}, 'circle')],
  }
  const golden = `## 步骤

先 **停机**，再发布

- one
  deeper
- two

1. first

- [x] done
- [ ] open

\`\`\`\`shell
a
\`\`\`
b
\`\`\`\`

> 💡 mind

> said

| 键 | a\\|b |
| --- | --- |
| 1 | 2 |

---

$$
x^2
$$

[Below \\[1\\]](page:child)

[例子](https://example.com/a)

[plan]

[ai block]`
  it('with lists, tasks, code, tables, pages and what has no Markdown by its name', async () => {
    const lost: string[] = []
    const rendered = await renderBlocks('root', {
      children: async (id) => (below[id] ?? []) as readonly Block[],
      cite: (page) => `page:${page}`,
      attached: () => lost.push('file'),
      lost: (type) => void lost.push(type),
    })
    expect(rendered).toBe(golden)
    expect(lost).toEqual(['file', 'ai_block'])
  })
  it('with mentions of pages as citations, and addresses at the words', () =>
    expect(
      inline(
        [
          { plain_text: ' see ', href: 'https://example.com/', annotations: { italic: true } },
          { type: 'mention', plain_text: 'Plan', mention: { type: 'page', page: { id: idOfPage(7) } } },
          { type: 'equation', plain_text: 'a+b' },
        ],
        { cite: (page) => `page:${page}` },
      ),
    ).toBe(` [*see*](https://example.com/) [Plan](page:${plain(7)})$a+b$`))
})

it('says each property of a row by what it is', () =>
  expect(
    describeProperties({
      Name: { type: 'title', title: [] },
      状态: { type: 'status', status: { name: '进行中' } },
      Tags: { type: 'multi_select', multi_select: [{ name: 'a' }, { name: 'b' }] },
      Due: { type: 'date', date: { start: '2026-05-01', end: '2026-05-03' } },
      Owner: { type: 'people', people: [{ id: 'x', name: '王' }] },
      Done: { type: 'checkbox', checkbox: false },
      Points: { type: 'number', number: 0 },
      Sum: { type: 'rollup', rollup: { type: 'array', array: [{ type: 'number', number: 3 }] } },
      Key: { type: 'unique_id', unique_id: { prefix: 'SHOP', number: 12 } },
      Empty: { type: 'url', url: null },
    }),
  ).toBe(
    '- 状态: 进行中\n- Tags: a, b\n- Due: 2026-05-01 to 2026-05-03\n- Owner: 王\n- Done: no\n- Points: 0\n- Sum: 3\n- Key: SHOP-12',
  ))

it.each([
  [`https://www.notion.so/acme/Team-Plan-${plain(1)}`, 'team-plan'],
  [`https://www.notion.so/${idOfPage(1)}?v=2`, 'notion'],
  ['notion:', 'notion'],
  ['https://www.notion.so/acme', undefined],
  [`https://example.com/${plain(1)}`, undefined],
])('%s is called %s', (address, name) => expect(notion.recognise(new URL(address), false)?.name).toBe(name))
