import { describe, expect, it, onTestFinished } from 'vitest'
import { addDoc, startYuque, type FakeYuque } from '../../../test/servers/connectors/yuque-server.ts'
import { yuque } from '../src/yuque/yuque.ts'
import { openConnectedHouse, type ConnectedHouse } from './connected-house.ts'

const ADDRESS = 'https://www.yuque.com/acme/handbook'

async function bookOf(fill: (server: FakeYuque) => void): Promise<{ server: FakeYuque; house: ConnectedHouse }> {
  const server = await startYuque()
  onTestFinished(() => server.close())
  fill(server)
  const house = openConnectedHouse()
  await house.add(ADDRESS, server.url)
  return { server, house }
}

describe('a book of Yuque', () => {
  it('is read under the titles of its table of contents, links as citations, without the marks of its editor', async () => {
    const { house } = await bookOf((server) => {
      addDoc(server, 1, {
        title: '发布流程',
        folder: 'f-guides',
        body: `<a name="aB1"></a>\n## 步骤\n\n先看[值班表](${ADDRESS}/doc-2#tR3)<br />再发布。\n\n| 步骤 | 命令 |\n| --- | --- |\n| 1 | \`make\` |`,
      })
      addDoc(server, 2, { title: '值班表' })
    })
    const text = (await house.texts()).get('All/Guides 指南/发布流程')
    expect(text).toContain('先看[值班表](wuku://notes/handbook/docs/2)\n再发布。')
    expect(text).toContain('| 1 | `make` |')
    expect(text).not.toContain('<a name')
  })
  it.each([
    ['two documents of one title', ['Plan', 'plan'], ['Plan (1)', 'plan (2)']],
    ['slashes and signs of addresses', ['a/b#c', '..'], ['a∕b＃c', '…']],
    ['signs that turn the direction of text', ['safe‮cod.exe', ' '], ['safecod.exe', 'untitled']],
    ['titles as long as a text', ['长'.repeat(400), 'x'], ['长'.repeat(120), 'x']],
  ])('keeps apart and readable: %s', async (_, titles, paths) => {
    const { house } = await bookOf((server) => titles.forEach((title, at) => addDoc(server, at + 1, { title })))
    expect([...(await house.texts()).keys()].toSorted()).toEqual([...paths].toSorted())
  })
  it('leaves out drafts, and takes away what becomes one', async () => {
    const { server, house } = await bookOf((made) => {
      addDoc(made, 1)
      addDoc(made, 2, { isPublished: false })
    })
    expect([...(await house.texts()).keys()]).toEqual(['Doc 1'])
    addDoc(server, 1, { isPublished: false })
    addDoc(server, 2)
    await house.index()
    expect([...(await house.texts()).keys()]).toEqual(['Doc 2'])
  })
  it('asks for the list alone when nothing changed', async () => {
    const { server, house } = await bookOf((made) => {
      for (let id = 1; id <= 250; id++) addDoc(made, id)
    })
    server.asked.length = 0
    await house.index()
    expect(server.asked.filter((path) => path.includes('/repos/docs/'))).toEqual([])
    expect(server.asked.length).toBeLessThan(9)
  })
})

it.each([
  ['https://www.yuque.com/acme/handbook/intro', 'https://www.yuque.com/api/v2'],
  ['https://acme.yuque.com/team/%E6%89%8B%E5%86%8C', 'https://acme.yuque.com/api/v2'],
  ['https://www.yuque.com/acme', undefined],
  ['https://notyuque.com/acme/handbook', undefined],
])('%s is read from %s', (address, api) => expect(yuque.recognise(new URL(address), false)?.api).toBe(api))
