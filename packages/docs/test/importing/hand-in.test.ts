import { describe, expect, it } from 'vitest'
import { openHouse } from '../docs-house.ts'
import { page } from '../origins.ts'

const document = (path: string, text: string) => ({ path, text })
const ebb = document('guide.md', '# Guide\n\nThe ebb.\n')

interface Handed {
  readonly success_count: number
  readonly failed_count: number
  readonly unchanged_count: number
  readonly failed_files: readonly { readonly path: string; readonly error: string }[]
}
const counts = ({ success_count, failed_count, unchanged_count }: Handed) => [
  success_count,
  failed_count,
  unchanged_count,
]

describe('files that are handed in', () => {
  it('are the first of a new library, or of a new version', async () => {
    const house = openHouse()
    await house.add('潮汐 手册', '1.0', { 'guide.md': '# 指南\n\n月亮。\r\n' })
    await house.add('潮汐 手册', '2.0', { 'guide.md': '# 指南\n\n太阳。🌞\n' })
    expect(await house.kept()).toMatchObject({
      libraries: ['潮汐 手册 active'],
      versions: ['1 1.0 active: guide.md completed', '1 2.0 active: guide.md completed'],
      sources: ['潮汐-手册@1.0 aside', '潮汐-手册@2.0'],
    })
    const { documents } = await house.call<{ documents: { content: string }[] }>('get-library-docs', {
      library_id: '潮汐 手册',
      topic: '太阳',
    })
    expect(documents.map(({ content }) => content)).toEqual(['太阳。🌞'])
  })

  it('are skipped when they are known, and replace what changed', async () => {
    const house = openHouse()
    const add = (...documents: readonly object[]) =>
      house.call<Handed>('add-documents', { library: 'tides', documents })
    expect(counts(await add(ebb, document('b.md', '# B\n\nFlood.')))).toEqual([2, 0, 0])
    const before = await house.kept()
    expect(counts(await add(ebb))).toEqual([1, 0, 1])
    expect(await house.kept()).toEqual(before)
    expect(counts(await add({ ...ebb, text: '# Guide\n\nThe neap.\n' }, document('b.md', '# B\n\nFlood.')))).toEqual([
      2, 0, 1,
    ])
    const found = async (topic: string) =>
      (await house.call<{ documents: unknown[] }>('get-library-docs', { library_id: 'tides', topic })).documents.length
    expect([await found('ebb'), await found('neap'), await found('flood')]).toEqual([0, 1, 1])
  })

  it('are told of, also where they hold no documentation', async () => {
    const house = openHouse()
    const add = (documents: readonly object[]) => house.call<Handed>('add-documents', { library: 'tides', documents })
    await add([ebb])
    expect(await add([document('空.md', '\r\n')])).toMatchObject({
      failed_count: 1,
      failed_files: [{ path: '空.md', error: 'It contains no documentation: nothing is written in it.' }],
    })
  })

  it('stand each for itself: what fails is recorded, tried again and taken out alone', async () => {
    const house = openHouse()
    const pdf = { path: 'api.pdf', base64: Buffer.from('broken').toString('base64') }
    const answer = await house.call<Handed>('add-documents', {
      library: 'tides',
      documents: [ebb, pdf, document('a.exe', 'x')],
    })
    expect([counts(answer), answer.failed_files]).toEqual([
      [1, 2, 0],
      [
        { path: 'api.pdf', error: 'It is damaged. Save it anew.' },
        { path: 'a.exe', error: expect.stringContaining('cannot be read as documentation') },
      ],
    ])
    const retry = (given: object = {}) => house.call<Handed>('retry-documents', { library: 'tides', ...given })
    expect(await retry()).toMatchObject({ success_count: 0, failed_count: 2 })
    expect(await retry({ paths: ['a.exe'] })).toMatchObject({ success_count: 0, failed_count: 1 })
    await house.blobs.put('docs/tides-1/latest/api.pdf', Buffer.from('# API\n\nThe spring tide.'))
    expect(await retry({ paths: ['api.pdf'] })).toMatchObject({ success_count: 1, failed_count: 0 })
    expect((await house.kept()).versions).toEqual([
      '1 latest active: a.exe failed, api.pdf completed, guide.md completed',
    ])
    for (const path of ['a.exe', 'api.pdf']) await house.call('delete-document', { library: 'tides', path, yes: true })
    expect(await house.kept()).toMatchObject({
      versions: ['1 latest active: guide.md completed'],
      blobs: ['docs/tides-1/latest/guide.md'],
    })
    expect(await house.call('show-library', { library: 'tides' })).toMatchObject({ documents: 1, snippets: 1 })
    expect((await house.refusal('delete-document', { library: 'tides', path: 'api.pdf' })).code).toBe('not-found')
  })

  it('keep the origin of a library that was fetched', async () => {
    const house = openHouse()
    house.origins.at('https://github.com/sea/tides', { steps: [page('guide.md', ebb.text)] })
    await house.call('import-docs', { url: 'https://github.com/sea/tides', name: 'tides', version: '1' })
    await house.add('tides', 'draft', { 'guide.md': ebb.text })
    expect(await house.call('show-library', { library: 'tides' })).toMatchObject({ source_type: 'repository' })
    expect((await house.refusal('refresh-library', { library: 'tides@draft' })).remedy).toContain('wuku docs upload')
  })

  it('leave nothing of a new library behind when they cannot be kept', async () => {
    const house = openHouse()
    house.faults.put = new Error('ENOSPC')
    await expect(house.call('add-documents', { library: 'tides', documents: [ebb] })).rejects.toThrow('ENOSPC')
    expect(await house.kept()).toEqual({ libraries: [], versions: [], sources: [], blobs: [] })
  })

  it('are too large one by one', async () => {
    const house = openHouse({ docs: { fileBytes: 100 } })
    const answer = await house.call<Handed>('add-documents', {
      library: 'tides',
      documents: [ebb, document('big.md', '潮'.repeat(34))],
    })
    expect(counts(answer)).toEqual([1, 1, 0])
  })

  it('come out of folders too', async () => {
    const house = openHouse()
    house.origins.at('/docs', {
      steps: [page('a.md', ebb.text), { is: 'refused', path: 'b.pdf', said: 'It is a link.', remedy: 'Copy it.' }],
    })
    house.origins.at('/empty', { steps: [] })
    const answer = await house.call<Handed>('add-documents', { library: 'tides', files: ['/docs', '/empty'] })
    expect([counts(answer), answer.failed_files.map(({ path }) => path)]).toEqual([
      [1, 2, 0],
      ['b.pdf', '/empty'],
    ])
  })
})

describe('paths that are handed in', () => {
  it.each<[written: string, path: string]>([
    ['./guide//setup.md', 'guide/setup.md'],
    ['guide\\setup.md', 'guide/setup.md'],
    ['/etc/setup.md', 'etc/setup.md'],
    ['cafe\u0301.md', 'caf\u00e9.md'],
    ['👩‍🚀/潮汐.md', '👩‍🚀/潮汐.md'],
  ])('%j lies at %j', async (written, path) => {
    const house = openHouse()
    await house.add('tides', '1', { [written]: ebb.text })
    expect((await house.kept()).blobs).toEqual([`docs/tides-1/1/${path}`])
  })

  it.each([
    '../guide.md',
    'a/../../guide.md',
    '~aside/guide.md',
    './~enriched/guide.md',
    'a\u0000.md',
    '..',
    'guide',
    'guide.exe',
  ])('%j is refused', async (path) => {
    const house = openHouse()
    const answer = await house.call<Handed>('add-documents', { library: 'tides', documents: [ebb, { ...ebb, path }] })
    expect([counts(answer), answer.failed_files.map((failed) => failed.path)]).toEqual([[1, 1, 0], [path]])
    expect((await house.kept()).blobs).toEqual(['docs/tides-1/latest/guide.md'])
  })

  it('add-documents requires documents or files', async () =>
    expect((await openHouse().refusal('add-documents', { library: 'tides' })).code).toBe('bad-input'))

  it('twice in one call are one document, and the last one counts', async () => {
    const house = openHouse()
    const answer = await house.call<Handed>('add-documents', {
      library: 'tides',
      documents: [ebb, { ...ebb, path: './guide.md', text: '# Guide\n\nThe neap.\n' }],
    })
    expect(counts(answer)).toEqual([1, 0, 0])
    expect((await house.kept()).versions).toEqual(['1 latest active: guide.md completed'])
  })
})
