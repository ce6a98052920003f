import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openDocsHouse, pagesSaying, type Answer, type DocsHouse } from './docs-house.ts'

interface Tide {
  readonly house: DocsHouse
  /** Two pages of a version that say a word. */
  write(version: string, word: string): void
  docs(...words: readonly string[]): Promise<Answer>
  /** The versions that answer, and whether the word stands in what they say. */
  said(library: string, word: string): Promise<readonly [versions: readonly string[], says: boolean]>
}

/** `tide` in some versions, each out of a folder of two pages that say its name. */
async function openTide(...versions: readonly string[]): Promise<Tide> {
  const house = openDocsHouse()
  const write = (version: string, word: string): void => {
    for (const [path, text] of Object.entries(pagesSaying(word, 2))) house.write(`docs-${version}/${path}`, text)
  }
  const docs = (...words: readonly string[]) => house.json('docs', ...words)
  for (const version of versions) {
    write(version, version)
    await house.json('add', `docs-${version}`, '--kind', 'docs', '--name', 'tide', '--version', version)
  }
  return {
    house,
    write,
    docs,
    async said(library, word) {
      const { documents } = await docs('search', library, 'compute harbour tide')
      const answering = new Set<string>(documents.map(({ version }: Answer) => version))
      return [[...answering], JSON.stringify(documents).includes(`the ${word} way`)]
    },
  }
}

describe.concurrent('a library', () => {
  it('is renamed, described, and answers by the version that was set', async () => {
    const { docs, said } = await openTide('1.9.0', '1.10.0', '2.0.0-rc.1')
    expect(await said('tide', '1.10.0')).toEqual([['1.10.0'], true])
    await docs('set', 'tide', '--default', '1.9', '--name', '潮汐 Tide', '--description', 'Computes tides')
    expect(await docs('show', '潮汐 tide')).toMatchObject({
      name: '潮汐 Tide',
      description: 'Computes tides',
      default_version: '1.9.0',
      versions: [{ version: '1.10.0' }, { version: '1.9.0', is_default: true }, { version: '2.0.0-rc.1' }],
    })
    expect(await said('潮汐 Tide', '1.9.0')).toEqual([['1.9.0'], true])
    await docs('set', '潮汐 Tide', '--default', 'newest')
    expect((await docs('show', '潮汐 Tide')).default_version).toBe('1.10.0')
  })

  it('is archived, brought back, deleted, brought back, and purged with all that was kept of it', async () => {
    const { house, docs, said } = await openTide('1.0', '2.0')
    const kept = await house.kept()
    expect(kept.originals).toHaveLength(2)
    for (const [away, status] of [
      ['archive', 'archived'],
      ['delete', 'deleted'],
    ] as const) {
      await docs(away, 'tide')
      expect((await docs('list')).total).toBe(0)
      expect((await docs('list', '--all')).libraries).toMatchObject([{ name: 'tide', status }])
      expect(await house.refused('docs', 'search', 'tide', 'harbour')).toEqual([
        1,
        expect.stringMatching(/tide|no documentation/),
      ])
      await docs('restore', 'tide')
      expect(await said('tide', '2.0')).toEqual([['2.0'], true])
    }
    expect(await house.kept()).toEqual(kept)
    await docs('delete', 'tide@1.0')
    expect(await house.refused('docs', 'search', 'tide@1.0', 'harbour')).toEqual([
      1,
      expect.stringContaining('Nearest: 2.0'),
    ])
    expect(await docs('purge')).toEqual({ libraries: [], versions: [] })
    await docs('delete', 'tide')
    expect(await docs('purge', '--all', '--yes')).toEqual({ libraries: ['tide'], versions: ['tide@1.0', 'tide@2.0'] })
    expect(await house.kept()).toEqual({ versions: {}, hidden: [], originals: [] })
    await house.json('add', 'docs-1.0', '--kind', 'docs', '--name', 'tide', '--version', '1.0')
    expect(await said('tide', '1.0')).toEqual([['1.0'], true])
  })

  it('stays out of every search while it is archived, also when it is refreshed then', async () => {
    const { house, write, docs, said } = await openTide('1.0')
    await docs('archive', 'tide')
    write('1.0', 'mended')
    await house.wuku('docs', 'refresh', 'tide')
    expect((await house.json('recall', 'harbour mended')).hits).toEqual([])
    expect((await house.json('sources')).sources).toEqual([])
    await docs('restore', 'tide')
    expect((await said('tide', 'mended'))[0]).toEqual(['1.0'])
  })

  it('keeps as many versions as its policy says, and drops none before the new one answers', async () => {
    const { house, write, docs } = await openTide('1.0', '1.1')
    await docs('set', 'tide', '--keep', 'last 2')
    write('2.0', '2.0')
    await house.json('add', 'docs-2.0', '--kind', 'docs', '--name', 'tide', '--version', '2.0')
    expect((await docs('show', 'tide')).versions).toMatchObject([{ version: '2.0' }, { version: '1.1' }])
    await docs('set', 'tide', '--keep', 'latest-per-major')
    write('2.1', '2.1')
    await house.json('add', 'docs-2.1', '--kind', 'docs', '--name', 'tide', '--version', '2.1')
    expect((await docs('show', 'tide')).versions).toMatchObject([{ version: '2.1' }, { version: '1.1' }])
  })
})

describe.concurrent('a version', () => {
  it('is fetched anew, made again out of its originals, and says so in the log', async () => {
    const { house, write, docs, said } = await openTide('1.0')
    write('1.0', 'mended')
    house.write('docs-1.0/page-2.md', '# Moon\n\nThe moon pulls.\n')
    rmSync(`${house.home}/docs-1.0/page-1.md`)
    expect(await docs('refresh', 'tide', '--rebuild')).toMatchObject({ changed: true, success_count: 2 })
    expect((await said('tide', '1.0'))[1]).toBe(true)
    const done = await docs('refresh', 'tide')
    expect(done).toMatchObject({ version: '1.0', changed: true, created: false, success_count: 2, failed_count: 0 })
    expect(await said('tide', 'mended')).toEqual([['1.0'], true])
    expect((await docs('files', 'tide')).list).toMatchObject([{ path: 'page-0.md' }, { path: 'page-2.md' }])
    const { list, status } = await docs('log', done['task_id'])
    expect(status).toBe('success')
    expect(list.map(({ event }: { readonly event: string }) => event)).toEqual([
      'version.refresh.complete',
      'version.refresh',
      'folder.download',
      'version.refresh.start',
    ])
    expect(Object.values((await house.kept()).versions)).toEqual(['active'])
    expect(await house.kept()).toMatchObject({ hidden: [], originals: Object.keys((await house.kept()).versions) })
  })

  it('is not refreshed from a folder that is gone, and goes on to answer', async () => {
    const { house, docs, said } = await openTide('1.0')
    rmSync(`${house.home}/docs-1.0`, { recursive: true })
    expect(await house.refused('docs', 'refresh', 'tide')).toEqual([1, expect.stringContaining('docs-1.0')])
    expect(await said('tide', '1.0')).toEqual([['1.0'], true])
    expect((await docs('log', 'tide')).list[0]).toMatchObject({ event: 'version.refresh.failed', status: 'error' })
    expect(await house.kept()).toMatchObject({ hidden: [], versions: { 'docs/tide-1/1.0/': 'active' } })
  })
})
