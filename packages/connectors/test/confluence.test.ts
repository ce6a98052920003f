import { describe, expect, it } from 'vitest'
import { opened } from '../../../test/servers/connectors/closing.ts'
import {
  addWikiPage,
  startConfluence,
  type FakeConfluence,
} from '../../../test/servers/connectors/confluence-server.ts'
import type { ConnectedPlace } from '@wuku/core/core-types'
import { confluence, dataCenter } from '../src/confluence/confluence.ts'
import { renderStorage } from '../src/confluence/storage.ts'
import { openConnectedHouse } from './connected-house.ts'

describe.each(['cloud', 'dc'] as const)('a space of Confluence (%s)', (kind) => {
  async function read(fill: (server: FakeConfluence) => void) {
    const server = await opened(startConfluence(kind))
    fill(server)
    const house = openConnectedHouse({ token: 'mia@acme.example:secret' })
    await house.add(server.address, server.url, { host: server.host })
    const texts = async (email?: string): Promise<readonly string[]> =>
      [...(await house.texts(email)).keys()].toSorted()
    return { server, house, texts }
  }
  it('is read under the titles above, with comments by name and links as citations', async () => {
    const { house } = await read((server) => {
      addWikiPage(server, 1, { title: '手册' })
      const link = '<ac:link><ri:page ri:content-title="手册" /></ac:link>'
      const body = `<p>见 ${link}，<ac:link><ri:user ri:account-id="wang" /></ac:link></p>`
      addWikiPage(server, 2, { title: '发布/上线', parent: 1, body, comments: [['改好了', 1_777_000_000_000]] })
    })
    const found = (await house.texts()).get('手册/发布∕上线')
    expect(found).toContain('见 [手册](wuku://notes/confluence-eng/pages/1)，@wang')
    expect(found).toMatch(/by mia[^]*## lee, 2026-04-24 .*\n\n改好了/)
  })
  it('is one of several at an address, of which those that were chosen are read', async () => {
    const server = await opened(startConfluence(kind))
    server.spaces.push('OPS', 'HR')
    for (const [id, space] of [
      [1, 'ENG'],
      [2, 'OPS'],
      [3, 'OPS'],
      [4, 'HR'],
    ] as const)
      addWikiPage(server, id, { space })
    const house = openConnectedHouse({ token: 'mia@acme.example:secret' })
    const address = server.address.replace(/\/(?:spaces|display)\/ENG$/, '')
    const given = { host: server.host }
    await expect(house.add(address, server.url, { ...given, only: ['XX'] })).rejects.toMatchObject({
      code: 'not-found',
    })
    await house.add(address, server.url, { ...given, only: ['ENG', 'OPS'] })
    expect([...(await house.texts()).keys()].toSorted()).toEqual(['ENG/页面 1', 'OPS/页面 2', 'OPS/页面 3'])
    const [source] = await house.engine.read((view) => view.sources.list())
    const { only: _, ...connected } = source?.options.connected ?? {}
    const request = { root: address, kind: 'notes' as const, options: { connected: connected as ConnectedPlace } }
    const { containers } = await house.engine.sources.plan(request, new AbortController().signal)
    expect(containers).toEqual([
      { id: 'ENG', items: 1 },
      { id: 'OPS', items: 2 },
      { id: 'HR', items: 1 },
    ])
  })
  it('shows what is attached to a page to those who see the page, and takes it away with it', async () => {
    const { server, house, texts } = await read((made) => {
      for (const name of ['mia', 'lee']) made.readers.add(name)
      for (const name of ['mia', 'lee']) made.people.set(name, `${name}@acme.example`)
      const files = new Map([
        ['操作.md', '# 停机\n\n先停机。'],
        ['图.png', ''],
      ])
      addWikiPage(made, 1, { restricted: ['lee'], files })
      made.faults.failing = /download/
    })
    for (const name of ['mia', 'lee']) await house.addPerson(`${name}@acme.example`)
    expect(await texts()).toEqual(['页面 1'])
    server.faults.failing = undefined
    await house.index()
    expect(await texts('lee@acme.example')).toEqual(['页面 1', '页面 1/操作.md'])
    expect(await texts('mia@acme.example')).toEqual([])
    expect(Object.keys((await house.state()).skipped ?? {})).toEqual(['attachment .png'])
    addWikiPage(server, 1, { isTrashed: true })
    addWikiPage(server, 2)
    addWikiPage(server, 3)
    await house.index({ census: true, force: true })
    expect(await texts()).toEqual(['页面 2', '页面 3'])
  })
  it('follows files that come, change and go while their page stays as it is', async () => {
    const { server, house, texts } = await read((made) => {
      addWikiPage(made, 1, {
        files: new Map([
          ['旧.md', 'Old'],
          ['图.png', ''],
          ['b.md', 'B'],
        ]),
      })
      addWikiPage(made, 2)
    })
    const { files, filesAt } = server.pages.get(1) ?? addWikiPage(server, 3)
    const skipped = async () => (await house.state()).skipped
    files.set('b.md', 'Second edition')
    for (const name of ['b.md', 'neu.md', 'c.png']) filesAt.set(name, server.tick())
    files.set('neu.md', 'New').set('c.png', '')
    await house.index()
    expect((await house.texts()).get('页面 1/b.md')).toContain('Second edition')
    expect(await skipped()).toEqual({ 'attachment .png': 2 })
    for (const name of ['旧.md', 'c.png']) files.delete(name)
    await house.index()
    expect(await texts()).toContain('页面 1/旧.md')
    await house.index({ census: true })
    expect(await texts()).toEqual(['页面 1', '页面 1/b.md', '页面 1/neu.md', '页面 2'])
    expect(await skipped()).toEqual({ 'attachment .png': 1 })
    // Without the search each page that has files is asked.
    server.faults.failing = /search/
    files.delete('b.md')
    expect((await house.index({ census: true })).removed).toBe(1)
  })
  it('shows a page to those who may read all that it lies in, and to nobody what cannot be asked for', async () => {
    const { server, house, texts } = await read((made) => {
      for (const name of ['mia', 'lee']) made.readers.add(name)
      for (const name of ['mia', 'lee']) made.people.set(name, `${name}@acme.example`)
      made.groups.set('ops', new Set(['mia', 'lee']))
      addWikiPage(made, 1, { restricted: ['ops'] })
      addWikiPage(made, 2, { parent: 1, restricted: ['lee'] })
      addWikiPage(made, 3, { parent: 2 })
      // In what is not to be seen, and in a circle: Data Center names no such things.
      for (const [id, parent] of kind === 'cloud'
        ? ([
            [4, 99],
            [5, 6],
            [6, 5],
          ] as const)
        : [])
        addWikiPage(made, id, { parent })
    })
    for (const name of ['mia', 'lee']) await house.addPerson(`${name}@acme.example`)
    await house.index({ readers: true })
    expect((await texts()).length).toBe(kind === 'cloud' ? 6 : 3)
    expect(await texts('mia@acme.example')).toEqual(['页面 1'])
    expect(await texts('lee@acme.example')).toEqual(['页面 1', '页面 1/页面 2', '页面 1/页面 2/页面 3'])
    server.readers.delete('lee')
    await house.index({ readers: true })
    expect(await texts('lee@acme.example')).toEqual([])
  })
})

const macro = (name: string, body: string, more = ''): string =>
  `<ac:structured-macro ac:name="${name}">${more}${body}</ac:structured-macro>`
const param = (name: string, said: string): string => `<ac:parameter ac:name="${name}">${said}</ac:parameter>`
const rich = (body: string): string => `<ac:rich-text-body>${body}</ac:rich-text-body>`
const code = '<ac:plain-text-body><![CDATA[a["x"]]]]><![CDATA[>1]]></ac:plain-text-body>'
const task = (status: string, said: string): string =>
  `<ac:task><ac:task-id>1</ac:task-id><ac:task-status>${status}</ac:task-status><ac:task-body>${said}</ac:task-body></ac:task>`

// prettier-ignore
const texts = [
  ['headings', '<h1>步骤</h1><h6>深<br/>层</h6>', '## 步骤\n\n###### 深 层'],
  ['marks', '<p>先&nbsp;<strong>停机 </strong><code>make</code></p>', '先 **停机** `make`'],
  ['lists', '<ul><li>一<ul><li><p>二</p></li></ul></li><li>三</li></ul><ol><li>甲</li><li>乙</li></ol>', '- 一\n  - 二\n- 三\n\n1. 甲\n2. 乙'],
  ['tasks', `<ac:task-list>${task('complete', '<span>做完</span>')}${task('incomplete', '未做')}</ac:task-list>`, '- [x] 做完\n- [ ] 未做'],
  ['code', macro('code', code, param('language', 'js')), '```js\na["x"]]>1\n```'],
  ['callouts', macro('warning', rich('<p>小心</p>'), param('title', '停')), '> **warning: 停**\n>\n> 小心'],
  ['expands', macro('expand', rich('<p>内</p>'), param('title', '更多')), '**更多**\n\n内'],
  ['tables', '<table><tbody><tr><th>键</th><th>甲|乙</th></tr><tr><td colspan="2"><p>1</p><p>2</p></td></tr></tbody></table>', '| 键 | 甲\\|乙 |\n| --- | --- |\n| 1<br><br>2 |  |'],
  ['states, issues, days', `<p>${macro('status', '', param('title', '完成'))} ${macro('jira', '', param('key', 'SHOP-1'))} <time datetime="2026-05-01" /></p>`, '**完成** SHOP-1 2026-05-01'],
  ['columns', '<ac:layout><ac:layout-section><ac:layout-cell><p>左</p></ac:layout-cell><ac:layout-cell><p>右</p></ac:layout-cell></ac:layout-section></ac:layout>', '左\n\n右'],
  ['panels of the new editor', '<ac:adf-extension><ac:adf-node type="panel"><ac:adf-attribute key="x">y</ac:adf-attribute><ac:adf-content><p>新</p></ac:adf-content></ac:adf-node><ac:adf-fallback>新</ac:adf-fallback></ac:adf-extension>', '> 新'],
  ['pictures', '<p><ac:image><ri:attachment ri:filename="图[1].png" /></ac:image><ac:image><ri:url ri:value="https://a.example/b.png" /></ac:image></p>', '[图\\[1\\].png]![image](https://a.example/b.png)'],
  ['macros that are run', macro('drawio', '', param('diagramName', '架构')) + macro('toc', '') + macro('include', '', param('', '<ac:link><ri:page ri:content-title="手册" /></ac:link>')), '[drawio: 架构]\n\n[toc]\n\n[include: 手册](page:手册)'],
  ['broken markup', '<p>开<strong>着</strong><p>后&rarr;</x>', '开**着**\n\n后→'],
] as const
it.each(texts)('%s are rendered', (_, storage, expected) => {
  const ask = (kind: string, text: string): string | undefined => (kind === 'page' ? `page:${text}` : undefined)
  expect(renderStorage(storage, { ask, lost: () => {} })).toBe(expected)
})

// prettier-ignore
const addresses = [
  ['https://acme.atlassian.net/wiki/spaces/ENG/overview', false, 'confluence-eng https://acme.atlassian.net/wiki {"space":"ENG"}'],
  ['https://acme.atlassian.net/wiki', false, 'confluence https://acme.atlassian.net/wiki {}'],
  ['https://acme.atlassian.net/wiki/spaces/ENG/pages/12/Plan', false, 'undefined undefined undefined'],
  ['https://acme.atlassian.net/browse/SHOP-1', false, 'undefined undefined undefined'],
  ['https://a.example/docs/display/ENG', true, 'confluence-eng https://a.example/docs {"space":"ENG"}'],
] as const
it.each(addresses)('%s is read as what it names', (address, isNamed, expected) => {
  const found = (isNamed ? dataCenter : confluence).recognise(new URL(address), isNamed)
  expect(`${found?.name} ${found?.api} ${JSON.stringify(found?.place)}`).toBe(expected)
})
