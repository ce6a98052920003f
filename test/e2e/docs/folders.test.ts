import { rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDocsHouse, type Answer, type DocsHouse } from './docs-house.ts'

const openHouse = (): DocsHouse => openDocsHouse({ WUKU_OFFLINE: '1' })

const page = (word: string): string => `# Harbour\n\n## Tide\n\nThe harbour says ${word} when the tide comes.\n`
const notText = Uint8Array.from([0, 1, 2, 0, 255, 254, 0, 7])

/** A library out of a folder of two pages, and one file that cannot be read. */
async function openTide(): Promise<DocsHouse> {
  const house = openHouse()
  house.write('tide/one.md', page('onemarker'))
  house.write('tide/two.md', page('twomarker'))
  house.write('tide/bad.md', notText)
  house.write('tide/settings.json', '{"no": "api"}')
  await house.json('add', 'tide', '--kind', 'docs', '--name', 'tide', '--version', '1.0')
  return house
}

const sourcesOf = (house: DocsHouse, word: string): Promise<readonly string[]> =>
  house
    .json('docs', 'search', 'tide', word)
    .then(({ documents }) =>
      documents.filter(({ content }: Answer) => content.includes(word)).map(({ source }: Answer) => source),
    )

const countsOf = ({ added, changed, removed, unchanged }: Answer) => ({ added, changed, removed, unchanged })
const eventsOf = async (house: DocsHouse): Promise<number> => (await house.json('docs', 'log', 'tide')).list.length

describe.concurrent('wuku index and a library that came from a folder', () => {
  it('takes in what is new, changed and gone', async () => {
    const house = await openTide()
    house.write('tide/two.md', page('changedmarker'))
    house.write('tide/deep/three.md', page('threemarker'))
    rmSync(join(house.home, 'tide/one.md'))
    const foreseen = await house.json('index', '--dry-run')
    expect(countsOf(foreseen)).toEqual({ added: 1, changed: 1, removed: 1, unchanged: 0 })
    expect(await sourcesOf(house, 'threemarker')).toEqual([])
    expect(countsOf(await house.json('index', 'tide'))).toEqual({ added: 1, changed: 1, removed: 1, unchanged: 0 })
    for (const [word, path] of [
      ['threemarker', ['deep/three.md#tide']],
      ['changedmarker', ['two.md#tide']],
      ['onemarker', []],
      ['twomarker', []],
    ] as const)
      expect([word, await sourcesOf(house, word)]).toEqual([word, path])
    expect(await house.json('docs', 'show', 'tide')).toMatchObject({ versions: [{ documents: 2 }] })
  })

  it('does nothing where nothing changed, also when a file was only touched', async () => {
    const house = await openTide()
    const [events, kept] = [await eventsOf(house), await house.kept()]
    utimesSync(join(house.home, 'tide/one.md'), new Date(), new Date())
    for (let again = 0; again < 2; again++)
      expect(countsOf(await house.json('index'))).toEqual({ added: 0, changed: 0, removed: 0, unchanged: 2 })
    expect(await eventsOf(house)).toBe(events)
    expect(await house.kept()).toEqual(kept)
  })

  it('tries what failed again once it is mended, and names it until then', async () => {
    const house = await openTide()
    expect((await house.json('index')).problems).toMatchObject([{ path: 'bad.md', source: 'tide@1.0' }])
    house.write('tide/bad.md', page('mendedmarker'))
    expect(await house.json('index')).toMatchObject({ changed: 1, problems: [] })
    expect(await sourcesOf(house, 'mendedmarker')).toEqual(['bad.md#tide'])
    expect((await house.json('docs', 'files', 'tide', '--failed')).list).toEqual([])
  })

  it('leaves what is there when the folder is gone, and says so', async () => {
    const house = await openTide()
    rmSync(join(house.home, 'tide'), { recursive: true })
    const { problems, removed } = await house.json('index')
    expect(removed).toBe(0)
    expect(problems.map(({ said }: Answer) => said).join()).toContain(join(house.home, 'tide'))
    expect(await sourcesOf(house, 'onemarker')).toEqual(['one.md#tide'])
  })

  it('follows files that were uploaded, good and bad ones, and keeps those that are gone', async () => {
    const house = openHouse()
    house.write('good.md', page('onemarker'))
    house.write('gone.md', page('gonemarker'))
    house.write('bad.md', notText)
    await house.json('docs', 'upload', 'tide@1.0', 'good.md', 'gone.md', 'bad.md')
    house.write('good.md', page('twomarker'))
    house.write('bad.md', page('mendedmarker'))
    rmSync(join(house.home, 'gone.md'))
    expect(countsOf(await house.json('index'))).toEqual({ added: 0, changed: 2, removed: 0, unchanged: 1 })
    expect(await sourcesOf(house, 'onemarker')).toEqual([])
    expect(await sourcesOf(house, 'twomarker')).toEqual(['good.md#tide'])
    expect(await sourcesOf(house, 'mendedmarker')).toEqual(['bad.md#tide'])
    expect(await sourcesOf(house, 'gonemarker')).toEqual(['gone.md#tide'])
  })
})

describe.concurrent('wuku index and a folder of notes', () => {
  it('reads a file again that could not be read', async () => {
    const house = openHouse()
    house.write('notes/bad.md', notText)
    house.write('notes/good.md', page('onemarker'))
    expect((await house.json('add', 'notes', '--kind', 'notes')).problems).toMatchObject([{ path: 'bad.md' }])
    house.write('notes/bad.md', page('mendedmarker'))
    expect(await house.json('index')).toMatchObject({ added: 1, problems: [] })
  })
})
